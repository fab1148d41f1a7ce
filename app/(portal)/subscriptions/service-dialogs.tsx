'use client';

import { Button, Stack, Text } from '@mantine/core';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { CopyId } from '@/components/format/copy-id.tsx';
import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import { Dialog } from '@/components/forms/dialog.tsx';
import { FormActions } from '@/components/forms/form-actions.tsx';
import { isInService } from '@/server/contract/subscription-rules.ts';
import type { DialogProps } from './dialog-props.ts';
import { useSetSubscription } from './use-set-subscription.ts';

export function ActivateDialog({ subscription: { id }, onClose }: DialogProps) {
  const setSubscription = useSetSubscription();
  return (
    <ConfirmDialog
      title="Activate"
      operation="subscription.activate"
      input={{ id }}
      onDone={setSubscription}
      done={({ status }) =>
        isInService(status)
          ? 'The subscription is in service.'
          : 'The invoice is issued. Its payment activates the subscription.'
      }
      onClose={onClose}
    />
  );
}

export function RotatePasswordDialog({ subscription: { id }, onClose }: DialogProps) {
  return (
    <ConfirmDialog
      title="Rotate network password"
      actionLabel="Rotate password"
      danger
      operation="subscription.rotateCredentials"
      input={{ id }}
      result={(issued) => <NewPassword {...issued} onClose={onClose} />}
      onClose={onClose}
    />
  );
}

type NewPasswordProps = { username: string; password: string; onClose: () => void };

/** The page does not keep the new password after the dialog is closed. */
function NewPassword({ username, password, onClose }: NewPasswordProps) {
  return (
    <Dialog onClose={onClose} title="New network password" size="md">
      <Stack gap="md">
        <PropertyList
          items={[
            { label: 'Username', value: <CopyId id={username} what="username" /> },
            { label: 'Password', value: <CopyId id={password} what="network password" /> },
          ]}
        />
        <Text size="sm" c="dimmed">
          Enter it in the subscriber's router. It is shown here only once; those who may read credentials can
          reveal it later.
        </Text>
        <FormActions>
          <Button onClick={onClose}>Done</Button>
        </FormActions>
      </Stack>
    </Dialog>
  );
}
