import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { readListInput } from '@/components/data/list-definition.ts';
import { portalCaller, portalSession } from '../../session.ts';
import { subscriptionList } from './list.ts';
import { namedIn, withNames } from './names.ts';
import { SubscriptionsTable } from './subscriptions-table.tsx';

export const metadata: Metadata = { title: 'Subscriptions' };

export default async function SubscriptionsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [session, caller] = await Promise.all([portalSession(), portalCaller()]);
  const input = await readListInput(subscriptionList, searchParams, session?.provider.timeZone ?? 'UTC');
  // What stands in the address may be wrong; the table then says so in the API's words.
  const answer = await caller.subscription.list(input as never).catch(() => undefined);
  const names = answer && (await caller.labels.of({ ids: namedIn(answer.data) }));
  const initial = answer && { input, answer: { ...answer, data: withNames(answer.data, names) } };
  return <SubscriptionsTable initial={initial} />;
}
