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

/** What is asked before keys are made, rotated or ended; a new secret is shown once. */
export function KeyDialogs({ action, onClose }: { action: KeyAction; onClose: () => void }) {
  const utils = trpc.useUtils();
  const [made, setMade] = useState<AccessCredentialWithSecret | null>(null);
  const refresh = () => void utils.accessCredential.list.invalidate();
  if (made) {
    return (
      <SecretDialog
        title={action.kind === 'rotate' ? 'The successor is there' : 'The key is there'}
        secrets={[
          { label: 'Access id', value: made.accessId },
          { label: 'Access secret', value: made.accessSecret },
        ]}
        note={
          action.kind === 'rotate'
            ? 'Give both to the program within 24 hours; until then the old pair works as well.'
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
          'A successor with an id and a secret of its own is made. The secret is shown once.',
          'The old pair works for 24 hours more, then no longer.',
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
      actionLabel="Revoke for good"
      phrase={credential.label}
      consequences={[
        'From now on every call with it is refused with 401.',
        credential.expiresAt
          ? 'Its successor goes on working.'
          : 'Nothing takes its place: create another first, or rotate instead.',
        'It cannot be brought back.',
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
        'It may do what an admin may, in this account alone.',
        'Its secret is shown once.',
        'Other keys go on working.',
      ]}
      onClose={onClose}
      onConfirm={async (call) => onMade(await client.accessCredential.create.mutate({ label }, call))}
      onDone={refresh}
    >
      {(errors) => (
        <TextInput
          label="Name"
          description="Which program it is for"
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
