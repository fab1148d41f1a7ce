import { portalCaller } from '../../../session.ts';
import { detailPage } from '../../detail-page.ts';
import { readNetworkSession } from '../../read-resource.ts';
import { SessionPage } from '../session-page.tsx';

const { generateMetadata, Page } = detailPage({
  read: ({ id }) => readNetworkSession(id),
  title: ({ username }) => username,
  async render(session) {
    const { subscriberId, subscriptionId } = session;
    const caller = await portalCaller();
    const { planId } = await caller.subscription.get({ id: subscriptionId });
    const names = await caller.labels.of({ ids: [subscriberId, planId] });
    return (
      <SessionPage
        initial={session}
        subscriberName={names[subscriberId] ?? subscriberId}
        planName={names[planId] ?? subscriptionId}
      />
    );
  },
});

export { generateMetadata };
export default Page;
