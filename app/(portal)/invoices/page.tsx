import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { subscribersIn, withSubscribers } from '@/components/format/subscriber-name.ts';
import { portalCaller } from '../../session.ts';
import { readNow } from '../provider-now.ts';
import { readList } from '../read-list.ts';
import { InvoicesTable } from './invoices-table.tsx';
import { invoiceList } from './list.ts';

export const metadata: Metadata = { title: 'Invoices' };

export default async function InvoicesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [initial, ageing, now] = await Promise.all([
    readList(invoiceList, searchParams, async (caller, input) => {
      const answer = await caller.invoice.listAll(input);
      const names = await caller.labels.of({ ids: subscribersIn(answer.data) });
      return { ...answer, data: withSubscribers(answer.data, names) };
    }),
    portalCaller().then((caller) => caller.invoice.ageing({})),
    readNow(),
  ]);
  return <InvoicesTable initial={initial} initialAgeing={ageing} now={now} />;
}
