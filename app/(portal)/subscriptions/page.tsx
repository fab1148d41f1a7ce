import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { readList } from '../read-list.ts';
import { subscriptionList } from './list.ts';
import { namedIn, withNames } from './named-subscription.ts';
import { SubscriptionsTable } from './subscriptions-table.tsx';

export const metadata: Metadata = { title: 'Subscriptions' };

export default async function SubscriptionsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const initial = await readList(subscriptionList, searchParams, async (caller, input) => {
    const answer = await caller.subscription.listAll(input);
    const names = await caller.labels.of({ ids: namedIn(answer.data) });
    return { ...answer, data: withNames(answer.data, names) };
  });
  return <SubscriptionsTable initial={initial} />;
}
