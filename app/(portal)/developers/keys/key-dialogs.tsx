'use client';

import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '@/components/forms/action-dialog.tsx';
import { ConfirmByTypingDialog } from '@/components/forms/confirm-by-typing-dialog.tsx';
import { SecretDialog } from '@/components/forms/secret-dialog.tsx';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import type {
  AccessCredentialSnapshot,
  AccessCredentialWithSecret,
} from '@/server/contract/access-credential.ts';

export type KeyAction =
  | { kind: 'create' }
  | { kind: 'rotate' | 'revoke'; credential: AccessCredentialSnapshot };

/** The dialogs that create, rotate and end keys. A new secret is shown once. */
export function KeyDialogs({ action, onClose }: { action: KeyAction; onClose: () => void }) {
  const utils = trpc.useUtils();
  const [made, setMade] = useState<AccessCredentialWithSecret | null>(null);
  const refresh = () => void utils.accessCredential.list.invalidate();
  if (made) {
    return (
      <SecretDialog
        title={action.kind === 'rotate' ? 'New key created' : 'Key created'}
        secrets={[
          { label: 'Access ID', value: made.accessId },
          { label: 'Access secret', value: made.accessSecret },
        ]}
        note={
          action.kind === 'rotate'
            ? 'Give both to the program within 24 hours. Until then the old key works too.'
            : 'Give both to the program that calls the API.'
        }
        onClose={onClose}
      />
    );
  }
  if (action.kind === 'create') return <Create onClose={onClose} onMade={setMade} refresh={refresh} />;
  const { credential } = action;
  if (action.kind === 'rotate') {
    return (
      <ActionDialog
        title={`Rotate ${credential.label}`}
        actionLabel="Rotate"
        consequences={[
          'A new key with a new id and secret is created. The secret is shown once.',
          'The old key stops working after 24 hours.',
        ]}
        onClose={onClose}
        onConfirm={async (call) =>
          setMade(await utils.client.accessCredential.rotate.mutate({ id: credential.id }, call))
        }
        onDone={refresh}
      />
    );
  }
  return (
    <ConfirmByTypingDialog
      title="Revoke key"
      actionLabel="Revoke key"
      phrase={credential.label}
      consequences={[
        'Every call with this key is refused with 401 from now on.',
        credential.expiresAt
          ? 'The key that replaces it keeps working.'
          : 'No other key replaces it. Create another key first, or rotate this one instead.',
        'This cannot be undone.',
      ]}
      onClose={onClose}
      onConfirm={(_typed, call) => utils.client.accessCredential.revoke.mutate({ id: credential.id }, call)}
      onDone={() => {
        refresh();
        notify({ color: 'green', message: `${credential.label} is revoked.` });
        onClose();
      }}
    />
  );
}

type CreateProps = {
  onClose: () => void;
  onMade: (made: AccessCredentialWithSecret) => void;
  refresh: () => void;
};

function Create({ onClose, onMade, refresh }: CreateProps) {
  const { client } = trpc.useUtils();
  const [label, setLabel] = useState('');
  return (
    <ActionDialog
      title="New key"
      actionLabel="Create key"
      fields={['label']}
      ready={label.trim() !== ''}
      consequences={[
        'The key has the permissions of an admin, in this account only.',
        'The secret is shown once.',
        'Other keys keep working.',
      ]}
      onClose={onClose}
      onConfirm={async (call) => onMade(await client.accessCredential.create.mutate({ label }, call))}
      onDone={refresh}
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
    </ActionDialog>
  );
}
