'use client';

import { Checkbox, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '@/components/forms/action-dialog.tsx';
import { ConfirmByTypingDialog } from '@/components/forms/confirm-by-typing-dialog.tsx';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import { useDryRun } from '@/components/trpc/use-dry-run.ts';
import type { SubscriberSnapshot } from '@/server/contract/subscriber.ts';
import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';
import { isInService } from '@/server/contract/subscription-rules.ts';
import { fullName } from './subscriber-name.ts';

export type SubscriberAction = 'suspend' | 'activate' | 'deactivate' | 'terminate';

type SubscriberActionsProps = {
  action: SubscriberAction;
  subscriber: SubscriberSnapshot;
  subscriptions: SubscriptionSnapshot[];
  nameOf: (subscription: SubscriptionSnapshot) => string;
  onClose: () => void;
};

type DialogProps = Pick<SubscriberActionsProps, 'subscriber' | 'subscriptions' | 'nameOf'> & {
  close: () => void;
  done: () => void;
};

/** The dialog of the chosen action. */
export function SubscriberActions(props: SubscriberActionsProps) {
  const { action, subscriber, subscriptions, nameOf, onClose } = props;
  const utils = trpc.useUtils();
  const done = () => {
    void utils.invalidate();
    notify({ color: 'green', message: `${fullName(subscriber)}: ${doneTexts[action]}` });
    onClose();
  };
  const Dialog = dialogs[action];
  return (
    <Dialog
      subscriber={subscriber}
      subscriptions={subscriptions}
      nameOf={nameOf}
      close={onClose}
      done={done}
    />
  );
}

const doneTexts: Record<SubscriberAction, string> = {
  suspend: 'on hold.',
  activate: 'hold lifted.',
  deactivate: 'out of service.',
  terminate: 'terminated.',
};

const dialogs = { suspend: Hold, activate: Lift, deactivate: Deactivate, terminate: Terminate };

function Hold({ subscriber: { id }, close, done }: DialogProps) {
  const { client } = trpc.useUtils();
  const [reason, setReason] = useState('');
  const body = reason.trim() ? { reason: reason.trim() } : undefined;
  const input = { id, ...body };
  const preview = useDryRun('subscriber.suspend', input);
  return (
    <ActionDialog
      title="Put subscriber on hold"
      actionLabel="Put on hold"
      danger
      preview={preview}
      onClose={close}
      onDone={done}
      onConfirm={(call) => client.subscriber.suspend.mutate(input, call)}
      api={{ method: 'POST', path: `/v1/subscribers/${id}/suspend`, body }}
      fields={['reason']}
    >
      {(errors) => (
        <Textarea
          data-autofocus
          label="Reason"
          description="Shown beside the status, and part of the event"
          autosize
          minRows={2}
          maxLength={255}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={errors.reason}
        />
      )}
    </ActionDialog>
  );
}

function Lift({ subscriber: { id }, close, done }: DialogProps) {
  const { client } = trpc.useUtils();
  const preview = useDryRun('subscriber.activate', { id });
  return (
    <ActionDialog
      title="Lift the hold"
      actionLabel="Lift hold"
      preview={preview}
      onClose={close}
      onDone={done}
      onConfirm={(call) => client.subscriber.activate.mutate({ id }, call)}
      api={{ method: 'POST', path: `/v1/subscribers/${id}/activate` }}
    />
  );
}

function Deactivate({ subscriber: { id }, subscriptions, nameOf, close, done }: DialogProps) {
  const { client } = trpc.useUtils();
  const inService = subscriptions.filter(({ status }) => isInService(status));
  const only = inService.length === 1 ? inService[0] : undefined;
  const [ids, setIds] = useState<string[] | null>(null);
  const wanted = ids ?? (only ? [only.id] : []);
  const chosen = inService.filter((row) => wanted.includes(row.id));
  const body = { subscriptionIds: chosen.map((row) => row.id) };
  const input = { id, ...body };
  const preview = useDryRun('subscriber.deactivate', chosen.length > 0 ? input : null);
  return (
    <ActionDialog
      title="Deactivate subscriptions"
      actionLabel={chosen.length > 1 ? `Deactivate ${chosen.length} subscriptions` : 'Deactivate'}
      danger
      preview={preview}
      incomplete="Choose a subscription to see it."
      ready={chosen.length > 0}
      onClose={close}
      onDone={done}
      onConfirm={(call) => client.subscriber.deactivate.mutate(input, call)}
      api={{ method: 'POST', path: `/v1/subscribers/${id}/deactivate`, body }}
      fields={['subscriptionIds']}
    >
      {(errors) => (
        <Checkbox.Group
          label="Subscriptions to take out of service"
          value={wanted}
          onChange={setIds}
          error={errors.subscriptionIds}
        >
          <Stack gap={8} mt={6}>
            {inService.map((row) => (
              <Checkbox key={row.id} value={row.id} label={nameOf(row)} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </ActionDialog>
  );
}

function Terminate({ subscriber, close, done }: DialogProps) {
  const { client } = trpc.useUtils();
  const { id } = subscriber;
  const preview = useDryRun('subscriber.terminate', { id });
  return (
    <ConfirmByTypingDialog
      title="Terminate subscriber"
      actionLabel="Terminate for good"
      phrase={fullName(subscriber)}
      preview={preview}
      onClose={close}
      onDone={done}
      onConfirm={(_typed, call) => client.subscriber.terminate.mutate({ id }, call)}
      api={() => ({ method: 'POST', path: `/v1/subscribers/${id}/terminate` })}
    />
  );
}
