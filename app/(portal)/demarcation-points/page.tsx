import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { readListInput } from '@/components/data/list-definition.ts';
import { portalCaller, portalSession } from '../../session.ts';
import { DemarcationPointsTable } from './demarcation-points-table.tsx';
import { demarcationPointList } from './list.ts';

export const metadata: Metadata = { title: 'Demarcation points' };

type DemarcationPointsPageProps = { searchParams: Promise<SearchParams> };

export default async function DemarcationPointsPage({ searchParams }: DemarcationPointsPageProps) {
  const [session, caller] = await Promise.all([portalSession(), portalCaller()]);
  const timeZone = session?.provider.timeZone ?? 'UTC';
  const input = await readListInput(demarcationPointList, searchParams, timeZone);
  // What stands in the address may be wrong; the table then says so in the API's words.
  const answer = await caller.demarcationPoint.list(input as never).catch(() => undefined);
  return <DemarcationPointsTable initial={answer && { input, answer }} />;
}
