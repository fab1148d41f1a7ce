import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { subscribersIn, withSubscribers } from '@/components/format/subscriber-name.ts';
import { readList } from '../read-list.ts';
import { sessionList } from './list.ts';
import { SessionsTable } from './sessions-table.tsx';

export const metadata: Metadata = { title: 'Network' };

export default async function NetworkPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const initial = await readList(sessionList, searchParams, async (caller, input) => {
    const answer = await caller.networkSession.listAll(input);
    const names = await caller.labels.of({ ids: subscribersIn(answer.data) });
    return { ...answer, data: withSubscribers(answer.data, names) };
  });
  return <SessionsTable initial={initial} />;
}
