'use client';

import { MoneyText } from '@/components/format/money-text.tsx';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { namedBySubscriber, type OfSubscriber } from '@/components/format/subscriber-name.ts';
import { TimeText } from '@/components/format/time-text.tsx';
import { ImportLink } from '@/components/table/import-link.tsx';
import type { InitialList } from '@/components/table/list-definition.ts';
import { ListPage } from '@/components/table/list-page.tsx';
import type { TableColumn } from '@/components/table/table-column.ts';
import { namedListOf } from '@/components/table/use-named-rows.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { ReceiptSnapshot } from '@/server/contract/receipt.ts';
import { receiptList } from './list.ts';

type NamedReceipt = OfSubscriber<ReceiptSnapshot>;

const useList = namedListOf(trpc.receipt.listAll, namedBySubscriber<ReceiptSnapshot>());

const columns: TableColumn<NamedReceipt>[] = [
  { key: 'transactionId', title: 'Transaction', render: (row) => row.transactionId },
  {
    key: 'amount',
    title: 'Amount',
    card: 'amount',
    sortable: true,
    align: 'right',
    render: (row) => <MoneyText amount={row.amount} currency={row.currency} />,
  },
  { key: 'status', title: 'Status', card: 'badge', render: (row) => <StatusBadge status={row.status} /> },
  { key: 'accountNumber', title: 'Entered account', render: (row) => row.accountNumber ?? '–' },
  {
    key: 'payer',
    title: 'Payer',
    from: 'medium',
    render: (row) => [row.payerName, row.payer].filter(Boolean).join(', ') || '–',
  },
  {
    key: 'subscriber',
    title: 'Subscriber',
    render: (row) => (row.subscriberId ? (row.subscriberName ?? '…') : '–'),
  },
  { key: 'paidAt', title: 'Paid', sortable: true, render: (row) => <TimeText value={row.paidAt} /> },
];

/** Money that customers sent on their own. A receipt without a match waits to be assigned. */
export function ReceiptsTable({ initial }: { initial?: InitialList<NamedReceipt> }) {
  return (
    <ListPage
      permission="payments:write"
      actions={<ImportLink type="mpesaStatement" label="Upload a statement" />}
      definition={receiptList}
      columns={columns}
      initial={initial}
      useList={useList}
      rowHref={(row) => `/receipts/${row.id}`}
      empty={{
        title: 'No receipts yet',
        description:
          'Money that customers send to your paybill or till on their own appears here, once M-Pesa is connected under Gateways.',
      }}
    />
  );
}
