'use client';

import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { MoneyText } from '@/components/format/money-text.tsx';
import { ActionDialog } from '@/components/forms/action-dialog.tsx';
import { trpc } from '@/components/trpc/client.ts';
import { useDryRun } from '@/components/trpc/use-dry-run.ts';
import { daysOf, speedsOf } from '../plans/labels.ts';
import type { DialogProps } from './dialog-props.ts';
import { PlanSelect } from './record-select.tsx';
import { useAfterChange } from './use-after-change.ts';

/** Requests another plan. The current plan withdraws a pending change. */
export function ChangePlanDialog({ subscription, names, onClose }: DialogProps) {
  const { id, planId, nextPlanId, planRemovalAt, pendingUpgrade, price } = subscription;
  const [chosen, setChosen] = useState('');
  const { client, keep, finish } = useAfterChange(id);
  const plan = trpc.plan.get.useQuery({ id: chosen }, { enabled: chosen !== '' }).data;
  const isPending = nextPlanId !== null || planRemovalAt !== null || pendingUpgrade !== null;
  const staysOn = chosen === planId;
  const input = { id, planId: chosen };
  const preview = useDryRun('subscription.update', chosen === '' ? null : input);
  const terms = plan && (
    <>
      {plan.planName}: <MoneyText amount={plan.priceAmount} currency={plan.priceCurrency} /> for{' '}
      {daysOf(plan.billingCycleDays)}, {speedsOf(plan)}.
    </>
  );
  return (
    <ActionDialog
      title="Change plan"
      actionLabel={staysOn ? 'Keep plan' : 'Change plan'}
      ready={chosen !== ''}
      fields={['planId']}
      preview={preview}
      incomplete="Choose a plan to see it."
      consequences={terms && !staysOn ? [terms] : []}
      onConfirm={async (call) => {
        const after = await client.subscription.update.mutate(input, call);
        keep(after);
        finish(
          staysOn
            ? 'The subscription stays on its plan.'
            : after.nextPlanId
              ? 'The plan change is pending.'
              : 'The plan is changed.',
        );
      }}
      onDone={onClose}
      onClose={onClose}
      api={{ method: 'PATCH', path: `/v1/subscriptions/${id}`, body: { planId: chosen } }}
    >
      {(errors) => (
        <Stack gap="xs" align="flex-start">
          {/* Above the field, because the list of the field covers what is below. */}
          {isPending && !staysOn && (
            <Button size="compact-sm" variant="default" onClick={() => setChosen(planId)}>
              Keep {names[planId] ?? 'the current plan'}
            </Button>
          )}
          <PlanSelect
            label="New plan"
            placeholder="Type the plan's name"
            description={`Now on ${names[planId] ?? planId}. Offered are plans on sale in ${price.currency}.`}
            w="100%"
            required
            data-autofocus
            currency={price.currency}
            value={chosen}
            onChange={setChosen}
            error={errors.planId}
          />
        </Stack>
      )}
    </ActionDialog>
  );
}
