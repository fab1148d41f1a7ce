'use client';

import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { MoneyText } from '@/components/format/money-text.tsx';
import { speedsOf } from '@/components/format/speeds.ts';
import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import { PlanSelect } from '@/components/forms/record-select.tsx';
import { trpc } from '@/components/trpc/client.ts';
import { operationOf } from '@/components/trpc/operation.ts';
import type { Undo } from '@/components/trpc/use-undoable.tsx';
import { daysText } from '@/server/contract/days.ts';
import type { DialogProps } from './dialog-props.ts';
import { hasPendingPlan } from './has-pending-plan.ts';
import { useSetSubscription } from './use-set-subscription.ts';

/** Requests another plan. The current plan withdraws a pending change. */
export function ChangePlanDialog({ subscription, names, onClose }: DialogProps) {
  const { id, planId, price } = subscription;
  const [chosen, setChosen] = useState('');
  const setSubscription = useSetSubscription();
  const plan = trpc.plan.get.useQuery({ id: chosen }, { enabled: chosen !== '' }).data;
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
      undo={(after) =>
        isCurrentPlan
          ? planAgain(subscription)
          : after.nextPlanId
            ? {
                operation: operationOf('subscription.update', { id, planId }),
                done: 'The subscription stays on its plan.',
              }
            : null
      }
      onClose={onClose}
      api={{ method: 'PATCH', path: `/v1/subscriptions/${id}`, body: { planId: chosen } }}
      fields={['planId']}
    >
      {(errors) => (
        <Stack gap="xs" align="flex-start">
          {/* Above the field, because the list of the field covers what is below. */}
          {hasPendingPlan(subscription) && !isCurrentPlan && (
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
              {daysText(plan.billingCycleDays)}, {speedsOf(plan)}
            </Text>
          )}
        </Stack>
      )}
    </ConfirmDialog>
  );
}

/** Withdraws a pending change of the plan, which is possible also where an external system manages the plan. */
export function KeepPlanDialog({ subscription, names, onClose }: DialogProps) {
  const { id, planId } = subscription;
  const setSubscription = useSetSubscription();
  const body = { planId };
  return (
    <ConfirmDialog
      title="Withdraw the plan change"
      actionLabel={`Keep ${names[planId] ?? 'plan'}`}
      operation="subscription.update"
      input={{ id, ...body }}
      onDone={setSubscription}
      done="The subscription stays on its plan."
      undo={() => planAgain(subscription)}
      onClose={onClose}
      api={{ method: 'PATCH', path: `/v1/subscriptions/${id}`, body }}
    />
  );
}

/** Requests the withdrawn plan change again. A withdrawn upgrade would need another payment page, so it has no undo. */
function planAgain({ id, nextPlanId }: DialogProps['subscription']): Undo | null {
  return nextPlanId === null
    ? null
    : {
        operation: operationOf('subscription.update', { id, planId: nextPlanId }),
        done: 'The plan change is pending again.',
      };
}
