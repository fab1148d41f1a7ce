'use client';

import { Button } from '@mantine/core';
import Link from 'next/link';
import { RelatedList } from '@/components/detail/related-list.tsx';
import { MoneyText } from '@/components/format/money-text.tsx';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import type { SubscriberSnapshot } from '@/server/contract/subscriber.ts';
import { isTerminated } from '@/server/contract/subscriber-rules.ts';
import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';
import { badgeOf } from '../subscriptions/badge.ts';

type SubscriberSubscriptionsProps = {
  subscriber: SubscriberSnapshot;
  query: Parameters<typeof RelatedList<SubscriptionSnapshot>>[0]['query'];
  nameOf: (subscription: SubscriptionSnapshot) => string;
};

export function SubscriberSubscriptions({ subscriber, query, nameOf }: SubscriberSubscriptionsProps) {
  const mayWrite = useCan('subscriptions:write') && !isTerminated(subscriber);
  const { id } = subscriber;
  return (
    <RelatedList
      title="Subscriptions"
      query={query}
      href={(row) => `/subscriptions/${row.id}`}
      primary={nameOf}
      secondary={(row) => <Times subscription={row} />}
      aside={(row) => (
        <>
          <MoneyText amount={row.price.amount} currency={row.price.currency} />
          <StatusBadge {...badgeOf(row)} />
        </>
      )}
      empty="None yet. A subscription attaches them to a plan at a demarcation point."
      all={{ label: 'All subscriptions', href: `/subscriptions?f.subscriberId=${id}` }}
      action={
        mayWrite && (
          <Button
            component={Link}
            href={`/subscriptions/new?subscriberId=${id}`}
            prefetch={false}
            size="compact-sm"
            variant="default"
          >
            New subscription
          </Button>
        )
      }
    />
  );
}

function Times({ subscription }: { subscription: SubscriptionSnapshot }) {
  const { status, cancelAt, expiresAt, createdAt } = subscription;
  if (status === 'PENDING') {
    return (
      <>
        First payment due since <TimeText value={createdAt} detail="day" />
      </>
    );
  }
  if (cancelAt) {
    return (
      <>
        Ends <TimeText value={cancelAt} />
      </>
    );
  }
  return expiresAt ? (
    <>
      Paid until <TimeText value={expiresAt} />
    </>
  ) : (
    <>Never started</>
  );
}
