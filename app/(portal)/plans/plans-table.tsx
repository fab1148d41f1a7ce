'use client';

import { useMemo } from 'react';
import { MoneyText } from '@/components/format/money-text.tsx';
import { speedsOf } from '@/components/format/speeds.ts';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { ImportLink } from '@/components/table/import-link.tsx';
import type { InitialList } from '@/components/table/list-definition.ts';
import { ListPage } from '@/components/table/list-page.tsx';
import type { TableColumn } from '@/components/table/table-column.ts';
import { changedColumn } from '@/components/table/time-columns.tsx';
import { listOf } from '@/components/table/use-list.ts';
import { trpc } from '@/components/trpc/client.ts';
import { daysText } from '@/server/contract/days.ts';
import type { FloorTier } from '@/server/contract/floors.ts';
import type { PlanSnapshot } from '@/server/contract/plan.ts';
import { capOf } from '@/server/contract/texts/bytes.ts';
import { bulkActions } from './bulk-actions.tsx';
import { marginOf, statusOf } from './labels.ts';
import { planList } from './list.ts';

const useList = listOf<PlanSnapshot>(trpc.plan.list);

type PlansTableProps = { initial?: InitialList<PlanSnapshot>; floors: FloorTier[] };

export function PlansTable({ initial, floors }: PlansTableProps) {
  const columns = useMemo(() => columnsWith(floors), [floors]);
  return (
    <ListPage
      actions={<ImportLink type="plans" />}
      permission="plans:write"
      create={{ label: 'New plan', href: '/plans/new' }}
      definition={planList}
      columns={columns}
      initial={initial}
      useList={useList}
      rowHref={(row) => `/plans/${row.id}`}
      bulkActions={bulkActions}
      empty={{
        title: 'No plans yet',
        description:
          'A plan is a priced internet package: a speed, a price and a cycle length. Create the first one.',
      }}
    />
  );
}

function columnsWith(floors: FloorTier[]): TableColumn<PlanSnapshot>[] {
  return [
    { key: 'planName', title: 'Plan', sortable: true, render: (row) => row.planName },
    {
      key: 'status',
      title: 'Status',
      card: 'badge',
      render: (row) => <StatusBadge {...statusOf(row)} />,
    },
    {
      key: 'priceAmount',
      title: 'Price',
      sortable: true,
      align: 'right',
      render: (row) => <MoneyText amount={row.priceAmount} currency={row.priceCurrency} />,
    },
    {
      key: 'margin',
      title: 'Above floor',
      from: 'medium',
      align: 'right',
      render: (row) => (
        <MoneyText amount={marginOf(row, floors)} currency={row.priceCurrency} empty="no floor" />
      ),
    },
    {
      key: 'downloadSpeedMbps',
      title: 'Down / up',
      sortable: true,
      align: 'right',
      render: (row) => (
        <span className="tabular" style={{ whiteSpace: 'nowrap' }}>
          {speedsOf(row)}
        </span>
      ),
    },
    {
      key: 'billingCycleDays',
      title: 'Cycle',
      from: 'medium',
      align: 'right',
      render: (row) => <span className="tabular">{daysText(row.billingCycleDays)}</span>,
    },
    {
      key: 'dataCapMb',
      title: 'Data cap',
      from: 'medium',
      align: 'right',
      render: (row) => <span className="tabular">{capOf(row.dataCapMb)}</span>,
    },
    {
      key: 'graceDays',
      title: 'Grace period',
      align: 'right',
      defaultVisible: false,
      render: (row) => <span className="tabular">{daysText(row.graceDays)}</span>,
    },
    {
      key: 'createdAt',
      card: 'hidden',
      title: 'Created',
      from: 'medium',
      sortable: true,
      render: (row) => <TimeText value={row.createdAt} detail="day" />,
    },
    changedColumn,
  ];
}
