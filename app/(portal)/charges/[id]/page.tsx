import { portalCaller } from '../../../session.ts';
import { detailPage } from '../../detail-page.ts';
import { readCharge } from '../../read-resource.ts';
import { ChargePage } from '../charge-page.tsx';

const { generateMetadata, Page } = detailPage({
  read: ({ id }) => readCharge(id),
  title: ({ description }) => description,
  async render(charge) {
    const { subscriberId, subscriptionId } = charge;
    const caller = await portalCaller();
    const subscription = subscriptionId ? await caller.subscription.get({ id: subscriptionId }) : null;
    const names = await caller.labels.of({
      ids: [subscriberId, subscription?.planId].filter((id) => id != null),
    });
    return (
      <ChargePage
        initial={charge}
        subscriberName={names[subscriberId] ?? subscriberId}
        planName={subscription && (names[subscription.planId] ?? subscription.planId)}
      />
    );
  },
});

export { generateMetadata };
export default Page;
