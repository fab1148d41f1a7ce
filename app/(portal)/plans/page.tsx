import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { readListInput } from '@/components/data/list-definition.ts';
import { portalCaller, portalSession } from '../../session.ts';
import { planList } from './list.ts';
import { readFloors } from './load.ts';
import { PlansTable } from './plans-table.tsx';

export const metadata: Metadata = { title: 'Plans' };

export default async function PlansPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [session, caller] = await Promise.all([portalSession(), portalCaller()]);
  const input = await readListInput(planList, searchParams, session?.provider.timeZone ?? 'UTC');
  const [answer, floors] = await Promise.all([
    // What stands in the address may be wrong; the table then says so in the API's words.
    caller.plan.list(input as never).catch(() => undefined),
    readFloors(),
  ]);
  return <PlansTable initial={answer && { input, answer }} floors={floors} />;
}
