import { portalCaller } from '../../../session.ts';
import { detailPage } from '../../detail-page.ts';
import { readSubscription } from '../../read-resource.ts';
import { readNames } from '../load.ts';
import { SubscriptionPage } from '../subscription-page.tsx';

const { generateMetadata, Page } = detailPage({
  read: async ({ id }) => {
    const subscription = await readSubscription(id);
    return { subscription, names: await readNames(subscription) };
  },
  title: ({ subscription: { id, planId, subscriberId }, names }) =>
    `${names[planId] ?? 'Subscription'} – ${names[subscriberId] ?? id}`,
  async render({ subscription, names }) {
    const caller = await portalCaller();
    const explanation = await caller.subscription.explain({ id: subscription.id });
    return <SubscriptionPage initial={subscription} initialNames={names} initialExplanation={explanation} />;
  },
});

export { generateMetadata };
export default Page;
