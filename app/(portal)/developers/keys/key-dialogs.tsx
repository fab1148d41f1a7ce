'use client';

import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import { SecretDialog } from '@/components/forms/secret-dialog.tsx';
import type {
  AccessCredentialSnapshot,
  AccessCredentialWithSecret,
} from '@/server/contract/portal/access-credential.ts';

export type KeyAction =
  | { kind: 'create' }
  | { kind: 'rotate' | 'revoke'; credential: AccessCredentialSnapshot };

type DialogProps = { credential: AccessCredentialSnapshot; onClose: () => void };

/** The dialogs that create, rotate and revoke keys. */
export function KeyDialogs({ action, onClose }: { action: KeyAction; onClose: () => void }) {
  if (action.kind === 'create') return <CreateDialog onClose={onClose} />;
  const Dialog = action.kind === 'rotate' ? RotateDialog : RevokeDialog;
  return <Dialog credential={action.credential} onClose={onClose} />;
}

function CreateDialog({ onClose }: Pick<DialogProps, 'onClose'>) {
  const [label, setLabel] = useState('');
  return (
    <ConfirmDialog
      title="New key"
      actionLabel="Create key"
      operation="accessCredential.create"
      input={label.trim() === '' ? null : { label }}
      effects={[
        'The key has the permissions of an admin, in this account only.',
        'The secret is shown once.',
        'Other keys keep working.',
      ]}
      fields={['label']}
      result={(made) => (
        <NewKey
          made={made}
          title="Key created"
          note="Give both to the program that calls the API."
          onClose={onClose}
        />
      )}
      onClose={onClose}
    >
      {(errors) => (
        <TextInput
          label="Name"
          description="The program that uses the key"
          placeholder="CRM"
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
          maxLength={100}
          autoComplete="off"
          required
          data-autofocus
          error={errors.label}
        />
      )}
    </ConfirmDialog>
  );
}

function RotateDialog({ credential: { id, label }, onClose }: DialogProps) {
  return (
    <ConfirmDialog
      title={`Rotate ${label}`}
      actionLabel="Rotate key"
      operation="accessCredential.rotate"
      input={{ id }}
      effects={[
        'A new key with a new id and secret is created. The secret is shown once.',
        'The old key stops working after 24 hours.',
      ]}
      result={(made) => (
        <NewKey
          made={made}
          title="New key created"
          note="Give both to the program within 24 hours. Until then the old key works too."
          onClose={onClose}
        />
      )}
      onClose={onClose}
    />
  );
}

function RevokeDialog({ credential: { id, label }, onClose }: DialogProps) {
  return (
    <ConfirmDialog
      title="Revoke key"
      danger
      operation="accessCredential.revoke"
      input={{ id }}
      effects={[
        'Every call with this key is refused with 401 from now on. Other keys keep working.',
        'A program without another key cannot call the API. Rotate the key to replace it without an interruption.',
        'This cannot be undone.',
      ]}
      phrase={label}
      done={`${label} is revoked.`}
      onClose={onClose}
    />
  );
}

type NewKeyProps = { made: AccessCredentialWithSecret; title: string; note: string; onClose: () => void };

/** A key with its secret, which is shown once. */
function NewKey({ made, ...rest }: NewKeyProps) {
  return (
    <SecretDialog
      {...rest}
      secrets={[
        { label: 'Access ID', value: made.accessId },
        { label: 'Access secret', value: made.accessSecret },
      ]}
    />
  );
}
