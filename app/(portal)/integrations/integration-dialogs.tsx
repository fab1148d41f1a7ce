'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ActionDialog } from '@/components/forms/action-dialog.tsx';
import { ConfirmByTypingDialog } from '@/components/forms/confirm-by-typing-dialog.tsx';
import { SecretDialog } from '@/components/forms/secret-dialog.tsx';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { IntegrationSnapshot } from '@/server/contract/integration.ts';

export type IntegrationAction = 'rotate' | 'revoke' | 'delete';

type DialogProps = { integration: IntegrationSnapshot; onClose: () => void };

/** The dialogs of an integration's page, loaded when one is opened. */
export function IntegrationDialogs({ action, ...props }: DialogProps & { action: IntegrationAction }) {
  if (action === 'rotate') return <RotateDialog {...props} />;
  return action === 'revoke' ? <RevokeDialog {...props} /> : <DeleteDialog {...props} />;
}

function RotateDialog({ integration, onClose }: DialogProps) {
  const utils = trpc.useUtils();
  const { id, secretLast4 } = integration;
  const [secret, setSecret] = useState<string | null>(null);
  if (secret) {
    return (
      <SecretDialog
        title="New secret"
        secrets={[{ label: 'Signing secret', value: secret }]}
        note="Enter it in the external system before the old one expires."
        onClose={onClose}
      />
    );
  }
  return (
    <ActionDialog
      title={secretLast4 ? 'Rotate secret' : 'Create secret'}
      actionLabel={secretLast4 ? 'Rotate secret' : 'Create secret'}
      consequences={
        secretLast4
          ? [
              'A new secret is created and shown once.',
              `The old one (…${secretLast4}) stays valid for another 24 hours, so that no event is lost.`,
            ]
          : ['A new secret is created and shown once. Events signed with it are accepted at once.']
      }
      onClose={onClose}
      onDone={() => void utils.integration.invalidate()}
      onConfirm={async (call) => {
        const rotated = await utils.client.integration.rotateSecret.mutate({ id }, call);
        setSecret(rotated.secret);
      }}
      api={{ method: 'POST', path: `/v1/integrations/${id}/rotate-secret` }}
    />
  );
}

function RevokeDialog({ integration, onClose }: DialogProps) {
  const utils = trpc.useUtils();
  const { id, name } = integration;
  return (
    <ConfirmByTypingDialog
      title="Revoke secret"
      phrase={name}
      consequences={[
        'The secret and the previous one expire at once.',
        'No events are accepted until a new secret is created. The system gets 503 and may retry later.',
      ]}
      actionLabel="Revoke secret"
      onClose={onClose}
      onDone={() => {
        void utils.integration.invalidate();
        notify({ color: 'green', message: 'The secret is revoked.' });
        onClose();
      }}
      onConfirm={(_, call) => utils.client.integration.revokeSecret.mutate({ id }, call)}
      api={() => ({ method: 'DELETE', path: `/v1/integrations/${id}/secret` })}
    />
  );
}

function DeleteDialog({ integration, onClose }: DialogProps) {
  const utils = trpc.useUtils();
  const router = useRouter();
  const { id, name } = integration;
  return (
    <ConfirmByTypingDialog
      title="Delete integration"
      phrase={name}
      consequences={[
        'No more events are accepted from this system, and queued events have no effect.',
        'Subscriptions that it created stay as they are.',
      ]}
      actionLabel="Delete integration"
      onClose={onClose}
      onDone={() => {
        void utils.integration.list.invalidate();
        notify({ color: 'green', message: `${name} is deleted.` });
        router.push('/integrations');
      }}
      onConfirm={(_, call) => utils.client.integration.delete.mutate({ id }, call)}
      api={() => ({ method: 'DELETE', path: `/v1/integrations/${id}` })}
    />
  );
}
