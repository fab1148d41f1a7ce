import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { readList } from '../read-list.ts';
import { DemarcationPointsTable } from './demarcation-points-table.tsx';
import { demarcationPointList } from './list.ts';

export const metadata: Metadata = { title: 'Demarcation points' };

type DemarcationPointsPageProps = { searchParams: Promise<SearchParams> };

export default async function DemarcationPointsPage({ searchParams }: DemarcationPointsPageProps) {
  const initial = await readList(demarcationPointList, searchParams, (caller, input) =>
    caller.demarcationPoint.list(input),
  );
  return <DemarcationPointsTable initial={initial} />;
}
