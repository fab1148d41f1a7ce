'use client';

import { Button } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';
import type { PageTab } from '@/components/detail/page-tabs.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import type { SubscriberSnapshot } from '@/server/contract/subscriber.ts';
import { isTerminated } from '@/server/contract/subscriber-rules.ts';
import { RelatedCharges } from '../charges/related-charges.tsx';
import { RelatedEmails } from '../emails/related-emails.tsx';
import { RelatedInstallations } from '../installations/related-installations.tsx';
import { RelatedInvoices } from '../invoices/related-invoices.tsx';
import { RelatedSessions } from '../network/related-sessions.tsx';
import { RelatedPayments } from '../payments/related-payments.tsx';
import { SubscriberCredit } from './subscriber-credit.tsx';

type TabsProps = {
  subscriber: SubscriberSnapshot;
  /** The list of the subscriptions. */
  subscriptions: ReactNode;
  /** The currency of what is owed. */
  currency: string;
  /** The name of a subscription by its id. */
  nameOfId: (subscriptionId: string) => string;
  /** The provider's time. */
  now: string;
};

/** What belongs to a subscriber, a tab for each kind. */
export function subscriberTabs({ subscriber, subscriptions, currency, nameOfId, now }: TabsProps): PageTab[] {
  const { id } = subscriber;
  const open = !isTerminated(subscriber);
  return [
    {
      key: 'subscriptions',
      label: 'Subscriptions',
      count: subscriber.subscriptionCount,
      render: () => subscriptions,
    },
    { key: 'payments', label: 'Payments', render: () => <SubscriberPayments subscriber={subscriber} /> },
    {
      key: 'credit',
      label: 'Credit',
      render: () => <SubscriberCredit subscriberId={id} currency={currency} />,
    },
    {
      key: 'invoices',
      label: 'Invoices',
      render: () => <RelatedInvoices filters={{ subscriberId: id }} nameOf={nameOfId} now={now} limit={20} />,
    },
    {
      key: 'charges',
      label: 'Charges',
      render: () => <RelatedCharges filters={{ subscriberId: id }} open={open} limit={20} />,
    },
    {
      key: 'installations',
      label: 'Installations',
      render: () => <RelatedInstallations filters={{ subscriberId: id }} open={open} limit={20} />,
    },
    { key: 'emails', label: 'Messages', render: () => <RelatedEmails filters={{ subscriberId: id }} /> },
    {
      key: 'sessions',
      label: 'Sessions',
      render: () => <RelatedSessions filters={{ subscriberId: id }} limit={20} />,
    },
  ];
}

function SubscriberPayments({ subscriber }: { subscriber: SubscriberSnapshot }) {
  const mayRecord = useCan('payments:collect') && !isTerminated(subscriber);
  return (
    <RelatedPayments
      filters={{ subscriberId: subscriber.id }}
      limit={20}
      empty="Nothing has been paid yet."
      action={
        mayRecord && (
          <Button
            component={Link}
            href={`/payments?record=${subscriber.id}`}
            prefetch={false}
            size="compact-sm"
            variant="default"
          >
            Record payment
          </Button>
        )
      }
    />
  );
}
