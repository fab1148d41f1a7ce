import { portalCaller } from '../../../session.ts';
import { detailPage } from '../../detail-page.ts';
import { readEmail } from '../../read-resource.ts';
import { EmailPage } from '../email-page.tsx';
import { emailKindLabels } from '../labels.ts';

const { generateMetadata, Page } = detailPage({
  read: ({ id }) => readEmail(id),
  title: ({ kind }) => emailKindLabels[kind],
  async render(email) {
    const { id, subscriberId, factId } = email;
    const caller = await portalCaller();
    const [rendered, names] = await Promise.all([
      caller.email.preview({ id }),
      caller.labels.of({ ids: [factId, ...(subscriberId ? [subscriberId] : [])] }),
    ]);
    const subscriberName = subscriberId && (names[subscriberId] ?? subscriberId);
    return (
      <EmailPage
        initial={email}
        rendered={rendered}
        subscriberName={subscriberName}
        factName={names[factId]}
      />
    );
  },
});

export { generateMetadata };
export default Page;
