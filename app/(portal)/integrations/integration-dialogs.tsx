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

/** The dialogs behind the actions of an integration's page, which loads them when one is wanted. */
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
        title="A new secret"
        secrets={[{ label: 'Signing secret', value: secret }]}
        note="Give it to the system before the old one ends."
        onClose={onClose}
      />
    );
  }
  return (
    <ActionDialog
      title={secretLast4 ? 'Rotate secret' : 'Make a secret'}
      actionLabel={secretLast4 ? 'Rotate' : 'Make'}
      consequences={
        secretLast4
          ? [
              'A new secret is made and shown once.',
              `The old one (…${secretLast4}) holds for another 24 hours, so that no event is lost.`,
            ]
          : [
              'A new secret is made and shown once. Events are taken again as soon as they are signed with it.',
            ]
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
        'The secret, and one that was rotated before it, end at once.',
        'No event is taken until a new secret is made; senders are told to try again later.',
      ]}
      actionLabel="Revoke"
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
        'Nothing that this system sends is taken any more; events that wait have no effect.',
        'Subscriptions that came from it stay as they are.',
      ]}
      actionLabel="Delete"
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
