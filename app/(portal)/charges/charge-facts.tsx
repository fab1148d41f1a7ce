'use client';

import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { MoneyText } from '@/components/format/money-text.tsx';
import { humanize } from '@/components/format/status-badge.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import type { ChargeSnapshot } from '@/server/contract/charge.ts';

type ChargeFactsProps = { charge: ChargeSnapshot; subscriberName: string; planName: string | null };

/** The facts about a charge. */
export function ChargeFacts({ charge, subscriberName, planName }: ChargeFactsProps) {
  const { subscriberId, subscriptionId, installationId, reason } = charge;
  return (
    <Panel title="Details">
      <PropertyList
        items={[
          { label: 'Amount', value: <MoneyText amount={charge.amount} currency={charge.currency} /> },
          {
            label: 'Subscriber',
            value: <TextLink href={`/subscribers/${subscriberId}`}>{subscriberName}</TextLink>,
          },
          subscriptionId !== null && {
            label: 'Subscription',
            value: (
              <TextLink href={`/subscriptions/${subscriptionId}`}>{planName ?? subscriptionId}</TextLink>
            ),
          },
          installationId !== null && {
            label: 'Installation fee of',
            value: <TextLink href={`/installations/${installationId}`}>Installation</TextLink>,
          },
          reason !== null && {
            label: 'Reason',
            value: /^[A-Z_]+$/.test(reason) ? humanize(reason) : reason,
            wide: true,
          },
          {
            label: 'Due until',
            value: charge.expiresAt ? <TimeText value={charge.expiresAt} /> : 'No limit',
          },
          ...(['paidAt', 'refundedAt', 'waivedAt', 'cancelledAt'] as const).map(
            (key) => charge[key] !== null && { label: ends[key], value: <TimeText value={charge[key]} /> },
          ),
          { label: 'Created', value: <TimeText value={charge.createdAt} /> },
          { label: 'Changed', value: <TimeText value={charge.updatedAt} /> },
        ]}
      />
    </Panel>
  );
}

const ends = { paidAt: 'Paid', refundedAt: 'Refunded', waivedAt: 'Waived', cancelledAt: 'Cancelled' };
