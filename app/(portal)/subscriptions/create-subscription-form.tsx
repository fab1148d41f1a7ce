'use client';

import { NumberInput, Text, TextInput } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { speedsOf } from '@/components/format/speeds.ts';
import { Consequences } from '@/components/forms/consequences.tsx';
import { MoneyInput } from '@/components/forms/money-input.tsx';
import { DemarcationPointSelect, PlanSelect, SubscriberSelect } from '@/components/forms/record-select.tsx';
import { FormSection, ResourceForm } from '@/components/forms/resource-form.tsx';
import { SpeedInput } from '@/components/forms/speed-input.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { withoutBlanks } from '@/components/forms/without-blanks.ts';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import { useDryRun } from '@/components/trpc/use-dry-run.ts';
import { daysText } from '@/server/contract/days.ts';
import type { PlanSnapshot } from '@/server/contract/plan.ts';
import { formatMoney } from '@/server/contract/texts/format-money.ts';

type Typed = number | '';

const blank = {
  subscriberId: '',
  planId: '',
  demarcationPointId: '',
  externalReference: '',
  priceOverride: '' as Typed,
  speedOverride: { downloadSpeedMbps: '' as Typed, uploadSpeedMbps: '' as Typed },
  durationOverride: '' as Typed,
};

type Values = typeof blank;

/** Blank fields are not sent. Half a speed is sent, so that the contract refuses it. */
function toRequest({ speedOverride, ...values }: Values) {
  const speed = withoutBlanks(speedOverride);
  type Filled<T> = { [K in keyof T]: Exclude<T[K], ''> };
  const given = withoutBlanks(values) as Filled<typeof values>;
  return {
    ...given,
    ...(Object.keys(speed).length > 0 && { speedOverride: speed as Filled<typeof speedOverride> }),
  };
}

const loadSchema = () =>
  import('@/server/contract/subscription.ts').then((contract) => contract.subscriptionCreate);

type Chosen = Pick<Values, 'subscriberId' | 'planId' | 'demarcationPointId'>;

export function CreateSubscriptionForm(chosen: Chosen) {
  const router = useRouter();
  const utils = trpc.useUtils();
  const resource = useResourceForm({
    loadSchema,
    initialValues: { ...blank, ...chosen },
    isComplete: Object.values(chosen).every(Boolean),
    toRequest,
    submit: (request, call) => utils.client.subscription.create.mutate(request, call),
    onDone: (subscription) => {
      void utils.invalidate();
      notify({ color: 'green', message: 'The subscription is created.' });
      router.push(`/subscriptions/${subscription.id}`);
    },
  });
  const { form, field } = resource;
  const { subscriberId, planId, demarcationPointId } = form.values;
  const plan = trpc.plan.get.useQuery({ id: planId }, { enabled: planId !== '' }).data;
  const preview = useDryRun('subscription.create', resource.validRequest);
  return (
    <ResourceForm
      resource={resource}
      submitLabel="Create subscription"
      onCancel={() => router.push('/subscriptions')}
      api="subscription.create"
    >
      <FormSection title="Subscription">
        <SubscriberSelect
          label="Subscriber"
          placeholder="Type a name, email or phone"
          required
          {...field('subscriberId')}
          value={subscriberId}
          onChange={(id) => form.setFieldValue('subscriberId', id)}
        />
        <PlanSelect
          label="Plan"
          placeholder="Type the plan's name"
          required
          {...field('planId')}
          value={planId}
          onChange={(id) => form.setFieldValue('planId', id)}
        />
        <DemarcationPointSelect
          label="Demarcation point"
          placeholder="Type its name or address"
          required
          {...field('demarcationPointId')}
          value={demarcationPointId}
          onChange={(id) => form.setFieldValue('demarcationPointId', id)}
        />
        <TextInput
          label="Reference"
          description="Your own reference, for instance an order number"
          autoComplete="off"
          {...field('externalReference')}
        />
      </FormSection>
      {plan && planId && <PlanTerms plan={plan} />}
      <FormSection
        title="Overrides"
        description="Leave blank to use the terms of the plan. The price cannot be below the floor for the speed."
      >
        <MoneyInput
          label="Price for a cycle"
          currency={plan?.priceCurrency ?? ''}
          disabled={!plan}
          placeholder={plan?.priceAmount ?? 'Choose a plan first'}
          {...field('priceOverride')}
        />
        <SpeedInput
          label="Download"
          placeholder={plan && String(plan.downloadSpeedMbps)}
          {...field('speedOverride.downloadSpeedMbps')}
          error={form.errors['speedOverride.downloadSpeedMbps'] ?? form.errors.speedOverride}
        />
        <SpeedInput
          label="Upload"
          placeholder={plan && String(plan.uploadSpeedMbps)}
          {...field('speedOverride.uploadSpeedMbps')}
        />
        <NumberInput
          label="Cycle length"
          placeholder={plan && String(plan.billingCycleDays)}
          rightSection="days"
          rightSectionWidth={56}
          rightSectionPointerEvents="none"
          hideControls
          allowDecimal={false}
          allowNegative={false}
          {...field('durationOverride')}
        />
      </FormSection>
      <Consequences run={preview} />
    </ResourceForm>
  );
}

function PlanTerms({ plan }: { plan: PlanSnapshot }) {
  return (
    <Text size="sm" c="dimmed" role="status">
      {plan.planName}: {formatMoney(plan.priceAmount, plan.priceCurrency)} for{' '}
      {daysText(plan.billingCycleDays)}, {speedsOf(plan)}, a grace period of {daysText(plan.graceDays)}.
    </Text>
  );
}
