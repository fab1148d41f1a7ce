'use client';

import { MoneyText } from '@/components/format/money-text.tsx';
import { humanize } from '@/components/format/status-badge.tsx';
import { namedBySubscriber, type OfSubscriber } from '@/components/format/subscriber-name.ts';
import { TimeText } from '@/components/format/time-text.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import type { InitialList } from '@/components/table/list-definition.ts';
import { ListPage } from '@/components/table/list-page.tsx';
import type { TableColumn } from '@/components/table/table-column.ts';
import { totalsOf } from '@/components/table/totals.tsx';
import { namedListOf } from '@/components/table/use-named-rows.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { RefundSnapshot } from '@/server/contract/refund.ts';
import { refundList } from './list.ts';

type NamedRefund = OfSubscriber<RefundSnapshot>;

const naming = namedBySubscriber<RefundSnapshot>();

const useList = namedListOf(trpc.refund.listAll, naming);

const useTotals = totalsOf(trpc.refund.totals, { amount: 'Refunded' });

const columns: TableColumn<NamedRefund>[] = [
  { key: 'subscriber', title: 'Subscriber', render: (row) => row.subscriberName ?? '…' },
  {
    key: 'amount',
    title: 'Amount',
    card: 'amount',
    sortable: true,
    align: 'right',
    render: (row) => <MoneyText amount={row.amount} currency={row.currency} />,
  },
  { key: 'reason', title: 'Reason', render: (row) => humanize(row.reason) },
  { key: 'for', title: 'For', from: 'wide', render: (row) => (row.chargeId ? 'Charge' : 'Invoice') },
  { key: 'note', title: 'Note', from: 'medium', render: (row) => row.note ?? '–' },
  {
    key: 'createdAt',
    title: 'Refunded',
    sortable: true,
    render: (row) => <TimeText value={row.createdAt} />,
  },
];

export function RefundsTable({ initial }: { initial?: InitialList<NamedRefund> }) {
  const seesRevenue = useCan('revenue:read');
  return (
    <ListPage
      permission="payments:write"
      definition={refundList}
      columns={columns}
      initial={initial}
      useList={useList}
      useTotals={seesRevenue ? useTotals : undefined}
      rowHref={(row) => `/refunds/${row.id}`}
      empty={{
        title: 'No refunds yet',
        description: 'You can refund a completed payment, in full or in part, on its page.',
      }}
    />
  );
}
