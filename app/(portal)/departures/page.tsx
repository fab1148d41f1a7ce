import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { readList } from '../read-list.ts';
import { DeparturesTable } from './departures-table.tsx';
import { departureList } from './list.ts';
import { namedIn, withNames } from './named-departure.ts';

export const metadata: Metadata = { title: 'Cancellations' };

export default async function DeparturesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const initial = await readList(departureList, searchParams, async (caller, input) => {
    const answer = await caller.departure.list(input);
    const names = await caller.labels.of({ ids: namedIn(answer.data) });
    return { ...answer, data: withNames(answer.data, names) };
  });
  return <DeparturesTable initial={initial} />;
}
