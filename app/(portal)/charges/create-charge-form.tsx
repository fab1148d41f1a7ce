'use client';

import { TextInput } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { Consequences } from '@/components/forms/consequences.tsx';
import { DayInput } from '@/components/forms/day-input.tsx';
import { MoneyInput } from '@/components/forms/money-input.tsx';
import { SubscriberSelect } from '@/components/forms/record-select.tsx';
import { FormSection, ResourceForm } from '@/components/forms/resource-form.tsx';
import { Select } from '@/components/forms/select.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { notify } from '@/components/shell/notify.ts';
import { todayOf } from '@/components/shell/session.ts';
import { useSession } from '@/components/shell/session-context.tsx';
import { trpc } from '@/components/trpc/client.ts';
import { useDryRun } from '@/components/trpc/use-dry-run.ts';
import { formatMoney } from '@/server/contract/texts/format-money.ts';
import { startOfDay } from '@/server/contract/zoned-time.ts';
import { SubscriptionSelect } from '../installations/subscription-select.tsx';

const loadSchema = () => import('@/server/contract/charge.ts').then((contract) => contract.chargeCreate);

const currencies = Intl.supportedValuesOf('currency');

type Chosen = { subscriberId: string; subscriptionId: string };

/** The form of a new charge. The page that leads here may have chosen the subscriber and the subscription. */
export function CreateChargeForm(chosen: Chosen) {
  const router = useRouter();
  const utils = trpc.useUtils();
  const { provider } = useSession();
  const resource = useResourceForm({
    loadSchema,
    initialValues: { ...chosen, description: '', amount: '' as number | '', currency: '', lastDay: '' },
    toRequest: ({ lastDay, amount, currency, ...values }) => ({
      subscriberId: values.subscriberId,
      ...(values.subscriptionId && { subscriptionId: values.subscriptionId }),
      description: values.description,
      amount: amount as number,
      currency,
      // The last day is included: the charge expires when the next day begins in the provider's time zone.
      ...(lastDay && { expiresAt: startOfDay(lastDay, provider.timeZone, 1) ?? lastDay }),
    }),
    submit: (request, call) => utils.client.charge.create.mutate(request, call),
    onDone: ({ id, amount, currency }) => {
      void utils.invalidate();
      notify({ color: 'green', message: `The charge of ${formatMoney(amount, currency)} is created.` });
      router.push(`/charges/${id}`);
    },
  });
  const { form, field, validRequest } = resource;
  const { subscriberId, subscriptionId, currency, lastDay } = form.values;
  const preview = useDryRun('charge.create', validRequest);
  const subscriptions = trpc.subscription.list.useQuery(
    { subscriberId, limit: 1 },
    { enabled: subscriberId !== '' },
  );
  const suggestedCurrency = subscriptions.data?.data[0]?.price.currency;
  // biome-ignore lint/correctness/useExhaustiveDependencies: filled in once, and only where no currency is chosen
  useEffect(() => {
    if (!suggestedCurrency || form.values.currency) return;
    form.setFieldValue('currency', suggestedCurrency);
    // A suggestion is not an edit, so leaving the page needs no warning.
    form.resetDirty({ ...form.getInitialValues(), currency: suggestedCurrency });
  }, [suggestedCurrency]);
  return (
    <ResourceForm
      resource={resource}
      submitLabel="Create charge"
      onCancel={() => router.back()}
      api="charge.create"
    >
      <FormSection title="Charge">
        <SubscriberSelect
          label="Subscriber"
          placeholder="Type a name, email or phone"
          required
          {...field('subscriberId')}
          value={subscriberId}
          onChange={(id) => form.setValues({ subscriberId: id, subscriptionId: '' })}
        />
        <SubscriptionSelect
          label="Subscription"
          description="Optional. The subscription that the charge belongs to"
          clearable
          subscriberId={subscriberId}
          {...field('subscriptionId')}
          value={subscriptionId}
          onChange={(id) => form.setFieldValue('subscriptionId', id)}
        />
        <TextInput
          label="Description"
          placeholder="Replacement router"
          required
          autoComplete="off"
          maxLength={255}
          {...field('description')}
        />
      </FormSection>
      <FormSection title="Amount and deadline">
        <Select
          label="Currency"
          data={currencies}
          searchable
          required
          {...field('currency')}
          value={currency || null}
          onChange={(code) => form.setFieldValue('currency', code ?? '')}
        />
        <MoneyInput label="Amount" currency={currency} required {...field('amount')} />
        <DayInput
          label="Due until"
          description="Last day to pay; an unpaid charge is cancelled after it. Leave blank for no limit"
          placeholder="No limit"
          minDate={todayOf(provider).day}
          {...field('lastDay')}
          value={lastDay}
          error={form.errors.lastDay ?? form.errors.expiresAt}
        />
      </FormSection>
      <Consequences run={preview} />
    </ResourceForm>
  );
}
