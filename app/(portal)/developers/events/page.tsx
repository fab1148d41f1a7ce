import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { readList } from '../../read-list.ts';
import { EventsTable } from './events-table.tsx';
import { eventList } from './list.ts';

export const metadata: Metadata = { title: 'Events' };

export default async function EventsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const initial = await readList(eventList, searchParams, (caller, input) => caller.event.list(input));
  return <EventsTable initial={initial} />;
}
