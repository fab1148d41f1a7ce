'use client';

import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import { SecretDialog } from '@/components/forms/secret-dialog.tsx';
import type { IntegrationSnapshot } from '@/server/contract/integration.ts';

export type IntegrationAction = 'rotate' | 'revoke' | 'delete';

type DialogProps = { integration: IntegrationSnapshot; onClose: () => void };

const dialogs = { rotate: RotateDialog, revoke: RevokeDialog, delete: DeleteDialog };

/** The dialogs of an integration's page, loaded when one is opened. */
export function IntegrationDialogs({ action, ...props }: DialogProps & { action: IntegrationAction }) {
  const Dialog = dialogs[action];
  return <Dialog {...props} />;
}

function RotateDialog({ integration: { id, secretLast4 }, onClose }: DialogProps) {
  return (
    <ConfirmDialog
      title={secretLast4 ? 'Rotate secret' : 'Create secret'}
      operation="integration.rotateSecret"
      input={{ id }}
      result={({ secret }) => (
        <SecretDialog
          title="New secret"
          secrets={[{ label: 'Signing secret', value: secret ?? '' }]}
          note="Enter it in the external system before the old one expires."
          onClose={onClose}
        />
      )}
      onClose={onClose}
    />
  );
}

function RevokeDialog({ integration: { id, name }, onClose }: DialogProps) {
  return (
    <ConfirmDialog
      title="Revoke secret"
      danger
      operation="integration.revokeSecret"
      input={{ id }}
      phrase={name}
      done="The secret is revoked."
      onClose={onClose}
    />
  );
}

function DeleteDialog({ integration: { id, name }, onClose }: DialogProps) {
  return (
    <ConfirmDialog
      title="Delete integration"
      danger
      operation="integration.delete"
      input={{ id }}
      phrase={name}
      done={`${name} is deleted.`}
      leaveTo="/integrations"
      onClose={onClose}
    />
  );
}
