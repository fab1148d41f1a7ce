'use client';

import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '@/components/forms/action-dialog.tsx';
import { ConfirmByTypingDialog } from '@/components/forms/confirm-by-typing-dialog.tsx';
import { trpc } from '@/components/trpc/client.ts';
import { isInService, type LifecyclePhase, lifecyclePhase } from '@/server/contract/subscription-rules.ts';
import type { DialogProps } from './dialog-props.ts';
import { usePaidUntil } from './standing.ts';
import { useAfterChange } from './use-after-change.ts';
import { At, upgradeIsOff } from './what-follows.tsx';

const cutAtOnce = 'Service ends at once and the network lets its router in no more.';
const nothingBack = 'Nothing is refunded for what is paid; open invoices are void.';
const mayBeSuspended = 'Its subscriber is suspended where nothing else of theirs is in service.';
const replaceable = 'A new subscription can take its place at any time.';

export function CancelDialog({ subscription, names, onClose }: DialogProps) {
  const { id, subscriberId, planId, planRemovalAt } = subscription;
  const { client, keep, finish } = useAfterChange(id);
  const standing = lifecyclePhase(subscription);
  const paidUntil = usePaidUntil(subscription);
  const name = names[planId] ?? 'It';
  const isUnpaid = standing === 'unstarted';
  const waiting = trpc.payment.list.useQuery(
    { subscriptionId: id, status: 'PENDING', limit: 1 },
    { enabled: isUnpaid },
  );
  const consequences = {
    unstarted: [
      `${name} ends for good before it began; nothing has been paid, so nothing is refunded.`,
      waiting.data?.data[0]
        ? 'Its unsettled payment can start it no more.'
        : 'It cannot be paid for any more.',
      replaceable,
      'Event: subscription.updated.',
    ],
    paid: [
      <>
        {name} stays in service until <At time={paidUntil} /> and ends for good then.
      </>,
      'It is asked to pay no more: an open invoice is void.',
      ...(planRemovalAt ? ['The removal of its plan that waits is replaced.'] : []),
      ...upgradeIsOff(subscription, names),
      'Until then the cancellation can be withdrawn.',
      'Events: subscription.updated now, subscription.deactivated at its end.',
    ],
    grace: [
      `${name} has no paid time left: it ends for good at once.`,
      cutAtOnce,
      nothingBack,
      mayBeSuspended,
      replaceable,
      'Event: subscription.deactivated.',
    ],
    lapsed: [
      `${name} is out of service already; it ends for good and no payment brings it back.`,
      'Open invoices are void.',
      replaceable,
      'Event: subscription.updated.',
    ],
  } satisfies Record<LifecyclePhase, unknown>;
  return (
    <ConfirmByTypingDialog
      title="Cancel this subscription"
      phrase={names[subscriberId] ?? 'cancel'}
      actionLabel="Cancel subscription"
      consequences={consequences[standing]}
      onConfirm={async (_typed, call) => keep(await client.subscription.cancel.mutate({ id }, call))}
      onDone={() => {
        finish(
          standing === 'paid'
            ? 'The subscription ends with its paid time.'
            : 'The subscription is cancelled.',
        );
        onClose();
      }}
      onClose={onClose}
      api={() => ({ method: 'DELETE', path: `/v1/subscriptions/${id}` })}
    />
  );
}

export function WithdrawDialog({ subscription, onClose }: DialogProps) {
  const { id, cancelAt } = subscription;
  const { client, keep, finish } = useAfterChange(id);
  return (
    <ActionDialog
      title="Withdraw the cancellation"
      actionLabel="Withdraw cancellation"
      consequences={[
        <>
          It goes on after <At time={cancelAt} />, as soon as the next cycle is paid for.
        </>,
        'Its renewal is asked for as before: at once where its time has come already.',
        'A change of plan or overrides that waits takes effect as planned.',
        'Event: subscription.updated.',
      ]}
      onConfirm={async (call) => keep(await client.subscription.update.mutate({ id, cancelAt: null }, call))}
      onDone={() => {
        finish('The cancellation is withdrawn.');
        onClose();
      }}
      onClose={onClose}
      api={{ method: 'PATCH', path: `/v1/subscriptions/${id}`, body: { cancelAt: null } }}
    />
  );
}

export function MigrateOutDialog({ subscription, names, onClose }: DialogProps) {
  const { id, subscriberId, planId } = subscription;
  const { client, keep, finish } = useAfterChange(id);
  const isServed = isInService(subscription.status);
  return (
    <ConfirmByTypingDialog
      title="Migrate out"
      phrase={names[subscriberId] ?? 'migrate'}
      actionLabel="Migrate out"
      consequences={[
        `${names[planId] ?? 'It'} leaves for another system for good, now and not at its cycle's end.`,
        ...(isServed ? [cutAtOnce] : []),
        'Its network name and password are removed here.',
        ...upgradeIsOff(subscription, names),
        isServed ? nothingBack : 'Open invoices are void.',
        ...(isServed ? [mayBeSuspended] : []),
        isServed ? 'Events: subscription.deactivated, subscription.updated.' : 'Event: subscription.updated.',
      ]}
      onConfirm={async (_typed, call) => keep(await client.subscription.migrateOut.mutate({ id }, call))}
      onDone={() => {
        finish('The subscription has moved out.');
        onClose();
      }}
      onClose={onClose}
      api={() => ({ method: 'POST', path: `/v1/subscriptions/${id}/migrate-out` })}
    />
  );
}

export function RemovePlanDialog({ subscription, names, onClose }: DialogProps) {
  const { id, planId, cancelAt, planRemovalAt, nextPlanId } = subscription;
  const { client, keep, finish } = useAfterChange(id);
  const paidUntil = usePaidUntil(subscription);
  const canWait = lifecyclePhase(subscription) === 'paid' && cancelAt === null && planRemovalAt === null;
  // What ends at once is never chosen beforehand.
  const [when, setWhen] = useState<'cycle_end' | 'immediately' | null>(canWait ? 'cycle_end' : null);
  const cannotWait = cancelAt
    ? 'It is cancelled for then'
    : planRemovalAt
      ? 'It waits already'
      : 'That is over';
  const isLater = when === 'cycle_end';
  const name = names[planId] ?? 'Its plan';
  return (
    <ActionDialog
      title="Remove plan"
      actionLabel="Remove plan"
      danger
      ready={when !== null}
      fields={['when']}
      consequences={
        when === null
          ? ['Nothing, until you say when.']
          : isLater
            ? [
                <>
                  {name} stays in service until <At time={paidUntil} /> and goes out of service then.
                </>,
                'It is asked to pay no more before that: an open invoice is void.',
                ...upgradeIsOff(subscription, names),
                ...(nextPlanId ? ['The change of plan that waits takes no effect.'] : []),
                'A payment brings it back afterwards. Choosing a plan before takes the removal back.',
                'Events: subscription.plan_removed_queued now; subscription.plan_removed and subscription.deactivated then.',
              ]
            : [
                cutAtOnce,
                nothingBack,
                ...upgradeIsOff(subscription, names),
                mayBeSuspended,
                'A payment for a fresh cycle brings it back.',
                'Events: subscription.plan_removed, subscription.deactivated.',
              ]
      }
      onConfirm={async (call) =>
        when && keep(await client.subscription.removePlan.mutate({ id, when }, call))
      }
      onDone={() => {
        finish(isLater ? 'The plan is removed with the paid time.' : 'The plan is removed.');
        onClose();
      }}
      onClose={onClose}
      api={when ? { method: 'DELETE', path: `/v1/subscriptions/${id}/plan`, query: { when } } : undefined}
    >
      {(errors) => (
        <Radio.Group
          label="When"
          value={when}
          onChange={(value) => setWhen(value === 'cycle_end' ? 'cycle_end' : 'immediately')}
          error={errors.when}
        >
          <Stack gap="xs" mt={4}>
            <Radio
              value="cycle_end"
              label="At the end of its paid time"
              description={!canWait && cannotWait}
              disabled={!canWait}
            />
            <Radio value="immediately" label="At once" />
          </Stack>
        </Radio.Group>
      )}
    </ActionDialog>
  );
}
