'use client';

import { List, Text } from '@mantine/core';
import { MoneyText } from '@/components/format/money-text.tsx';
import { humanize } from '@/components/format/status-badge.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import type { PaymentSnapshot } from '@/server/contract/payment.ts';
import type { PaymentPreview } from '@/server/contract/payment-preview.ts';
import { PaymentForm } from '../payments/payment-form.tsx';
import { PriceBreakdown, PriceLine } from '../payments/price-breakdown.tsx';

type Owed = NonNullable<PaymentPreview['owed']>;
type Outcome = NonNullable<PaymentPreview['outcome']>;

type PayFormProps = {
  target: { subscriptionId: string } | { invoiceId: string };
  preview: PaymentPreview;
  onDone: (payment: PaymentSnapshot) => void;
  onCancel: () => void;
};

/** What is owed on a subscription and what its payment brings about, above the form of every payment. */
export function PayForm({ target, preview, onDone, onCancel }: PayFormProps) {
  const { owed, outcome, rails } = preview;
  return (
    <PaymentForm target={target} owed={owed} rails={rails} onDone={onDone} onCancel={onCancel}>
      {(isReceived) => (
        <>
          {owed && <OwedSum owed={owed} />}
          {outcome && owed && <Following outcome={outcome} owed={owed} isReceived={isReceived} />}
        </>
      )}
    </PaymentForm>
  );
}

function OwedSum({ owed }: { owed: Owed }) {
  const { subtotal, tax, total, currency } = owed;
  return (
    <PriceBreakdown>
      <PriceLine
        label={owed.invoiceNumber ? `Invoice ${owed.invoiceNumber}` : `${humanize(owed.kind)} invoice`}
      >
        <MoneyText amount={subtotal} currency={currency} />
      </PriceLine>
      <PriceLine label="Tax">
        <MoneyText amount={tax} currency={currency} />
      </PriceLine>
      <PriceLine label="To pay" isTotal>
        <MoneyText amount={total} currency={currency} />
      </PriceLine>
    </PriceBreakdown>
  );
}

/** The cycle that is paid for, or the plan that is had in the one that runs. */
function WhatRuns({ outcome, owed }: Omit<FollowingProps, 'isReceived'>) {
  const { cycle, upgradesTo, rejection } = outcome;
  if (upgradesTo && rejection) {
    const why =
      rejection === 'PLAN_DISABLED' ? 'is no longer on sale' : 'is below the lowest price that is allowed';
    return `${upgradesTo} ${why}. The upgrade is rejected, and the money is refunded at once.`;
  }
  if (upgradesTo) {
    return (
      <>
        It is on {upgradesTo} at once, network speed included. The cycle still ends on{' '}
        <TimeText value={cycle.expiresAt} />, and the next one costs what that plan does.
      </>
    );
  }
  return (
    <>
      {owed.kind === 'RENEWAL' ? 'The next cycle' : 'A cycle'} runs from <TimeText value={cycle.startsAt} />{' '}
      to <TimeText value={cycle.expiresAt} />, with grace until <TimeText value={cycle.graceEndsAt} />.
    </>
  );
}

type FollowingProps = { outcome: Outcome; owed: Owed; isReceived: boolean };

function Following({ outcome, owed, isReceived }: FollowingProps) {
  const { status, opensNetwork, activatesSubscriber, events } = outcome;
  const isServing = owed.kind === 'RENEWAL' || owed.kind === 'UPGRADE';
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {isReceived ? 'What will follow at once' : 'What will follow when the gateway confirms'}
      </Text>
      <List size="sm" spacing={4}>
        <List.Item>
          The subscription {owed.kind === 'RENEWAL' ? 'stays' : 'becomes'} {status}.
        </List.Item>
        <List.Item>
          <WhatRuns outcome={outcome} owed={owed} />
        </List.Item>
        <List.Item>
          {owed.invoiceNumber
            ? `Invoice ${owed.invoiceNumber} is paid.`
            : `A ${owed.kind === 'FIRST' ? 'first' : 'reactivation'} invoice is issued and paid.`}
        </List.Item>
        {!isServing && (
          <List.Item>
            {opensNetwork
              ? 'The subscriber can connect to the network.'
              : 'The subscriber cannot connect: there is a manual hold.'}
          </List.Item>
        )}
        {activatesSubscriber && <List.Item>The subscriber, suspended now, is active again.</List.Item>}
        <List.Item>Events: {events.join(', ')}.</List.Item>
      </List>
    </div>
  );
}
