import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { readListInput } from '@/components/data/list-definition.ts';
import { portalCaller, portalSession } from '../../session.ts';
import { subscriberList } from './list.ts';
import { SubscribersTable } from './subscribers-table.tsx';

export const metadata: Metadata = { title: 'Subscribers' };

export default async function SubscribersPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [session, caller] = await Promise.all([portalSession(), portalCaller()]);
  const input = await readListInput(subscriberList, searchParams, session?.provider.timeZone ?? 'UTC');
  // What stands in the address may be wrong; the table then says so in the API's words.
  const answer = await caller.subscriber.list(input as never).catch(() => undefined);
  return <SubscribersTable initial={answer && { input, answer }} />;
}
