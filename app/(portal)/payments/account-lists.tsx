'use client';

import { Group } from '@mantine/core';
import { MoneyText } from '@/components/data/money-text.tsx';
import { RelatedList } from '@/components/data/related-list.tsx';
import { humanize, StatusBadge } from '@/components/data/status-badge.tsx';
import { TimeText } from '@/components/data/time-text.tsx';
import type { PaymentSnapshot } from '@/server/contract/payment.ts';
import type { RefundSnapshot } from '@/server/contract/refund.ts';

type Query<T> = Parameters<typeof RelatedList<T & { id: string }>>[0]['query'];

/** Payments that were made for one thing, which are few. */
export function PaymentsMade({ query, empty }: { query: Query<PaymentSnapshot>; empty: string }) {
  return (
    <RelatedList
      title="Payments"
      query={query}
      href={({ id }) => `/payments/${id}`}
      empty={empty}
      primary={({ reference }) => reference}
      secondary={(payment) => (
        <Group gap="2px 10px">
          <MoneyText amount={payment.amount} currency={payment.currency} />
          <span>{humanize(payment.rail)}</span>
          <TimeText value={payment.completedAt ?? payment.createdAt} />
        </Group>
      )}
      aside={({ status, failureReason }) => <StatusBadge status={status} reason={failureReason} />}
    />
  );
}

/** What was given back of them. */
export function RefundsIssued({ query }: { query: Query<RefundSnapshot> }) {
  return (
    <RelatedList
      title="Refunds"
      query={query}
      href={({ paymentId }) => `/payments/${paymentId}`}
      empty="Nothing was given back."
      primary={({ reason }) => humanize(reason)}
      secondary={({ note, createdAt }) => (
        <>
          <TimeText value={createdAt} />
          {note && <div>{note}</div>}
        </>
      )}
      aside={({ amount, currency }) => <MoneyText amount={amount} currency={currency} />}
    />
  );
}

/** All there are, in the shape of a query for a list. */
export function allOf<T>(data: T[]) {
  const meta = { page: 1, limit: data.length, total: data.length, totalPages: 1 };
  return { data: { data, meta }, error: null, refetch: () => undefined };
}
