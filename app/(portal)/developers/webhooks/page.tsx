import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { readList } from '../../read-list.ts';
import { webhookList, withHealth } from './list.ts';
import { WebhooksTable } from './webhooks-table.tsx';

export const metadata: Metadata = { title: 'Webhooks' };

export default async function WebhooksPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const initial = await readList(webhookList, searchParams, async (caller, input) => {
    const [answer, health] = await Promise.all([caller.webhook.listAll(input), caller.webhook.health()]);
    return { ...answer, data: withHealth(answer.data, health) };
  });
  return <WebhooksTable initial={initial} />;
}
