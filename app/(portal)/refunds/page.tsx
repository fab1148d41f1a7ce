import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { subscribersIn, withSubscribers } from '@/components/format/subscriber-name.ts';
import { readList } from '../read-list.ts';
import { refundList } from './list.ts';
import { RefundsTable } from './refunds-table.tsx';

export const metadata: Metadata = { title: 'Refunds' };

export default async function RefundsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const initial = await readList(refundList, searchParams, async (caller, input) => {
    const answer = await caller.refund.listAll(input);
    const names = await caller.labels.of({ ids: subscribersIn(answer.data) });
    return { ...answer, data: withSubscribers(answer.data, names) };
  });
  return <RefundsTable initial={initial} />;
}
