'use client';

import { Button, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { speedsOf } from '@/components/format/speeds.ts';
import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import { PlanSelect } from '@/components/forms/record-select.tsx';
import { trpc } from '@/components/trpc/client.ts';
import { daysText } from '@/server/contract/days.ts';
import type { PlanSnapshot } from '@/server/contract/plan.ts';
import { lifecyclePhase } from '@/server/contract/subscription-rules.ts';
import { formatMoney } from '@/server/contract/texts/format-money.ts';
import type { DialogProps } from './dialog-props.ts';
import { hasPendingPlan } from './has-pending-plan.ts';
import { pendingAgain, undoPlanChange } from './undo-plan.ts';
import { useSetSubscription } from './use-set-subscription.ts';

type When = 'cycle_end' | 'now';

/** Requests another plan: at the end of the paid period, or now where it is more expensive. The current plan withdraws a pending change. */
export function ChangePlanDialog({ subscription, names, onClose }: DialogProps) {
  const { id, planId, price } = subscription;
  const [chosen, setChosen] = useState('');
  const setSubscription = useSetSubscription();
  const plan = trpc.plan.get.useQuery({ id: chosen }, { enabled: chosen !== '' }).data;
  const currentPlan = trpc.plan.get.useQuery({ id: planId }).data;
  const isCurrentPlan = chosen === planId;
  const [when, setWhen] = useState<When>('cycle_end');
  // Only a more expensive plan can apply within a paid cycle.
  const canBeNow =
    lifecyclePhase(subscription) === 'paid' && plan !== undefined && plan.priceAmount > price.amount;
  const isNow = canBeNow && when === 'now';
  return (
    <ConfirmDialog
      title="Change plan"
      actionLabel={isCurrentPlan ? 'Keep plan' : 'Change plan'}
      operation="subscription.update"
      input={chosen === '' ? null : { id, planId: chosen, ...(isNow && { when }) }}
      incomplete="Choose a plan to see what will follow."
      onDone={setSubscription}
      done={(after) =>
        isCurrentPlan
          ? 'The subscription stays on its plan.'
          : after.pendingUpgrade?.planId === chosen
            ? 'The upgrade awaits its payment.'
            : after.nextPlanId
              ? 'The plan change is pending.'
              : 'The plan is changed.'
      }
      undo={(after) =>
        isCurrentPlan ? pendingAgain(subscription) : after.nextPlanId ? undoPlanChange(subscription) : null
      }
      onClose={onClose}
      fields={['planId', 'when']}
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
            <div>
              <PlanComparison current={currentPlan} next={plan} />
            </div>
          )}
          {canBeNow && (
            <Radio.Group
              label="When"
              value={when}
              onChange={(value) => setWhen(value === 'now' ? 'now' : 'cycle_end')}
            >
              <Stack gap={6} mt={6}>
                <Radio value="cycle_end" label="At the end of the paid period" />
                <Radio value="now" label="Now, when the difference is paid" />
              </Stack>
            </Radio.Group>
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
      undo={() => pendingAgain(subscription)}
      onClose={onClose}
    />
  );
}

/** Prices and speeds of the current plan and of another one. What is the same in both is shown once. */
function PlanComparison({ current, next }: { current: PlanSnapshot | undefined; next: PlanSnapshot }) {
  const price = (plan: PlanSnapshot) =>
    `${formatMoney(plan.priceAmount, plan.priceCurrency)} for ${daysText(plan.billingCycleDays)}`;
  return [price, speedsOf].map((of) => (
    <Text key={of.name} size="sm" className="tabular">
      {current && of(current) !== of(next) && `${of(current)} → `}
      <strong>{of(next)}</strong>
    </Text>
  ));
}
