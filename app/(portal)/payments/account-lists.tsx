'use client';

import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { RelatedList } from '@/components/detail/related-list.tsx';
import { MoneyText } from '@/components/format/money-text.tsx';
import { humanize, StatusBadge } from '@/components/format/status-badge.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { railTitles } from '@/server/contract/enums.ts';
import type { PaymentSnapshot } from '@/server/contract/payment.ts';
import type { RefundSnapshot } from '@/server/contract/refund.ts';
import { badgeOf, targetName } from './labels.ts';

type Query<T> = Parameters<typeof RelatedList<T & { id: string }>>[0]['query'];

type PaymentsMadeProps = {
  query: Query<PaymentSnapshot>;
  empty: string;
  title?: string;
  /** The whole list, where there may be more. */
  all?: { label: string; href: string };
  action?: ReactNode;
};

/** A list of payments. */
export function PaymentsMade({ title = 'Payments', ...list }: PaymentsMadeProps) {
  return (
    <RelatedList
      {...list}
      title={title}
      href={({ id }) => `/payments/${id}`}
      primary={({ reference }) => reference}
      secondary={(payment) => (
        <Group gap="2px 10px">
          <span>{targetName(payment)}</span>
          <span>{railTitles[payment.rail]}</span>
          <TimeText value={payment.completedAt ?? payment.createdAt} />
        </Group>
      )}
      aside={(payment) => (
        <>
          <MoneyText amount={payment.amount} currency={payment.currency} />
          <StatusBadge {...badgeOf(payment)} />
        </>
      )}
    />
  );
}

/** The refunds of these payments. */
export function RefundsIssued({ query }: { query: Query<RefundSnapshot> }) {
  return (
    <RelatedList
      title="Refunds"
      query={query}
      href={({ id }) => `/refunds/${id}`}
      empty="No refunds."
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
