'use client';

import type { InitialList } from '@/components/data/list-definition.ts';
import { ListPage } from '@/components/data/list-page.tsx';
import { MoneyText } from '@/components/data/money-text.tsx';
import type { ResourceTableProps } from '@/components/data/resource-table-props.ts';
import { humanize } from '@/components/data/status-badge.tsx';
import type { TableColumn } from '@/components/data/table-column.ts';
import { TimeText } from '@/components/data/time-text.tsx';
import { useNamedRows } from '@/components/data/use-named-rows.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { RefundSnapshot } from '@/server/contract/refund.ts';
import { namedBySubscriber, type OfSubscriber } from '../subscribers/of-subscriber.ts';
import { refundList } from './list.ts';

type NamedRefund = OfSubscriber<RefundSnapshot>;

const naming = namedBySubscriber<RefundSnapshot>();

const useList: ResourceTableProps<NamedRefund>['useList'] = (input, options) =>
  useNamedRows(trpc.refund.list.useQuery(input as never, options), naming);

const columns: TableColumn<NamedRefund>[] = [
  { key: 'subscriber', title: 'Subscriber', render: (row) => row.subscriberName ?? row.subscriberId },
  {
    key: 'amount',
    title: 'Amount',
    sortable: true,
    align: 'right',
    render: (row) => <MoneyText amount={row.amount} currency={row.currency} />,
  },
  { key: 'reason', title: 'Reason', render: (row) => humanize(row.reason) },
  { key: 'for', title: 'Of', render: (row) => (row.chargeId ? 'A charge' : 'An invoice') },
  { key: 'note', title: 'Note', render: (row) => row.note ?? '–' },
  {
    key: 'createdAt',
    title: 'Refunded',
    sortable: true,
    render: (row) => <TimeText value={row.createdAt} />,
  },
];

export function RefundsTable({ initial }: { initial?: InitialList<NamedRefund> }) {
  return (
    <ListPage
      title="Refunds"
      permission="payments:write"
      definition={refundList}
      columns={columns}
      initial={initial}
      useList={useList}
      rowHref={(row) => `/refunds/${row.id}`}
      empty={{
        title: 'No refunds yet',
        description: 'A completed payment can be refunded, in whole or in part, from its own page.',
      }}
    />
  );
}
