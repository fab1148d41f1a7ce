import type { Metadata } from 'next';
import { portalCaller } from '../../../session.ts';
import { readSession } from '../load.ts';
import { SessionPage } from '../session-page.tsx';

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await readSession((await params).id)).username };
}

export default async function Page({ params }: Props) {
  const session = await readSession((await params).id);
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
}
