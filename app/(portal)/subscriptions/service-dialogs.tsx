'use client';

import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { CopyId } from '@/components/format/copy-id.tsx';
import { MoneyText } from '@/components/format/money-text.tsx';
import { ActionDialog } from '@/components/forms/action-dialog.tsx';
import { Dialog } from '@/components/forms/dialog.tsx';
import type { DialogProps } from './dialog-props.ts';
import { useAfterChange } from './use-after-change.ts';

export function ActivateDialog({ subscription, onClose }: DialogProps) {
  const { id, price } = subscription;
  const { client, keep, finish } = useAfterChange(id);
  const isFree = price.amount === 0;
  return (
    <ActionDialog
      title="Activate"
      actionLabel="Activate"
      consequences={
        isFree
          ? [
              'Nothing is owed: service begins at once with a fresh cycle and network access.',
              'Event: subscription.updated.',
            ]
          : [
              <>
                An invoice for a fresh cycle at <MoneyText {...price} />, tax apart, is issued. One that is
                open already stays as it is.
              </>,
              'Service begins the moment it is paid, and the cycle with it.',
            ]
      }
      onConfirm={async (call) => keep(await client.subscription.activate.mutate({ id }, call))}
      onDone={() => {
        finish(isFree ? 'The subscription is in service.' : 'Its invoice waits to be paid.');
        onClose();
      }}
      onClose={onClose}
      api={{ method: 'POST', path: `/v1/subscriptions/${id}/activate` }}
    />
  );
}

/** The new password is kept nowhere in the page: it is gone when the dialog is closed. */
export function RotatePasswordDialog({ subscription, onClose }: DialogProps) {
  const { id } = subscription;
  const { client, finish } = useAfterChange(id);
  const [issued, setIssued] = useState<{ username: string; password: string } | null>(null);
  if (issued) {
    return (
      <Dialog onClose={onClose} title="New network password" size="md">
        <Stack gap="md">
          <PropertyList
            items={[
              { label: 'Username', value: <CopyId id={issued.username} what="username" /> },
              { label: 'Password', value: <CopyId id={issued.password} what="network password" /> },
            ]}
          />
          <Text size="sm" c="dimmed">
            Enter it in the subscriber's router. It is shown here this once; those who may read credentials
            can reveal it later.
          </Text>
          <Group justify="flex-end">
            <Button onClick={onClose}>Done</Button>
          </Group>
        </Stack>
      </Dialog>
    );
  }
  return (
    <ActionDialog
      title="Rotate network password"
      actionLabel="Rotate password"
      danger
      consequences={[
        'The network takes a new password at once and the old one no more; the name stays.',
        "The subscriber's router stays out from its next sign-in until the new one is entered there.",
        'It is in the audit trail, without the password.',
      ]}
      onConfirm={async (call) => setIssued(await client.subscription.rotateCredentials.mutate({ id }, call))}
      onDone={() => finish('The network password is replaced.')}
      onClose={onClose}
      api={{ method: 'POST', path: `/v1/subscriptions/${id}/credentials/rotate` }}
    />
  );
}
