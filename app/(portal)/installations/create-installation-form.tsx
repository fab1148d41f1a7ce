'use client';

import { InputBase } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Consequences } from '@/components/forms/consequences.tsx';
import { InstantInput } from '@/components/forms/instant-input.tsx';
import { MoneyInput } from '@/components/forms/money-input.tsx';
import { SubscriberSelect } from '@/components/forms/record-select.tsx';
import { FormSection, ResourceForm } from '@/components/forms/resource-form.tsx';
import { Select } from '@/components/forms/select.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import { useDryRun } from '@/components/trpc/use-dry-run.ts';
import { installationKinds } from '@/server/contract/enums.ts';
import { kindNames } from './labels.ts';
import { SubscriptionSelect } from './subscription-select.tsx';
import classes from './waive.module.css';

const loadSchema = () =>
  import('@/server/contract/installation.ts').then((contract) => contract.installationCreate);

type Chosen = { subscriberId: string; subscriptionId: string };

const blank = {
  subscriptionId: '',
  kind: 'INITIAL' as (typeof installationKinds)[number],
  feeAmount: '' as number | '',
  feeWaived: false,
  scheduledAt: '',
  technician: '',
};

type Values = typeof blank;

function toRequest({ subscriptionId, kind, feeAmount, feeWaived, scheduledAt, technician }: Values) {
  return {
    subscriptionId,
    kind,
    ...(feeAmount !== '' && { feeAmount }),
    ...(feeWaived && { feeWaived }),
    ...(scheduledAt && { scheduledAt }),
    ...(technician.trim() && { technician: technician.trim() }),
  };
}

/** The form of a new installation. */
export function CreateInstallationForm({ subscriberId: known, subscriptionId }: Chosen) {
  const router = useRouter();
  const utils = trpc.useUtils();
  const [subscriberId, setSubscriberId] = useState(known);
  const resource = useResourceForm({
    loadSchema,
    initialValues: { ...blank, subscriptionId },
    isComplete: subscriptionId !== '',
    toRequest,
    submit: (request, call) => utils.client.installation.create.mutate(request, call),
    onDone: (made) => {
      void utils.invalidate();
      notify({ color: 'green', message: 'The installation is created.' });
      router.push(`/installations/${made.id}`);
    },
  });
  const { form, field, validRequest } = resource;
  const preview = useDryRun('installation.create', validRequest);
  const { values } = form;
  const chosen = trpc.subscription.get.useQuery(
    { id: values.subscriptionId },
    { enabled: values.subscriptionId !== '' },
  ).data;
  return (
    <ResourceForm
      resource={resource}
      submitLabel="Create installation"
      onCancel={() => router.push('/installations')}
      api="installation.create"
    >
      <FormSection title="Installation">
        <SubscriberSelect
          label="Subscriber"
          placeholder="Type a name, email or phone"
          required
          value={subscriberId}
          onChange={(id) => {
            setSubscriberId(id);
            form.setFieldValue('subscriptionId', '');
          }}
        />
        <SubscriptionSelect
          label="Subscription"
          required
          subscriberId={subscriberId}
          {...field('subscriptionId')}
          value={values.subscriptionId}
          onChange={(id) => form.setFieldValue('subscriptionId', id)}
        />
        <Select
          label="Kind"
          allowDeselect={false}
          data={installationKinds.map((value) => ({ value, label: kindNames[value] }))}
          {...field('kind')}
        />
        <InstantInput
          label="Appointment"
          placeholder="Optional"
          error={field('scheduledAt').error}
          value={values.scheduledAt}
          onChange={(instant) => form.setFieldValue('scheduledAt', instant)}
        />
        <InputBase
          {...field('technician')}
          label="Technician"
          description="A name, or the email address of a member of the team"
          placeholder="Optional"
          autoComplete="off"
          maxLength={100}
        />
      </FormSection>
      <FormSection title="Fee">
        <MoneyInput
          label="Fee"
          placeholder={0}
          currency={chosen?.price.currency ?? ''}
          disabled={!chosen}
          {...field('feeAmount')}
        />
        <label className={classes.waive}>
          <input
            type="checkbox"
            checked={values.feeWaived}
            onChange={(event) => form.setFieldValue('feeWaived', event.currentTarget.checked)}
          />
          Waive the fee
        </label>
      </FormSection>
      <Consequences run={preview} />
    </ResourceForm>
  );
}
