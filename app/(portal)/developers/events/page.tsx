import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { idsIn } from '@/server/contract/texts/describe-event.ts';
import { readList } from '../../read-list.ts';
import { idsOfAbout } from './about.ts';
import { EventsTable } from './events-table.tsx';
import { eventList } from './list.ts';

export const metadata: Metadata = { title: 'Events' };

export default async function EventsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const initial = await readList(eventList, searchParams, async (caller, input) => {
    const answer = await caller.event.listAll(input);
    const ids = answer.data.flatMap((event) => [...idsIn(event), ...idsOfAbout(event)]);
    const names = await caller.labels.of({ ids: [...new Set(ids)] });
    return { ...answer, data: answer.data.map((event) => ({ ...event, names })) };
  });
  return <EventsTable initial={initial} />;
}
