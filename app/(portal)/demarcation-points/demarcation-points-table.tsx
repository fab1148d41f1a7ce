'use client';

import { StatusBadge } from '@/components/format/status-badge.tsx';
import type { InitialList } from '@/components/table/list-definition.ts';
import { ListPage } from '@/components/table/list-page.tsx';
import type { TableColumn } from '@/components/table/table-column.ts';
import { changedColumn, createdColumn } from '@/components/table/time-columns.tsx';
import { listOf } from '@/components/table/use-list.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { DemarcationPointSnapshot } from '@/server/contract/demarcation-point.ts';
import { bulkActions } from './bulk-actions.tsx';
import { accessTypeNames } from './labels.ts';
import { demarcationPointList } from './list.ts';

const columns: TableColumn<DemarcationPointSnapshot>[] = [
  { key: 'name', title: 'Name', sortable: true, render: (row) => row.name },
  { key: 'accessType', title: 'Access', render: (row) => accessTypeNames[row.accessType] },
  {
    key: 'address',
    title: 'Address',
    render: (row) => [row.street, row.city].filter(Boolean).join(', ') || '–',
  },
  {
    key: 'nasIdentifier',
    title: 'NAS',
    render: (row) => (row.nasIdentifier ? <span className="mono">{row.nasIdentifier}</span> : '–'),
  },
  { key: 'status', title: 'Status', card: 'badge', render: (row) => <StatusBadge status={row.status} /> },
  { ...createdColumn, from: 'medium' },
  changedColumn,
];

const useList = listOf<DemarcationPointSnapshot>(trpc.demarcationPoint.list);

export function DemarcationPointsTable({ initial }: { initial?: InitialList<DemarcationPointSnapshot> }) {
  return (
    <ListPage
      permission="demarcation-points:write"
      create={{ label: 'New demarcation point', href: '/demarcation-points/new' }}
      definition={demarcationPointList}
      columns={columns}
      initial={initial}
      useList={useList}
      rowHref={(row) => `/demarcation-points/${row.id}`}
      bulkActions={bulkActions}
      empty={{
        title: 'No demarcation points yet',
        description:
          'A demarcation point is where your network ends at a customer: a building, a mast, a cabinet. Each subscription is at one.',
      }}
    />
  );
}
