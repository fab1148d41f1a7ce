import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { readList } from '../read-list.ts';
import { IntegrationsTable } from './integrations-table.tsx';
import { integrationList } from './list.ts';

export const metadata: Metadata = { title: 'Integrations' };

type IntegrationsPageProps = { searchParams: Promise<SearchParams> };

export default async function IntegrationsPage({ searchParams }: IntegrationsPageProps) {
  const initial = await readList(integrationList, searchParams, (caller, input) =>
    caller.integration.listAll(input),
  );
  return <IntegrationsTable initial={initial} />;
}
