'use client';

import { Anchor, Group } from '@mantine/core';
import Link from 'next/link';
import { useState } from 'react';
import { CopyId } from '@/components/data/copy-id.tsx';
import { MoneyText } from '@/components/data/money-text.tsx';
import { RelatedList } from '@/components/data/related-list.tsx';
import { humanize, StatusBadge } from '@/components/data/status-badge.tsx';
import { TimeText } from '@/components/data/time-text.tsx';
import { trpc } from '@/components/trpc/client.ts';

type MoneyProps = { subscriberId: string; nameOf: (subscriptionId: string) => string };

/** The newest invoices of a subscriber; more on request. */
export function SubscriberInvoices({ subscriberId, nameOf }: MoneyProps) {
  const [limit, setLimit] = useState(10);
  const query = trpc.invoice.list.useQuery(
    { subscriberId, limit },
    { placeholderData: (previous) => previous },
  );
  return (
    <RelatedList
      title="Invoices"
      query={query}
      onMore={limit < 100 ? () => setLimit(100) : undefined}
      empty="No invoice yet. The first one is issued with the first payment of a subscription."
      primary={(invoice) => (
        <Group gap="xs" wrap="wrap">
          <span className="tabular">{invoice.number}</span>
          <MoneyText amount={invoice.total} currency={invoice.currency} />
          <StatusBadge status={invoice.status} />
        </Group>
      )}
      secondary={(invoice) => (
        <Group gap="4px 12px">
          <span>
            Issued <TimeText value={invoice.issuedAt} detail="day" />
          </span>
          {invoice.status === 'OPEN' && (
            <span>
              <MoneyText amount={invoice.amountDue} currency={invoice.currency} /> due{' '}
              <TimeText value={invoice.dueAt} detail="day" />
            </span>
          )}
          <span>{humanize(invoice.kind)}</span>
          <OfSubscription id={invoice.subscriptionId} nameOf={nameOf} />
        </Group>
      )}
      aside={(invoice) => <CopyId id={invoice.id} short />}
    />
  );
}

function OfSubscription({ id, nameOf }: { id: string | null; nameOf: (id: string) => string }) {
  if (!id) return null;
  return (
    <Anchor component={Link} href={`/subscriptions/${id}`} prefetch={false} size="sm">
      {nameOf(id)}
    </Anchor>
  );
}
