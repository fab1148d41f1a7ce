'use client';

import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { CopyId } from '@/components/format/copy-id.tsx';
import { ActionDialog } from '@/components/forms/action-dialog.tsx';
import { Dialog } from '@/components/forms/dialog.tsx';
import { useDryRun } from '@/components/trpc/use-dry-run.ts';
import { isInService } from '@/server/contract/subscription-rules.ts';
import type { DialogProps } from './dialog-props.ts';
import { useAfterChange } from './use-after-change.ts';

export function ActivateDialog({ subscription, onClose }: DialogProps) {
  const { id } = subscription;
  const { client, keep, finish } = useAfterChange(id);
  const preview = useDryRun('subscription.activate', { id });
  return (
    <ActionDialog
      title="Activate"
      actionLabel="Activate"
      preview={preview}
      onConfirm={async (call) => {
        const after = await client.subscription.activate.mutate({ id }, call);
        keep(after);
        finish(isInService(after.status) ? 'The subscription is in service.' : 'Its invoice is issued.');
      }}
      onDone={onClose}
      onClose={onClose}
      api={{ method: 'POST', path: `/v1/subscriptions/${id}/activate` }}
    />
  );
}

/** The page does not keep the new password after the dialog is closed. */
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
        'The network takes the new password at once. The old one is no longer valid; the name stays.',
        "The subscriber's router is offline from its next sign-in until the new password is entered there.",
        'The audit trail records the change without the password.',
      ]}
      onConfirm={async (call) => setIssued(await client.subscription.rotateCredentials.mutate({ id }, call))}
      onDone={() => finish('The network password is replaced.')}
      onClose={onClose}
      api={{ method: 'POST', path: `/v1/subscriptions/${id}/credentials/rotate` }}
    />
  );
}
