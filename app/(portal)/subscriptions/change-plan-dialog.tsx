'use client';

import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { MoneyText } from '@/components/format/money-text.tsx';
import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import { trpc } from '@/components/trpc/client.ts';
import { daysOf, speedsOf } from '../plans/labels.ts';
import type { DialogProps } from './dialog-props.ts';
import { PlanSelect } from './record-select.tsx';
import { useSetSubscription } from './use-after-change.ts';

/** Requests another plan. The current plan withdraws a pending change. */
export function ChangePlanDialog({ subscription, names, onClose }: DialogProps) {
  const { id, planId, nextPlanId, planRemovalAt, pendingUpgrade, price } = subscription;
  const [chosen, setChosen] = useState('');
  const setSubscription = useSetSubscription();
  const plan = trpc.plan.get.useQuery({ id: chosen }, { enabled: chosen !== '' }).data;
  const isPending = nextPlanId !== null || planRemovalAt !== null || pendingUpgrade !== null;
  const isCurrentPlan = chosen === planId;
  return (
    <ConfirmDialog
      title="Change plan"
      actionLabel={isCurrentPlan ? 'Keep plan' : 'Change plan'}
      operation="subscription.update"
      input={chosen === '' ? null : { id, planId: chosen }}
      incomplete="Choose a plan to see what will follow."
      onDone={setSubscription}
      done={(after) =>
        isCurrentPlan
          ? 'The subscription stays on its plan.'
          : after.nextPlanId
            ? 'The plan change is pending.'
            : 'The plan is changed.'
      }
      onClose={onClose}
      api={{ method: 'PATCH', path: `/v1/subscriptions/${id}`, body: { planId: chosen } }}
      fields={['planId']}
    >
      {(errors) => (
        <Stack gap="xs" align="flex-start">
          {/* Above the field, because the list of the field covers what is below. */}
          {isPending && !isCurrentPlan && (
            <Button size="compact-sm" variant="default" onClick={() => setChosen(planId)}>
              Keep {names[planId] ?? 'the current plan'}
            </Button>
          )}
          <PlanSelect
            label="New plan"
            placeholder="Type the plan's name"
            description={`Now on ${names[planId] ?? planId}. Lists the enabled plans in ${price.currency}.`}
            w="100%"
            required
            data-autofocus
            currency={price.currency}
            value={chosen}
            onChange={setChosen}
            error={errors.planId}
          />
          {plan && !isCurrentPlan && (
            <Text size="sm">
              <MoneyText amount={plan.priceAmount} currency={plan.priceCurrency} /> for{' '}
              {daysOf(plan.billingCycleDays)}, {speedsOf(plan)}
            </Text>
          )}
        </Stack>
      )}
    </ConfirmDialog>
  );
}
