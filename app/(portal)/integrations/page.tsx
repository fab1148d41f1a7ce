import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { readList } from '../read-list.ts';
import { IntegrationsTable } from './integrations-table.tsx';
import { integrationList, withHealth } from './list.ts';

export const metadata: Metadata = { title: 'Integrations' };

type IntegrationsPageProps = { searchParams: Promise<SearchParams> };

export default async function IntegrationsPage({ searchParams }: IntegrationsPageProps) {
  const initial = await readList(integrationList, searchParams, async (caller, input) => {
    const [answer, health] = await Promise.all([
      caller.integration.listAll(input),
      caller.integration.health(),
    ]);
    return { ...answer, data: withHealth(answer.data, health) };
  });
  return <IntegrationsTable initial={initial} />;
}
