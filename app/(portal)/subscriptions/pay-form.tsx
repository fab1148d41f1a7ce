'use client';

import { List, Text } from '@mantine/core';
import { MoneyText } from '@/components/data/money-text.tsx';
import { humanize } from '@/components/data/status-badge.tsx';
import { TimeText } from '@/components/data/time-text.tsx';
import type { PaymentSnapshot } from '@/server/contract/payment.ts';
import type { PaymentPreview } from '@/server/contract/payment-preview.ts';
import { PaymentForm } from '../payments/payment-form.tsx';
import { Sum, SumLine } from '../payments/sum.tsx';

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
    <Sum>
      <SumLine
        label={owed.invoiceNumber ? `Invoice ${owed.invoiceNumber}` : `${humanize(owed.kind)} invoice`}
      >
        <MoneyText amount={subtotal} currency={currency} />
      </SumLine>
      <SumLine label="Tax">
        <MoneyText amount={tax} currency={currency} />
      </SumLine>
      <SumLine label="To pay" isTotal>
        <MoneyText amount={total} currency={currency} />
      </SumLine>
    </Sum>
  );
}

type FollowingProps = { outcome: Outcome; owed: Owed; isReceived: boolean };

function Following({ outcome, owed, isReceived }: FollowingProps) {
  const { status, cycle, opensNetwork, activatesSubscriber, events } = outcome;
  const isRenewal = owed.kind === 'RENEWAL';
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {isReceived ? 'What will follow at once' : 'What will follow when the gateway says yes'}
      </Text>
      <List size="sm" spacing={4}>
        <List.Item>
          The subscription {isRenewal ? 'stays' : 'becomes'} {status}.
        </List.Item>
        <List.Item>
          {isRenewal ? 'The next cycle' : 'A cycle'} runs from <TimeText value={cycle.startsAt} /> to{' '}
          <TimeText value={cycle.expiresAt} />, with grace until <TimeText value={cycle.graceEndsAt} />.
        </List.Item>
        <List.Item>
          {owed.invoiceNumber
            ? `Invoice ${owed.invoiceNumber} is paid.`
            : `A ${owed.kind === 'FIRST' ? 'first' : 'reactivation'} invoice is issued and paid.`}
        </List.Item>
        {!isRenewal && (
          <List.Item>
            {opensNetwork
              ? 'The network lets the subscriber in.'
              : 'The network stays closed: the subscriber is suspended by hand.'}
          </List.Item>
        )}
        {activatesSubscriber && <List.Item>The subscriber, suspended now, is active again.</List.Item>}
        <List.Item>Events: {events.join(', ')}.</List.Item>
      </List>
    </div>
  );
}
