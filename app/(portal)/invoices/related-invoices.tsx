'use client';

import { Group } from '@mantine/core';
import { RelatedList } from '@/components/detail/related-list.tsx';
import { invoiceKindNames } from '@/components/format/invoice-kind.ts';
import { MoneyText } from '@/components/format/money-text.tsx';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { listHref } from '@/components/table/list-definition.ts';
import { trpc } from '@/components/trpc/client.ts';
import { isOpenInvoice } from '@/server/contract/invoice-rules.ts';
import { dueText } from './labels.ts';
import { invoiceList } from './list.ts';

type RelatedInvoicesProps = {
  /** The subscriber or the subscription. The linked list has the same filters. */
  filters: { subscriberId: string } | { subscriptionId: string };
  /** The name of a subscription, where rows are of several. */
  nameOf?: (subscriptionId: string) => string;
  /** The provider's time, which decides what is overdue. */
  now: string;
  limit?: number;
};

/** The newest invoices of a subscriber or a subscription, with a link to all of them. */
export function RelatedInvoices({ filters, nameOf, now, limit = 10 }: RelatedInvoicesProps) {
  const query = trpc.invoice.list.useQuery({ ...filters, limit });
  return (
    <RelatedList
      title="Invoices"
      query={query}
      href={(row) => `/invoices/${row.id}`}
      primary={(row) => row.number}
      secondary={(row) => (
        <Group gap="2px 12px">
          <span>{invoiceKindNames[row.kind]}</span>
          <span>
            issued <TimeText value={row.issuedAt} detail="day" />
          </span>
          {isOpenInvoice(row) && (
            <span>
              due <TimeText value={row.dueAt} detail="day" />
            </span>
          )}
          {nameOf && <span>{nameOf(row.subscriptionId)}</span>}
        </Group>
      )}
      aside={(row) => {
        const due = dueText(row, now);
        return (
          <>
            <MoneyText amount={row.total} currency={row.currency} />
            <StatusBadge
              status={row.status}
              reason={due?.text ?? null}
              tone={due?.isOverdue ? 'red' : undefined}
            />
          </>
        );
      }}
      empty="No invoices yet. The first one is issued with the first payment of a subscription."
      all={{ label: 'All invoices', href: listHref(invoiceList, { filters }) }}
    />
  );
}
