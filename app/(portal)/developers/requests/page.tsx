import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { portalCaller } from '../../../session.ts';
import { readList } from '../../read-list.ts';
import { requestList } from './list.ts';
import { RequestsTable } from './requests-table.tsx';

export const metadata: Metadata = { title: 'API requests' };

export default async function RequestsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const caller = await portalCaller();
  const callers = await caller.apiRequest.callers();
  const definition = requestList(callers.map(({ id, name }) => ({ value: id, label: name })));
  const [initial, refused] = await Promise.all([
    readList(definition, searchParams, (api, input) => api.apiRequest.listAll(input)),
    caller.apiRequest.list({ outcome: 'refused', limit: 1 }),
  ]);
  return <RequestsTable definition={definition} initial={initial} refused={refused.meta.total} />;
}
