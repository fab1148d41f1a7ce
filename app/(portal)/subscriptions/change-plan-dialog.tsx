'use client';

import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { MoneyText } from '@/components/format/money-text.tsx';
import { ActionDialog } from '@/components/forms/action-dialog.tsx';
import { trpc } from '@/components/trpc/client.ts';
import { lifecyclePhase } from '@/server/contract/subscription-rules.ts';
import { daysOf, speedsOf } from '../plans/labels.ts';
import type { DialogProps } from './dialog-props.ts';
import { PlanSelect } from './record-select.tsx';
import { usePaidUntil } from './standing.ts';
import { useAfterChange } from './use-after-change.ts';
import { takesEffect, upgradeIsOff } from './what-follows.tsx';

/** Another plan, from the instant its standing allows; the current one takes back what waits. */
export function ChangePlanDialog({ subscription, names, onClose }: DialogProps) {
  const { id, planId, nextPlanId, planRemovalAt, price, priceOverride } = subscription;
  const [chosen, setChosen] = useState('');
  const { client, keep, finish } = useAfterChange(id);
  const standing = lifecyclePhase(subscription);
  const paidUntil = usePaidUntil(subscription);
  const plan = trpc.plan.get.useQuery({ id: chosen }, { enabled: chosen !== '' }).data;
  const isQueued = nextPlanId !== null || planRemovalAt !== null || subscription.pendingUpgrade !== null;
  const staysOn = chosen === planId;
  const queuedName = nextPlanId && (names[nextPlanId] ?? 'the queued plan');
  const withdrawn = [
    ...upgradeIsOff(subscription, names),
    ...(queuedName && chosen !== nextPlanId ? [`The change to ${queuedName} is taken back.`] : []),
    ...(planRemovalAt ? ['The removal of its plan is taken back, and it is asked to pay again.'] : []),
  ];
  const lines = staysOn
    ? [
        `It stays on ${names[planId] ?? 'its plan'}.`,
        ...(isQueued ? withdrawn : ['Nothing waits, so nothing changes.']),
        ...(isQueued ? ['Event: subscription.updated.'] : []),
      ]
    : [
        ...(plan
          ? [
              <>
                {plan.planName}: <MoneyText amount={plan.priceAmount} currency={plan.priceCurrency} /> for{' '}
                {daysOf(plan.billingCycleDays)}, {speedsOf(plan)}.
              </>,
            ]
          : []),
        ...(priceOverride !== null
          ? [
              <>
                Its own price of <MoneyText amount={priceOverride} currency={price.currency} /> stays, unless
                it is cleared.
              </>,
            ]
          : []),
        ...takesEffect(standing, paidUntil),
        ...withdrawn,
        isServed(standing) ? 'Event: subscription.plan_change_queued.' : 'Event: subscription.updated.',
      ];
  return (
    <ActionDialog
      title="Change plan"
      actionLabel={staysOn ? 'Keep plan' : 'Change plan'}
      ready={chosen !== ''}
      fields={['planId']}
      consequences={lines}
      onConfirm={async (call) => keep(await client.subscription.update.mutate({ id, planId: chosen }, call))}
      onDone={() => {
        finish(
          staysOn
            ? 'The subscription stays on its plan.'
            : isServed(standing)
              ? 'The change of plan is queued.'
              : 'The plan is changed.',
        );
        onClose();
      }}
      onClose={onClose}
      api={{ method: 'PATCH', path: `/v1/subscriptions/${id}`, body: { planId: chosen } }}
    >
      {(errors) => (
        <Stack gap="xs" align="flex-start">
          {/* Above the field, whose list drops over what is below. */}
          {isQueued && !staysOn && (
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

function isServed(standing: ReturnType<typeof lifecyclePhase>): boolean {
  return standing === 'paid' || standing === 'grace';
}
