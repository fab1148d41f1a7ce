import type { Metadata } from 'next';
import { portalCaller } from '../../../session.ts';
import { readNames, readSubscription } from '../load.ts';
import { SubscriptionPage } from '../subscription-page.tsx';

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  const [subscription, names] = await Promise.all([readSubscription(id), readNames(id)]);
  return {
    title: `${names[subscription.planId] ?? 'Subscription'} – ${names[subscription.subscriberId] ?? id}`,
  };
}

export default async function Page({ params }: Props) {
  const { id } = await params;
  const subscription = await readSubscription(id);
  const caller = await portalCaller();
  const [names, explanation] = await Promise.all([readNames(id), caller.subscription.explain({ id })]);
  return <SubscriptionPage initial={subscription} initialNames={names} initialExplanation={explanation} />;
}
