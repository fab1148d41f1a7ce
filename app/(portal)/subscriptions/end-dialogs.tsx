'use client';

import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '@/components/forms/action-dialog.tsx';
import { ConfirmByTypingDialog } from '@/components/forms/confirm-by-typing-dialog.tsx';
import { useDryRun } from '@/components/trpc/use-dry-run.ts';
import { isInService, lifecyclePhase } from '@/server/contract/subscription-rules.ts';
import type { DialogProps } from './dialog-props.ts';
import { useAfterChange } from './use-after-change.ts';

export function CancelDialog({ subscription, names, onClose }: DialogProps) {
  const { id, subscriberId } = subscription;
  const { client, keep, finish } = useAfterChange(id);
  const preview = useDryRun('subscription.cancel', { id });
  return (
    <ConfirmByTypingDialog
      title="Cancel this subscription"
      phrase={names[subscriberId] ?? 'cancel'}
      actionLabel="Cancel subscription"
      preview={preview}
      onConfirm={async (_typed, call) => {
        const after = await client.subscription.cancel.mutate({ id }, call);
        keep(after);
        finish(
          isInService(after.status)
            ? 'The subscription ends with its paid time.'
            : 'The subscription is cancelled.',
        );
      }}
      onDone={onClose}
      onClose={onClose}
      api={() => ({ method: 'DELETE', path: `/v1/subscriptions/${id}` })}
    />
  );
}

export function WithdrawDialog({ subscription, onClose }: DialogProps) {
  const { id } = subscription;
  const { client, keep, finish } = useAfterChange(id);
  const input = { id, cancelAt: null };
  const preview = useDryRun('subscription.update', input);
  return (
    <ActionDialog
      title="Withdraw the cancellation"
      actionLabel="Withdraw cancellation"
      preview={preview}
      onConfirm={async (call) => keep(await client.subscription.update.mutate(input, call))}
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
  const { id, subscriberId } = subscription;
  const { client, keep, finish } = useAfterChange(id);
  const preview = useDryRun('subscription.migrateOut', { id });
  return (
    <ConfirmByTypingDialog
      title="Migrate out"
      phrase={names[subscriberId] ?? 'migrate'}
      actionLabel="Migrate out"
      preview={preview}
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

export function RemovePlanDialog({ subscription, onClose }: DialogProps) {
  const { id } = subscription;
  const { client, keep, finish } = useAfterChange(id);
  // An option that ends service at once is never selected by default.
  const [when, setWhen] = useState<'cycle_end' | 'immediately' | null>(
    lifecyclePhase(subscription) === 'paid' ? 'cycle_end' : null,
  );
  const preview = useDryRun('subscription.removePlan', when && { id, when });
  return (
    <ActionDialog
      title="Remove plan"
      actionLabel="Remove plan"
      danger
      ready={when !== null}
      fields={['when']}
      preview={preview}
      incomplete="Choose when to see it."
      onConfirm={async (call) => {
        if (!when) return;
        const after = await client.subscription.removePlan.mutate({ id, when }, call);
        keep(after);
        finish(after.planRemovalAt ? 'The plan is removed with the paid time.' : 'The plan is removed.');
      }}
      onDone={onClose}
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
            <Radio value="cycle_end" label="At the end of its paid time" />
            <Radio value="immediately" label="At once" />
          </Stack>
        </Radio.Group>
      )}
    </ActionDialog>
  );
}
