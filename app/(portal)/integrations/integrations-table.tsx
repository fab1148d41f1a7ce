'use client';

import { StatusBadge } from '@/components/format/status-badge.tsx';
import type { InitialList } from '@/components/table/list-definition.ts';
import { ListPage } from '@/components/table/list-page.tsx';
import type { TableColumn } from '@/components/table/table-column.ts';
import { changedColumn, createdColumn } from '@/components/table/time-columns.tsx';
import { listOf, type UseList } from '@/components/table/use-list.ts';
import { trpc } from '@/components/trpc/client.ts';
import { adapterNames, stateOf } from './labels.ts';
import { integrationList, type WatchedIntegration, withHealth } from './list.ts';

const columns: TableColumn<WatchedIntegration>[] = [
  { key: 'name', title: 'Name', render: (row) => row.name },
  { key: 'adapter', title: 'Adapter', render: (row) => adapterNames[row.adapter] },
  {
    key: 'tariffMap',
    title: 'Mapped tariffs',
    align: 'right',
    render: (row) => <span className="tabular">{Object.keys(row.tariffMap).length}</span>,
  },
  {
    key: 'status',
    title: 'Status',
    card: 'badge',
    render: ({ status, health }) => <StatusBadge status={status} {...stateOf(status, health)} />,
  },
  createdColumn,
  changedColumn,
];

const useIntegrations = listOf<WatchedIntegration>(trpc.integration.listAll);

const useList: UseList<WatchedIntegration> = (input, options) => {
  const query = useIntegrations(input, options);
  const health = trpc.integration.health.useQuery();
  const data = query.data && { ...query.data, data: withHealth(query.data.data, health.data) };
  // The rows that the server read with the page are shown until newer ones are loaded.
  return { ...query, data: health.data ? data : (options.initialData ?? data) };
};

/** The list of integrations. */
export function IntegrationsTable({ initial }: { initial?: InitialList<WatchedIntegration> }) {
  return (
    <ListPage
      permission="developers:write"
      create={{ label: 'New integration', href: '/integrations/new' }}
      definition={integrationList}
      columns={columns}
      initial={initial}
      useList={useList}
      rowHref={(row) => `/integrations/${row.id}`}
      empty={{
        title: 'No integrations yet',
        description:
          'An integration imports services of another billing system as subscriptions, and maps its tariffs to plans.',
      }}
    />
  );
}
