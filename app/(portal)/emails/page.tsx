import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { subscribersIn, withSubscribers } from '@/components/format/subscriber-name.ts';
import { readList } from '../read-list.ts';
import { EmailsTable } from './emails-table.tsx';
import { emailList } from './list.ts';

export const metadata: Metadata = { title: 'Messages' };

export default async function EmailsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const initial = await readList(emailList, searchParams, async (caller, input) => {
    const answer = await caller.email.list(input);
    const names = await caller.labels.of({ ids: subscribersIn(answer.data) });
    return { ...answer, data: withSubscribers(answer.data, names) };
  });
  return <EmailsTable initial={initial} />;
}
