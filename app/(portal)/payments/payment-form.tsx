'use client';

import { Radio, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Consequences } from '@/components/forms/consequences.tsx';
import { InstantInput } from '@/components/forms/instant-input.tsx';
import { PhoneInput } from '@/components/forms/phone-input.tsx';
import { ResourceForm } from '@/components/forms/resource-form.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { trpc } from '@/components/trpc/client.ts';
import { useDryRun } from '@/components/trpc/use-dry-run.ts';
import type { PaymentSnapshot } from '@/server/contract/payment.ts';
import type { SubscriptionDebt } from '@/server/contract/portal/debt.ts';

type PaymentFormProps = {
  target: { subscriptionId: string } | { invoiceId: string } | { chargeId: string };
  /** The amount that is shown. */
  debt: { total: number; currency: string } | null;
  rails: SubscriptionDebt['rails'];
  /** The phone of the subscriber. */
  phone: string;
  onDone: (payment: PaymentSnapshot) => void;
  onCancel: () => void;
  /** The amount. */
  children: ReactNode;
};

type Beginning = SubscriptionDebt['rails'][number]['begins'];

const loadSchema = () => import('@/server/contract/payment.ts').then((contract) => contract.paymentCreate);

/** The label and the description of each rail. */
const hints: Record<Beginning, string> = {
  received: 'You have received the money. The payment is completed at once.',
  simulated: 'You choose the outcome. No money moves.',
  prompt: 'The customer gets a prompt on the phone and confirms it with the PIN.',
  hosted: 'You get a link to send. The payer pays by card on the page of the gateway.',
};

const submitLabels: Record<Beginning, string> = {
  received: 'Record payment',
  simulated: 'Start payment',
  prompt: 'Send prompt',
  hosted: 'Create checkout link',
};

/** The request states the amount that is shown, so the API refuses it if the price has changed meanwhile. */
export function PaymentForm({ target, debt, rails, phone, onDone, onCancel, children }: PaymentFormProps) {
  const { client } = trpc.useUtils();
  const resource = useResourceForm({
    loadSchema,
    initialValues: { rail: rails[0]?.name ?? 'manual', reference: '', phone, receivedAt: '' },
    toRequest: ({ rail, reference, phone: to, receivedAt }) => ({
      ...target,
      amount: debt?.total,
      currency: debt?.currency,
      rail,
      ...(reference.trim() && { reference: reference.trim() }),
      ...(rail === 'manual' && receivedAt && { receivedAt }),
      ...(rail === 'mpesa' && to.trim() && { phone: to.trim() }),
    }),
    submit: (request, call) => client.payment.create.mutate(request, call),
    onDone,
  });
  const { form, field, validRequest } = resource;
  // Money that a gateway reports has the effect of money already received, so the dry run is that of a manual payment.
  const preview = useDryRun(
    'payment.create',
    validRequest && { ...validRequest, rail: 'manual', phone: undefined },
  );
  const begins = rails.find(({ name }) => name === form.values.rail)?.begins ?? 'received';
  return (
    <ResourceForm
      resource={resource}
      submitLabel={submitLabels[begins]}
      onCancel={onCancel}
      api="payment.create"
    >
      {children}
      <Consequences
        run={preview}
        title={
          begins === 'received' ? 'What will follow at once' : 'What will follow when the money is received'
        }
      />
      <Radio.Group label="Payment method" {...field('rail')}>
        <Stack gap="xs" mt={6}>
          {rails.map((rail) => (
            <Radio key={rail.name} value={rail.name} label={rail.label} description={hints[rail.begins]} />
          ))}
        </Stack>
      </Radio.Group>
      {begins === 'prompt' && (
        <PhoneInput
          label="Send the prompt to"
          description="A mobile number of Kenya. Another number than that of the customer is used once"
          {...field('phone')}
        />
      )}
      {begins === 'received' && (
        <InstantInput
          label="Received"
          description="When you got the money. Leave blank for now"
          placeholder="Now"
          {...field('receivedAt')}
          value={form.values.receivedAt}
        />
      )}
      <TextInput
        label="Reference"
        description="From the receipt or the bank; must be unique. Leave blank to generate one"
        autoComplete="off"
        {...field('reference')}
      />
    </ResourceForm>
  );
}
