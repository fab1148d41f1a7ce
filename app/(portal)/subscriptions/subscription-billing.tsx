'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { RelatedList } from '@/components/detail/related-list.tsx';
import { CopyId } from '@/components/format/copy-id.tsx';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { trpc } from '@/components/trpc/client.ts';
import { isPaidCycle } from '@/server/contract/billing-cycle-rules.ts';
import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';
import { hasEnded } from '@/server/contract/subscription-rules.ts';
import { RelatedCharges } from '../charges/related-charges.tsx';
import { RelatedInvoices } from '../invoices/related-invoices.tsx';
import { RelatedPayments } from '../payments/related-payments.tsx';

type SubscriptionBillingProps = {
  subscription: Pick<SubscriptionSnapshot, 'id' | 'subscriberId' | 'status' | 'archivedAt'>;
  /** The provider's time. */
  now: string;
};

/** Payments, invoices, charges and cycles of a subscription, the newest first. */
export function SubscriptionBilling({ subscription, now }: SubscriptionBillingProps) {
  const { id, subscriberId } = subscription;
  const isOver = hasEnded(subscription);
  return (
    <>
      <RelatedInvoices filters={{ subscriptionId: id }} now={now} />
      <RelatedPayments filters={{ subscriptionId: id }} limit={10} empty="Nothing has been paid yet." />
      <RelatedCharges filters={{ subscriberId, subscriptionId: id }} open={!isOver} />
      <Cycles subscriptionId={id} />
    </>
  );
}

function Cycles({ subscriptionId }: { subscriptionId: string }) {
  const [limit, setLimit] = useState(10);
  const query = trpc.subscription.cycles.useQuery(
    { id: subscriptionId, limit, sort: '-startsAt' },
    { placeholderData: keepPreviousData },
  );
  return (
    <RelatedList
      title="Cycles"
      query={query}
      empty="The first cycle starts with the first payment."
      onMore={limit < 100 ? () => setLimit(100) : undefined}
      primary={({ startsAt, expiresAt }) => (
        <>
          <TimeText value={startsAt} /> – <TimeText value={expiresAt} />
        </>
      )}
      secondary={({ id, graceEndsAt }) => (
        <>
          Grace period until <TimeText value={graceEndsAt} /> <CopyId id={id} short />
        </>
      )}
      aside={(row) => <StatusBadge status={row.status} reason={isPaidCycle(row) ? 'paid' : 'not paid'} />}
    />
  );
}
