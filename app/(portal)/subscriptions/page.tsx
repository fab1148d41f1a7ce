import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { servicesIn, withServices } from '@/components/format/service-names.ts';
import { readList } from '../read-list.ts';
import { subscriptionList } from './list.ts';
import { SubscriptionsTable } from './subscriptions-table.tsx';

export const metadata: Metadata = { title: 'Subscriptions' };

export default async function SubscriptionsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const initial = await readList(subscriptionList, searchParams, async (caller, input) => {
    const answer = await caller.subscription.listAll(input);
    const names = await caller.labels.of({ ids: servicesIn(answer.data) });
    return { ...answer, data: withServices(answer.data, names) };
  });
  return <SubscriptionsTable initial={initial} />;
}
