'use client';

import { Button, Group, NumberInput, SimpleGrid, Stack } from '@mantine/core';
import { Consequences } from '@/components/forms/consequences.tsx';
import { Dialog } from '@/components/forms/dialog.tsx';
import { MoneyInput } from '@/components/forms/money-input.tsx';
import { ResourceForm } from '@/components/forms/resource-form.tsx';
import { SpeedInput } from '@/components/forms/speed-input.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { useVersion } from '@/components/forms/use-version.ts';
import { trpc } from '@/components/trpc/client.ts';
import { useAfterChange } from '@/components/trpc/use-after-change.ts';
import { changedOrNull, useDryRun } from '@/components/trpc/use-dry-run.ts';
import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';
import type { DialogProps } from './dialog-props.ts';
import { useSetSubscription } from './use-set-subscription.ts';

type Typed = number | '';
type Speed = { downloadSpeedMbps: Typed; uploadSpeedMbps: Typed };
type Values = { priceOverride: Typed; speedOverride: Speed; durationOverride: Typed };

const noSpeed: Speed = { downloadSpeedMbps: '', uploadSpeedMbps: '' };

function valuesOf({ pendingOverrides, ...subscription }: SubscriptionSnapshot): Values {
  const withPending = { ...subscription, ...pendingOverrides };
  return {
    priceOverride: withPending.priceOverride ?? '',
    speedOverride: withPending.speedOverride ?? noSpeed,
    durationOverride: withPending.durationOverride ?? '',
  };
}

/** Only changed fields are sent. An emptied field is cleared. Half a speed is sent, so that the contract refuses it. */
function changedOverrides(before: Values, values: Values) {
  const { downloadSpeedMbps: down, uploadSpeedMbps: up } = values.speedOverride;
  const isSame =
    down === before.speedOverride.downloadSpeedMbps && up === before.speedOverride.uploadSpeedMbps;
  const speed = {
    ...(down !== '' && { downloadSpeedMbps: down }),
    ...(up !== '' && { uploadSpeedMbps: up }),
  } as { downloadSpeedMbps: number; uploadSpeedMbps: number };
  return {
    ...(values.priceOverride !== before.priceOverride && {
      priceOverride: values.priceOverride === '' ? null : values.priceOverride,
    }),
    ...(!isSame && { speedOverride: down === '' && up === '' ? null : speed }),
    ...(values.durationOverride !== before.durationOverride && {
      durationOverride: values.durationOverride === '' ? null : values.durationOverride,
    }),
  };
}

const loadSchema = () =>
  import('@/server/contract/subscription.ts').then((contract) => contract.subscriptionUpdate);

/** The overrides of price, speed and duration. The fields show pending overrides. */
export function OverridesDialog({ subscription, onClose }: DialogProps) {
  const { id, planId, nextPlanId, price, pendingOverrides } = subscription;
  const isPending = (name: keyof Values) => pendingOverrides?.[name] !== undefined;
  const pendingHint = 'Pending: it can be changed again once it is in force.';
  const { client, finish } = useAfterChange(useSetSubscription());
  const plan = trpc.plan.get.useQuery({ id: nextPlanId ?? planId }).data;
  const resource = useResourceForm({
    loadSchema,
    initialValues: valuesOf(subscription),
    version: useVersion('subscription.get', { id }, valuesOf),
    toRequest: (values, before) => ({ id, ...changedOverrides(before, values) }),
    submit: (request, call) => client.subscription.update.mutate(request, call),
    onDone: (after) => {
      finish(after, after.pendingOverrides ? 'The overrides are pending.' : 'The overrides are set.');
      onClose();
    },
  });
  const { form, field, validRequest } = resource;
  const { priceOverride, speedOverride, durationOverride } = form.values;
  const hasSpeed = speedOverride.downloadSpeedMbps !== '' || speedOverride.uploadSpeedMbps !== '';
  const preview = useDryRun('subscription.update', changedOrNull(validRequest));
  return (
    <Dialog onClose={onClose} title="Set overrides" size="md">
      <ResourceForm
        currency={price.currency}
        resource={resource}
        submitLabel="Set overrides"
        onCancel={onClose}
        api="subscription.update"
      >
        <Stack gap="md">
          <MoneyInput
            label="Price for a cycle"
            description={
              isPending('priceOverride')
                ? pendingHint
                : "Leave blank for the plan's price. A price of its own must not be below the floor for the speed."
            }
            disabled={isPending('priceOverride')}
            currency={price.currency}
            placeholder={plan?.priceAmount}
            data-autofocus
            {...field('priceOverride')}
          />
          <SimpleGrid cols={2} spacing="md">
            <SpeedInput
              label="Download"
              description={isPending('speedOverride') && pendingHint}
              disabled={isPending('speedOverride')}
              placeholder={plan && String(plan.downloadSpeedMbps)}
              {...field('speedOverride.downloadSpeedMbps')}
              error={form.errors['speedOverride.downloadSpeedMbps'] ?? form.errors.speedOverride}
            />
            <SpeedInput
              label="Upload"
              description={isPending('speedOverride') && pendingHint}
              disabled={isPending('speedOverride')}
              placeholder={plan && String(plan.uploadSpeedMbps)}
              {...field('speedOverride.uploadSpeedMbps')}
            />
          </SimpleGrid>
          <NumberInput
            label="Cycle length"
            description={isPending('durationOverride') && pendingHint}
            disabled={isPending('durationOverride')}
            placeholder={plan && String(plan.billingCycleDays)}
            rightSection="days"
            rightSectionWidth={56}
            rightSectionPointerEvents="none"
            hideControls
            allowDecimal={false}
            allowNegative={false}
            {...field('durationOverride')}
          />
          <Group gap="xs">
            {priceOverride !== '' && !isPending('priceOverride') && (
              <Clear what="price" onClick={() => form.setFieldValue('priceOverride', '')} />
            )}
            {hasSpeed && !isPending('speedOverride') && (
              <Clear what="speed" onClick={() => form.setFieldValue('speedOverride', noSpeed)} />
            )}
            {durationOverride !== '' && !isPending('durationOverride') && (
              <Clear what="days" onClick={() => form.setFieldValue('durationOverride', '')} />
            )}
          </Group>
          <Consequences run={preview} incomplete="Nothing changes yet." />
        </Stack>
      </ResourceForm>
    </Dialog>
  );
}

function Clear({ what, onClick }: { what: string; onClick: () => void }) {
  return (
    <Button size="compact-sm" variant="default" onClick={onClick}>
      Clear {what}
    </Button>
  );
}
