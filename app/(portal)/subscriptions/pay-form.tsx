'use client';

import { List, Radio, Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { MoneyText } from '@/components/data/money-text.tsx';
import { humanize } from '@/components/data/status-badge.tsx';
import { TimeText } from '@/components/data/time-text.tsx';
import { ResourceForm } from '@/components/forms/resource-form.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { PaymentSnapshot } from '@/server/contract/payment.ts';
import type { PaymentPreview } from '@/server/contract/payment-preview.ts';
import classes from './pay-form.module.css';

type Owed = NonNullable<PaymentPreview['owed']>;
type Outcome = NonNullable<PaymentPreview['outcome']>;

type PayFormProps = {
  subscriptionId: string;
  preview: PaymentPreview;
  onDone: (payment: PaymentSnapshot) => void;
  onCancel: () => void;
};

const loadSchema = () => import('@/server/contract/payment.ts').then((contract) => contract.paymentCreate);

/** How each rail is put to people who have to choose. */
const hints: Record<string, string> = {
  received: 'The money is in your hands already; the payment is complete at once.',
  awaited: 'You say what the gateway answers.',
};

/** The sum that is shown is stated in the request too, so that a price changed meanwhile is refused, not taken. */
export function PayForm({ subscriptionId, preview, onDone, onCancel }: PayFormProps) {
  const { owed, outcome, rails } = preview;
  const { client } = trpc.useUtils();
  const resource = useResourceForm({
    loadSchema,
    initialValues: { rail: rails[0]?.name ?? 'manual', reference: '' },
    toRequest: ({ rail, reference }) => ({
      subscriptionId,
      amount: owed?.total,
      currency: owed?.currency,
      rail,
      ...(reference.trim() && { reference: reference.trim() }),
    }),
    submit: (request, call) => client.payment.create.mutate(request, call),
    onDone,
  });
  const { form, field } = resource;
  const isReceived = rails.find(({ name }) => name === form.values.rail)?.begins === 'received';
  return (
    <ResourceForm
      resource={resource}
      submitLabel={isReceived ? 'Record payment' : 'Start payment'}
      onCancel={onCancel}
      api={{ method: 'POST', path: '/v1/payments' }}
    >
      {owed && <Sum owed={owed} />}
      {outcome && owed && <Following outcome={outcome} owed={owed} isReceived={isReceived} />}
      <Radio.Group label="How the money comes" {...field('rail')}>
        <Stack gap="xs" mt={6}>
          {rails.map(({ name, label, begins }) => (
            <Radio key={name} value={name} label={label} description={hints[begins]} />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput
        label="Reference"
        description="From the receipt or the bank; unique. Made when left blank"
        autoComplete="off"
        {...field('reference')}
      />
    </ResourceForm>
  );
}

function Sum({ owed }: { owed: Owed }) {
  const { subtotal, tax, total, currency } = owed;
  return (
    <dl className={classes.sum}>
      <Line label={owed.invoiceNumber ? `Invoice ${owed.invoiceNumber}` : `${humanize(owed.kind)} invoice`}>
        <MoneyText amount={subtotal} currency={currency} />
      </Line>
      <Line label="Tax">
        <MoneyText amount={tax} currency={currency} />
      </Line>
      <Line label="To pay" isTotal>
        <MoneyText amount={total} currency={currency} />
      </Line>
    </dl>
  );
}

function Line({ label, isTotal, children }: { label: string; isTotal?: boolean; children: ReactNode }) {
  return (
    <div data-total={isTotal || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
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
