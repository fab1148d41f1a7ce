'use client';

import { Box } from '@mantine/core';
import { MoneyText } from '@/components/format/money-text.tsx';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { namedBySubscriber, type OfSubscriber } from '@/components/format/subscriber-name.ts';
import { TimeText } from '@/components/format/time-text.tsx';
import type { InitialList } from '@/components/table/list-definition.ts';
import { ListPage } from '@/components/table/list-page.tsx';
import { QuickViews, viewsOf } from '@/components/table/quick-views.tsx';
import type { TableColumn } from '@/components/table/table-column.ts';
import { changedColumn, createdColumn } from '@/components/table/time-columns.tsx';
import { totalsOf } from '@/components/table/totals.tsx';
import { namedListOf } from '@/components/table/use-named-rows.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { ChargeSnapshot } from '@/server/contract/charge.ts';
import { chargeTabs } from '@/server/contract/portal/list-tabs.ts';
import { formatMoney } from '@/server/contract/texts/format-money.ts';
import { bulkActions } from './bulk-actions.tsx';
import { chargeList } from './list.ts';

type NamedCharge = OfSubscriber<ChargeSnapshot>;

type Pending = { currency: string; count: number; amount: number }[];

const columns: TableColumn<NamedCharge>[] = [
  { key: 'description', title: 'Description', render: (row) => row.description },
  { key: 'subscriber', title: 'Subscriber', render: (row) => row.subscriberName ?? '…' },
  {
    key: 'status',
    title: 'Status',
    sortable: true,
    card: 'badge',
    render: (row) => (
      <Box maw={{ base: 190, xs: 140, lg: 190 }} display="flex">
        <StatusBadge status={row.status} reason={row.reason} />
      </Box>
    ),
  },
  {
    key: 'amount',
    title: 'Amount',
    card: 'amount',
    sortable: true,
    align: 'right',
    render: (row) => <MoneyText amount={row.amount} currency={row.currency} />,
  },
  {
    key: 'kind',
    title: 'Kind',
    from: 'wide',
    render: (row) => (row.installationId ? 'Installation fee' : 'One-time'),
  },
  {
    key: 'expiresAt',
    title: 'Due until',
    from: 'medium',
    sortable: true,
    render: (row) => <TimeText value={row.expiresAt} empty="No limit" />,
  },
  { ...createdColumn, from: 'wide' },
  {
    key: 'paidAt',
    title: 'Paid',
    defaultVisible: false,
    render: (row) => <TimeText value={row.paidAt} />,
  },
  { ...changedColumn, card: 'hidden' },
];

const naming = namedBySubscriber<ChargeSnapshot>();

const useList = namedListOf(trpc.charge.listAll, naming);

const useTotals = totalsOf(trpc.charge.totals, { amount: 'Total', due: 'Due' });

type ChargesTableProps = {
  initial?: InitialList<NamedCharge>;
  initialPending: Pending;
};

export function ChargesTable({ initial, initialPending }: ChargesTableProps) {
  return (
    <ListPage
      permission="charges:write"
      create={{ label: 'New charge', href: '/charges/new' }}
      views={<ChargeViews initialPending={initialPending} />}
      definition={chargeList}
      columns={columns}
      initial={initial}
      useList={useList}
      useTotals={useTotals}
      rowHref={(row) => `/charges/${row.id}`}
      bulkActions={bulkActions}
      empty={{
        title: 'No charges yet',
        description:
          'A charge is a one-time amount, such as a router, a visit or an installation fee. No invoice is issued for it.',
      }}
    />
  );
}

/** Quick views: charges by status, and the sums of those that are pending. */
function ChargeViews({ initialPending }: { initialPending: Pending }) {
  const { data: counts } = trpc.charge.counts.useQuery({});
  const { data: sums } = trpc.charge.pending.useQuery({}, { initialData: initialPending });
  const due = sums.map(({ amount, currency }) => formatMoney(amount, currency)).join(' · ');
  return (
    <QuickViews
      definition={chargeList}
      keys={['status']}
      views={viewsOf(chargeTabs, counts).map((view) =>
        view.filters.status === 'PENDING' ? { ...view, detail: due || 'nothing due' } : view,
      )}
    />
  );
}
