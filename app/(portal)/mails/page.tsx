import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { readList } from '../read-list.ts';
import { subscribersIn, withSubscribers } from '../subscribers/subscriber-name.ts';
import { mailOutbox } from './list.ts';
import { MailsTable } from './mails-table.tsx';

export const metadata: Metadata = { title: 'Mails' };

export default async function MailsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const initial = await readList(mailOutbox, searchParams, async (caller, input) => {
    const answer = await caller.mail.list(input);
    const names = await caller.labels.of({ ids: subscribersIn(answer.data) });
    return { ...answer, data: withSubscribers(answer.data, names) };
  });
  return <MailsTable initial={initial} />;
}
