import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { readList } from '../read-list.ts';
import { planList } from './list.ts';
import { loadFloors } from './load.ts';
import { PlansTable } from './plans-table.tsx';

export const metadata: Metadata = { title: 'Plans' };

export default async function PlansPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [initial, floors] = await Promise.all([
    readList(planList, searchParams, (caller, input) => caller.plan.list(input)),
    loadFloors(),
  ]);
  return <PlansTable initial={initial} floors={floors} />;
}
