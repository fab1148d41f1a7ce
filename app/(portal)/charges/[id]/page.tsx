import type { Metadata } from 'next';
import { portalCaller } from '../../../session.ts';
import { ChargePage } from '../charge-page.tsx';
import { readCharge } from '../load.ts';

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await readCharge((await params).id)).description };
}

export default async function Page({ params }: Props) {
  const charge = await readCharge((await params).id);
  const { subscriberId, subscriptionId } = charge;
  const caller = await portalCaller();
  const subscription = subscriptionId ? await caller.subscription.get({ id: subscriptionId }) : null;
  const names = await caller.labels.of({ ids: [subscriberId, subscription?.planId ?? ''].filter(Boolean) });
  return (
    <ChargePage
      initial={charge}
      subscriberName={names[subscriberId] ?? subscriberId}
      planName={subscription && (names[subscription.planId] ?? subscription.planId)}
    />
  );
}
