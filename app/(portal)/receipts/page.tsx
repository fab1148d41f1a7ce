import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { subscribersIn, withSubscribers } from '@/components/format/subscriber-name.ts';
import { readList } from '../read-list.ts';
import { receiptList } from './list.ts';
import { ReceiptsTable } from './receipts-table.tsx';

export const metadata: Metadata = { title: 'Receipts' };

export default async function ReceiptsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const initial = await readList(receiptList, searchParams, async (caller, input) => {
    const answer = await caller.receipt.listAll(input);
    const names = await caller.labels.of({ ids: subscribersIn(answer.data) });
    return { ...answer, data: withSubscribers(answer.data, names) };
  });
  return <ReceiptsTable initial={initial} />;
}
