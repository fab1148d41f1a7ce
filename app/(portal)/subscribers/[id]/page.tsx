import { fullNameOf } from '@/server/contract/full-name.ts';
import { portalCaller } from '../../../session.ts';
import { detailPage } from '../../detail-page.ts';
import { readNow } from '../../provider-now.ts';
import { readSubscriber } from '../../read-resource.ts';
import { SubscriberPage } from '../subscriber-page.tsx';

const { generateMetadata, Page } = detailPage({
  read: ({ id }) => readSubscriber(id),
  title: fullNameOf,
  async render(subscriber) {
    const caller = await portalCaller();
    const [subscriptions, overview, tags] = await Promise.all([
      caller.subscription.list({ subscriberId: subscriber.id, limit: 100 }),
      caller.subscriber.overview({ id: subscriber.id }),
      caller.tag.ofSubscriber({ subscriberId: subscriber.id }),
    ]);
    const planIds = [...new Set(subscriptions.data.map(({ planId }) => planId))];
    // A deleted plan has no name; the page shows its id.
    const plans = await Promise.all(planIds.map((id) => caller.plan.get({ id }).catch(() => null)));
    const planNames = Object.fromEntries(plans.flatMap((plan) => (plan ? [[plan.id, plan.planName]] : [])));
    return (
      <SubscriberPage
        initial={subscriber}
        initialSubscriptions={subscriptions}
        initialOverview={overview}
        initialTags={tags}
        planNames={planNames}
        now={await readNow()}
      />
    );
  },
});

export { generateMetadata };
export default Page;
