'use client';

import { Group } from '@mantine/core';
import { listHref } from '@/components/data/list-definition.ts';
import { MoneyText } from '@/components/data/money-text.tsx';
import { RelatedList } from '@/components/data/related-list.tsx';
import { humanize, StatusBadge } from '@/components/data/status-badge.tsx';
import { TimeText } from '@/components/data/time-text.tsx';
import { trpc } from '@/components/trpc/client.ts';
import { paymentList } from './list.ts';
import { standingOf } from './words.ts';

type RelatedPaymentsProps = {
  title?: string;
  /** Whose or what for; the whole list is filtered by the same. */
  filters: Partial<Record<'subscriberId' | 'subscriptionId' | 'chargeId' | 'invoiceId', string>>;
  empty: string;
  limit?: number;
};

/** The newest payments of one thing, and the way to all of them. */
export function RelatedPayments({ title = 'Payments', filters, empty, limit = 5 }: RelatedPaymentsProps) {
  const query = trpc.payment.list.useQuery({ ...filters, limit });
  return (
    <RelatedList
      title={title}
      query={query}
      href={(row) => `/payments/${row.id}`}
      primary={(row) => row.reference}
      secondary={(row) => (
        <Group gap="4px 12px">
          <TimeText value={row.completedAt ?? row.createdAt} />
          <span>{humanize(row.rail)}</span>
        </Group>
      )}
      aside={(row) => (
        <>
          <MoneyText amount={row.amount} currency={row.currency} />
          <StatusBadge {...standingOf(row)} />
        </>
      )}
      empty={empty}
      all={{ label: 'All payments', href: listHref(paymentList, { filters }) }}
    />
  );
}
