import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { servicesIn, withServices } from '@/components/format/service-names.ts';
import type { DepartureReasonCounts } from '@/server/contract/portal/departure.ts';
import { readList } from '../read-list.ts';
import { DeparturesTable } from './departures-table.tsx';
import { beyondReasons, departureList } from './list.ts';

export const metadata: Metadata = { title: 'Cancellations' };

export default async function DeparturesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  let reasons: DepartureReasonCounts | undefined;
  const initial = await readList(departureList, searchParams, async (caller, input) => {
    const [answer, counts] = await Promise.all([
      caller.departure.list(input),
      caller.departure.reasons(beyondReasons(input)),
    ]);
    reasons = counts;
    const names = await caller.labels.of({ ids: servicesIn(answer.data) });
    return { ...answer, data: withServices(answer.data, names) };
  });
  return <DeparturesTable initial={initial} reasons={reasons} />;
}
