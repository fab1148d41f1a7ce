'use client';

import { Checkbox, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import { operationOf } from '@/components/trpc/operation.ts';
import { fullNameOf } from '@/server/contract/full-name.ts';
import type { SubscriberSnapshot } from '@/server/contract/subscriber.ts';
import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';
import { isInService } from '@/server/contract/subscription-rules.ts';
import { formatMoney } from '@/server/contract/texts/format-money.ts';
import { useDepartureReason } from '../subscriptions/departure-fields.tsx';

export type SubscriberAction = 'suspend' | 'activate' | 'deactivate' | 'terminate' | 'erase';

type SubscriberActionsProps = {
  action: SubscriberAction;
  subscriber: SubscriberSnapshot;
  subscriptions: SubscriptionSnapshot[];
  nameOf: (subscription: SubscriptionSnapshot) => string;
  onClose: () => void;
};

type DialogProps = Omit<SubscriberActionsProps, 'action'>;

const dialogs = {
  suspend: HoldDialog,
  activate: LiftDialog,
  deactivate: DeactivateDialog,
  terminate: TerminateDialog,
  erase: EraseDialog,
};

/** The dialog of the chosen action. */
export function SubscriberActions({ action, ...props }: SubscriberActionsProps) {
  const Dialog = dialogs[action];
  return <Dialog {...props} />;
}

function HoldDialog({ subscriber, onClose }: DialogProps) {
  const { id } = subscriber;
  const [reason, setReason] = useState('');
  const body = reason.trim() ? { reason: reason.trim() } : undefined;
  return (
    <ConfirmDialog
      title="Put subscriber on hold"
      actionLabel="Put on hold"
      danger
      operation="subscriber.suspend"
      input={{ id, ...body }}
      done={`${fullNameOf(subscriber)} is on hold.`}
      undo={{
        operation: operationOf('subscriber.activate', { id }),
        done: `The hold of ${fullNameOf(subscriber)} is lifted.`,
      }}
      onClose={onClose}
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
    </ConfirmDialog>
  );
}

function LiftDialog({ subscriber, onClose }: DialogProps) {
  const { id, hold } = subscriber;
  const reason = hold?.reason ?? undefined;
  return (
    <ConfirmDialog
      title="Lift hold"
      actionLabel="Lift hold"
      operation="subscriber.activate"
      input={{ id }}
      done={`The hold of ${fullNameOf(subscriber)} is lifted.`}
      undo={{
        operation: operationOf('subscriber.suspend', { id, reason }),
        done: `${fullNameOf(subscriber)} is on hold again.`,
      }}
      onClose={onClose}
    />
  );
}

function DeactivateDialog({ subscriber, subscriptions, nameOf, onClose }: DialogProps) {
  const { id } = subscriber;
  const serving = subscriptions.filter(({ status }) => isInService(status));
  const only = serving.length === 1 ? serving[0] : undefined;
  const [ids, setIds] = useState<string[] | null>(null);
  const wanted = ids ?? (only ? [only.id] : []);
  const chosen = serving.filter((row) => wanted.includes(row.id));
  const body = { subscriptionIds: chosen.map((row) => row.id) };
  return (
    <ConfirmDialog
      title="Deactivate subscriptions"
      actionLabel={chosen.length > 1 ? `Deactivate ${chosen.length} subscriptions` : 'Deactivate'}
      danger
      operation="subscriber.deactivate"
      input={chosen.length > 0 ? { id, ...body } : null}
      incomplete="Choose a subscription to see what will follow."
      done={`${chosen.map(nameOf).join(', ')}: out of service.`}
      onClose={onClose}
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
            {serving.map((row) => (
              <Checkbox key={row.id} value={row.id} label={nameOf(row)} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </ConfirmDialog>
  );
}

function TerminateDialog({ subscriber, onClose }: DialogProps) {
  const { id } = subscriber;
  const departure = useDepartureReason();
  return (
    <ConfirmDialog
      title="Terminate subscriber"
      actionLabel="Terminate for good"
      danger
      operation="subscriber.terminate"
      input={{ id, ...departure.input }}
      fields={['reason', 'note']}
      phrase={fullNameOf(subscriber)}
      done={`${fullNameOf(subscriber)} is terminated.`}
      onClose={onClose}
    >
      {departure.fields}
    </ConfirmDialog>
  );
}

function EraseDialog({ subscriber, onClose }: DialogProps) {
  const { id, creditBalance } = subscriber;
  const name = fullNameOf(subscriber);
  const credit = creditBalance.map(({ amount, currency }) => formatMoney(amount, currency)).join(' and ');
  return (
    <ConfirmDialog
      title="Erase personal data"
      actionLabel="Erase for good"
      danger
      operation="subscriber.erase"
      input={{ id, confirm: name }}
      phrase={name}
      done="The personal data is erased."
      onClose={onClose}
    >
      {() => (
        <Stack gap="xs">
          <Text size="sm">
            Name, contact, address, notes and tags go, also from emails, events, the audit trail and the
            request log. Nobody can restore them.
          </Text>
          <Text size="sm">
            Invoices, payments, refunds and charges keep their amounts, numbers and dates without the name.
            Download the invoices first if you must keep them as they were sent. What webhooks and other
            systems have received stays there.
          </Text>
          {credit && (
            <Text size="sm" fw={600}>
              The subscriber has credit of {credit}, which stays. Refund it first if it is to go back.
            </Text>
          )}
        </Stack>
      )}
    </ConfirmDialog>
  );
}
