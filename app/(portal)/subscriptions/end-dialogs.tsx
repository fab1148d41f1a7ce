'use client';

import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import { operationOf } from '@/components/trpc/operation.ts';
import { isInService, lifecyclePhase, planRemovalObstacle } from '@/server/contract/subscription-rules.ts';
import { useDepartureReason } from './departure-fields.tsx';
import type { DialogProps } from './dialog-props.ts';
import { obstacleText } from './obstacle-texts.ts';
import { undoPlanChange } from './undo-plan.ts';
import { useSetSubscription } from './use-set-subscription.ts';

export function CancelDialog({ subscription: { id, subscriberId }, names, onClose }: DialogProps) {
  const setSubscription = useSetSubscription();
  const departure = useDepartureReason();
  return (
    <ConfirmDialog
      title="Cancel this subscription"
      actionLabel="Cancel subscription"
      danger
      operation="subscription.cancel"
      input={{ id, ...departure.input }}
      fields={['reason', 'note']}
      phrase={names[subscriberId] ?? 'cancel'}
      onDone={setSubscription}
      done={({ status }) =>
        isInService(status) ? 'The subscription ends with its paid period.' : 'The subscription is cancelled.'
      }
      undo={({ status }) =>
        isInService(status)
          ? {
              operation: operationOf('subscription.update', { id, cancelAt: null }),
              done: 'The cancellation is withdrawn.',
            }
          : null
      }
      onClose={onClose}
    >
      {departure.fields}
    </ConfirmDialog>
  );
}

export function WithdrawDialog({ subscription: { id }, onClose }: DialogProps) {
  const body = { cancelAt: null };
  const setSubscription = useSetSubscription();
  return (
    <ConfirmDialog
      title="Withdraw the cancellation"
      actionLabel="Withdraw cancellation"
      operation="subscription.update"
      input={{ id, ...body }}
      onDone={setSubscription}
      done="The cancellation is withdrawn."
      undo={{
        operation: operationOf('subscription.cancel', { id }),
        done: 'The subscription ends with its paid period.',
      }}
      onClose={onClose}
    />
  );
}

export function MigrateOutDialog({ subscription: { id, subscriberId }, names, onClose }: DialogProps) {
  const setSubscription = useSetSubscription();
  return (
    <ConfirmDialog
      title="Migrate out"
      danger
      operation="subscription.migrateOut"
      input={{ id }}
      phrase={names[subscriberId] ?? 'migrate'}
      onDone={setSubscription}
      done="The subscription has moved out."
      onClose={onClose}
    />
  );
}

export function RemovePlanDialog({ subscription, onClose }: DialogProps) {
  const { id } = subscription;
  const notAtCycleEnd = planRemovalObstacle(subscription, 'cycle_end');
  // An option that ends service at once is never selected by default.
  const [when, setWhen] = useState<'cycle_end' | 'immediately' | null>(
    notAtCycleEnd === null && lifecyclePhase(subscription) === 'paid' ? 'cycle_end' : null,
  );
  const setSubscription = useSetSubscription();
  const departure = useDepartureReason();
  return (
    <ConfirmDialog
      title="Remove plan"
      danger
      operation="subscription.removePlan"
      input={when && { id, when, ...departure.input }}
      incomplete="Choose when to see what will follow."
      onDone={setSubscription}
      done={({ planRemovalAt }) =>
        planRemovalAt ? 'The plan is removed at the end of the paid period.' : 'The plan is removed.'
      }
      undo={({ planRemovalAt }) => (planRemovalAt ? undoPlanChange(subscription) : null)}
      onClose={onClose}
      fields={['when', 'reason', 'note']}
    >
      {(errors) => (
        <Stack gap="md">
          <Radio.Group
            label="When"
            value={when}
            onChange={(value) => setWhen(value === 'cycle_end' ? 'cycle_end' : 'immediately')}
            error={errors.when}
          >
            <Stack gap="xs" mt={4}>
              <Radio
                value="cycle_end"
                data-autofocus={notAtCycleEnd === null || undefined}
                label="At the end of the paid period"
                disabled={notAtCycleEnd !== null}
                description={obstacleText(notAtCycleEnd)}
              />
              <Radio
                value="immediately"
                data-autofocus={notAtCycleEnd !== null || undefined}
                label="At once"
              />
            </Stack>
          </Radio.Group>
          {departure.fields(errors)}
        </Stack>
      )}
    </ConfirmDialog>
  );
}
