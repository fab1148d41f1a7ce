import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { subscribersIn, withSubscribers } from '@/components/format/subscriber-name.ts';
import { readList } from '../read-list.ts';
import { paymentList } from './list.ts';
import { PaymentsTable } from './payments-table.tsx';

export const metadata: Metadata = { title: 'Payments' };

export default async function PaymentsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const initial = await readList(paymentList, searchParams, async (caller, input) => {
    const answer = await caller.payment.listAll(input);
    const names = await caller.labels.of({ ids: subscribersIn(answer.data) });
    return { ...answer, data: withSubscribers(answer.data, names) };
  });
  return <PaymentsTable initial={initial} />;
}
