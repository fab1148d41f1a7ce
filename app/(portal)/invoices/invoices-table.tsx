'use client';

import { useMemo } from 'react';
import { invoiceKindNames } from '@/components/format/invoice-kind.ts';
import { MoneyText } from '@/components/format/money-text.tsx';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { namedBySubscriber, type OfSubscriber } from '@/components/format/subscriber-name.ts';
import { TimeText } from '@/components/format/time-text.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import type { InitialList } from '@/components/table/list-definition.ts';
import { ListPage } from '@/components/table/list-page.tsx';
import type { TableColumn } from '@/components/table/table-column.ts';
import { changedColumn } from '@/components/table/time-columns.tsx';
import { totalsOf } from '@/components/table/totals.tsx';
import { namedListOf } from '@/components/table/use-named-rows.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { InvoiceSnapshot } from '@/server/contract/invoice.ts';
import type { InvoiceAgeing } from '@/server/contract/portal/invoice.ts';
import { AgeingViews } from './ageing-views.tsx';
import { bulkActions } from './bulk-actions.tsx';
import { dueText } from './labels.ts';
import { invoiceList } from './list.ts';

type NamedInvoice = OfSubscriber<InvoiceSnapshot>;

const naming = namedBySubscriber<InvoiceSnapshot>();

const useList = namedListOf(trpc.invoice.listAll, naming);

const useTotals = totalsOf(trpc.invoice.totals, {
  total: 'Total',
  amountDue: 'Due',
  voided: 'Void',
});

type InvoicesTableProps = {
  initial?: InitialList<NamedInvoice>;
  initialAgeing: InvoiceAgeing;
  /** The provider's time when the page was rendered. It decides what is overdue. */
  now: string;
};

export function InvoicesTable({ initial, initialAgeing, now }: InvoicesTableProps) {
  const seesRevenue = useCan('revenue:read');
  const columns = useMemo(() => columnsAt(now), [now]);
  return (
    <ListPage
      permission="payments:collect"
      views={<AgeingViews initial={initialAgeing} />}
      definition={invoiceList}
      columns={columns}
      initial={initial}
      useList={useList}
      useTotals={seesRevenue ? useTotals : undefined}
      rowHref={(row) => `/invoices/${row.id}`}
      bulkActions={bulkActions}
      empty={{
        title: 'No invoices yet',
        description:
          'The first invoice is issued with the first payment of a subscription, and another with each renewal.',
      }}
    />
  );
}

function columnsAt(now: string): TableColumn<NamedInvoice>[] {
  return [
    { key: 'number', title: 'Number', sortable: true, width: 130, render: (row) => row.number },
    { key: 'subscriber', title: 'Subscriber', render: (row) => row.subscriberName ?? '…' },
    {
      key: 'status',
      title: 'Status',
      card: 'badge',
      render: (row) => {
        const due = dueText(row, now);
        return (
          <StatusBadge
            status={row.status}
            reason={due?.text ?? null}
            tone={due?.isOverdue ? 'red' : undefined}
          />
        );
      },
    },
    { key: 'kind', title: 'Kind', from: 'wide', render: (row) => invoiceKindNames[row.kind] },
    {
      key: 'total',
      title: 'Total',
      card: 'amount',
      sortable: true,
      align: 'right',
      render: (row) => <MoneyText amount={row.total} currency={row.currency} />,
    },
    {
      key: 'amountDue',
      title: 'Amount due',
      from: 'medium',
      align: 'right',
      render: (row) =>
        row.amountDue === 0 ? '–' : <MoneyText amount={row.amountDue} currency={row.currency} />,
    },
    {
      key: 'tax',
      title: 'Tax',
      align: 'right',
      defaultVisible: false,
      render: (row) => <MoneyText amount={row.tax} currency={row.currency} />,
    },
    {
      key: 'amountRefunded',
      title: 'Refunded',
      align: 'right',
      defaultVisible: false,
      render: (row) => <MoneyText amount={row.amountRefunded} currency={row.currency} />,
    },
    {
      key: 'dueAt',
      title: 'Due',
      from: 'medium',
      sortable: true,
      render: (row) => <TimeText value={row.dueAt} detail="day" />,
    },
    {
      key: 'createdAt',
      title: 'Issued',
      from: 'wide',
      sortable: true,
      render: (row) => <TimeText value={row.issuedAt} detail="day" />,
    },
    {
      key: 'paidAt',
      title: 'Paid',
      defaultVisible: false,
      render: (row) => <TimeText value={row.paidAt} />,
    },
    { ...changedColumn, card: 'hidden' },
  ];
}
