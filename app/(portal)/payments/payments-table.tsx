'use client';

import { parseAsString, useQueryState } from 'nuqs';
import { MoneyText } from '@/components/format/money-text.tsx';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { namedBySubscriber, type OfSubscriber } from '@/components/format/subscriber-name.ts';
import { TimeText } from '@/components/format/time-text.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { openerOf } from '@/components/shell/use-dialog.ts';
import type { InitialList } from '@/components/table/list-definition.ts';
import { ListPage } from '@/components/table/list-page.tsx';
import type { TableColumn } from '@/components/table/table-column.ts';
import { changedColumn } from '@/components/table/time-columns.tsx';
import { totalsOf } from '@/components/table/totals.tsx';
import { namedListOf } from '@/components/table/use-named-rows.ts';
import { trpc } from '@/components/trpc/client.ts';
import { railTitles } from '@/server/contract/enums.ts';
import type { PaymentSnapshot } from '@/server/contract/payment.ts';
import { badgeOf, targetName } from './labels.ts';
import { paymentList } from './list.ts';
import { PaymentViews } from './payment-views.tsx';

const RecordPayment = lazyPart(() => import('./record-payment-dialog.tsx'), 'RecordPaymentDialog');

type NamedPayment = OfSubscriber<PaymentSnapshot>;

const naming = namedBySubscriber<PaymentSnapshot>();

const useList = namedListOf(trpc.payment.listAll, naming);

const useTotals = totalsOf(trpc.payment.totals, {
  amount: 'Total',
  received: 'Received',
  refunded: 'Refunded',
});

const columns: TableColumn<NamedPayment>[] = [
  { key: 'reference', title: 'Reference', render: (row) => row.reference },
  { key: 'subscriber', title: 'Subscriber', render: (row) => row.subscriberName ?? '…' },
  {
    key: 'status',
    title: 'Status',
    card: 'badge',
    render: (row) => <StatusBadge {...badgeOf(row)} />,
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
    key: 'refundedAmount',
    title: 'Refunded',
    from: 'wide',
    align: 'right',
    render: (row) =>
      row.refundedAmount > 0 ? <MoneyText amount={row.refundedAmount} currency={row.currency} /> : '–',
  },
  { key: 'rail', title: 'Payment method', from: 'wide', render: (row) => railTitles[row.rail] },
  { key: 'target', title: 'For', from: 'wide', render: targetName },
  {
    key: 'completedAt',
    title: 'Completed',
    from: 'medium',
    sortable: true,
    render: (row) => <TimeText value={row.completedAt} />,
  },
  {
    key: 'expiresAt',
    title: 'Expires',
    defaultVisible: false,
    render: (row) => <TimeText value={row.expiresAt} />,
  },
  {
    key: 'createdAt',
    title: 'Created',
    from: 'wide',
    sortable: true,
    card: 'hidden',
    render: (row) => <TimeText value={row.createdAt} />,
  },
  changedColumn,
];

export function PaymentsTable({ initial }: { initial?: InitialList<NamedPayment> }) {
  const seesRevenue = useCan('revenue:read');
  // In the URL, so that a command or a subscriber's page can link to the dialog: `1`, or the id of the subscriber.
  const [recording, setRecording] = useQueryState('record', parseAsString);
  return (
    <>
      <ListPage
        permission="payments:collect"
        create={{ label: 'Record payment', ...openerOf(() => void setRecording('1')) }}
        views={<PaymentViews />}
        definition={paymentList}
        columns={columns}
        initial={initial}
        useList={useList}
        useTotals={seesRevenue ? useTotals : undefined}
        rowHref={(row) => `/payments/${row.id}`}
        empty={{
          title: 'No payments yet',
          description: 'A payment settles an invoice, a charge or the first cycle of a subscription.',
        }}
      />
      {recording !== null && (
        <RecordPayment
          subscriberId={recording.startsWith('sub_') ? recording : ''}
          onClose={() => void setRecording(null)}
        />
      )}
    </>
  );
}
