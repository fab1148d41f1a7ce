import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { subscribersIn, withSubscribers } from '@/components/format/subscriber-name.ts';
import { portalCaller } from '../../session.ts';
import { readList } from '../read-list.ts';
import { ChargesTable } from './charges-table.tsx';
import { chargeList } from './list.ts';

export const metadata: Metadata = { title: 'Charges' };

export default async function ChargesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [initial, pending] = await Promise.all([
    readList(chargeList, searchParams, async (caller, input) => {
      const answer = await caller.charge.listAll(input);
      const names = await caller.labels.of({ ids: subscribersIn(answer.data) });
      return { ...answer, data: withSubscribers(answer.data, names) };
    }),
    portalCaller().then((caller) => caller.charge.pending({})),
  ]);
  return <ChargesTable initial={initial} initialPending={pending} />;
}
