import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { readList } from '../read-list.ts';
import { subscriberList } from './list.ts';
import { SubscribersTable } from './subscribers-table.tsx';

export const metadata: Metadata = { title: 'Subscribers' };

export default async function SubscribersPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const initial = await readList(subscriberList, searchParams, (caller, input) =>
    caller.subscriber.listAll(input),
  );
  return <SubscribersTable initial={initial} />;
}
