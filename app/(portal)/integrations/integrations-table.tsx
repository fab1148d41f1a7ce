'use client';

import { StatusBadge } from '@/components/format/status-badge.tsx';
import type { InitialList } from '@/components/table/list-definition.ts';
import { ListPage } from '@/components/table/list-page.tsx';
import type { TableColumn } from '@/components/table/table-column.ts';
import { changedColumn, createdColumn } from '@/components/table/time-columns.tsx';
import { listOf } from '@/components/table/use-list.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { IntegrationSnapshot } from '@/server/contract/integration.ts';
import { adapterNames } from './labels.ts';
import { integrationList } from './list.ts';

const columns: TableColumn<IntegrationSnapshot>[] = [
  { key: 'name', title: 'Name', render: (row) => row.name },
  { key: 'adapter', title: 'Adapter', render: (row) => adapterNames[row.adapter] },
  {
    key: 'tariffMap',
    title: 'Mapped tariffs',
    align: 'right',
    render: (row) => <span className="tabular">{Object.keys(row.tariffMap).length}</span>,
  },
  { key: 'status', title: 'Status', card: 'badge', render: (row) => <StatusBadge status={row.status} /> },
  createdColumn,
  changedColumn,
];

const useList = listOf<IntegrationSnapshot>(trpc.integration.listAll);

export function IntegrationsTable({ initial }: { initial?: InitialList<IntegrationSnapshot> }) {
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
