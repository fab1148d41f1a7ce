import type { Metadata } from 'next';
import { portalCaller } from '../../../session.ts';
import { readNow } from '../../provider-now.ts';
import { readSubscriber } from '../load.ts';
import { fullName } from '../names.ts';
import { SubscriberDetail } from '../subscriber-detail.tsx';

type SubscriberPageProps = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: SubscriberPageProps): Promise<Metadata> {
  return { title: fullName(await readSubscriber((await params).id)) };
}

export default async function SubscriberPage({ params }: SubscriberPageProps) {
  const subscriber = await readSubscriber((await params).id);
  const caller = await portalCaller();
  const subscriptions = await caller.subscription.list({ subscriberId: subscriber.id, limit: 100 });
  const planIds = [...new Set(subscriptions.data.map(({ planId }) => planId))];
  // A plan that was deleted has no name any more; its id stands in.
  const plans = await Promise.all(planIds.map((id) => caller.plan.get({ id }).catch(() => null)));
  const planNames = Object.fromEntries(plans.flatMap((plan) => (plan ? [[plan.id, plan.planName]] : [])));
  return (
    <SubscriberDetail
      initial={subscriber}
      initialSubscriptions={subscriptions}
      planNames={planNames}
      now={await readNow()}
    />
  );
}
