'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ActionDialog } from '@/components/forms/action-dialog.tsx';
import { ConfirmByTypingDialog } from '@/components/forms/confirm-by-typing-dialog.tsx';
import { SecretDialog } from '@/components/forms/secret-dialog.tsx';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { WebhookAction, WebhookDialogProps } from './actions.tsx';
import { shortUrl } from './labels.ts';
import { ReplayDialog } from './replay-dialog.tsx';
import { TestEventDialog } from './test-event-dialog.tsx';
import { replacementOf } from './webhook-request.ts';

const dialogs: Record<WebhookAction, (props: WebhookDialogProps) => React.ReactNode> = {
  test: TestEventDialog,
  replay: ReplayDialog,
  resend: ResendFailed,
  rotate: RotateSecret,
  enable: Switch,
  disable: Switch,
  delete: Delete,
};

/** What is asked before something is done with a webhook. */
export function WebhookDialogs({ action, ...props }: WebhookDialogProps & { action: WebhookAction }) {
  const Dialog = dialogs[action];
  return <Dialog {...props} />;
}

function ResendFailed({ webhook, health, onClose }: WebhookDialogProps) {
  const utils = trpc.useUtils();
  const count = health?.failed ?? 0;
  return (
    <ActionDialog
      title="Resend what was given up"
      actionLabel="Send again"
      consequences={[
        `${count === 1 ? 'One delivery' : `${count} deliveries`} that all attempts failed for go out again.`,
        'Each has the whole schedule of attempts before it once more, under its own event id.',
        'New events go before them.',
      ]}
      onClose={onClose}
      onConfirm={async (call) => {
        const answer = await utils.client.webhook.resendFailed.mutate({ id: webhook.id }, call);
        notify({ color: 'green', message: `${answer.queued} on their way again.` });
      }}
      onDone={() => {
        void utils.webhook.invalidate();
        void utils.delivery.invalidate();
        onClose();
      }}
    />
  );
}

function RotateSecret({ webhook, onClose }: WebhookDialogProps) {
  const utils = trpc.useUtils();
  const [secret, setSecret] = useState<string | null>(null);
  const { id } = webhook;
  if (secret) {
    return (
      <SecretDialog
        title="The new secret"
        secrets={[{ label: 'Signing secret', value: secret }]}
        note="Give it to your receiver within 24 hours. Until then each delivery is signed with the old one as well."
        onClose={onClose}
      />
    );
  }
  return (
    <ActionDialog
      title="Rotate secret"
      actionLabel="Rotate secret"
      consequences={[
        'The webhook gets a new signing secret, shown once.',
        'For 24 hours the old one signs as well, in X-Service-Signature-Previous.',
        'A secret that is in such an overlap already ends at once.',
      ]}
      onClose={onClose}
      onConfirm={async (call) => {
        const answer = await utils.client.webhook.rotateSecret.mutate({ id }, call);
        setSecret(answer.secret);
      }}
      onDone={() => void utils.webhook.invalidate()}
      api={{ method: 'POST', path: `/v1/webhooks/${id}/rotate-secret` }}
    />
  );
}

function Switch({ webhook, health, onClose }: WebhookDialogProps) {
  const utils = trpc.useUtils();
  const enables = webhook.status === 'DISABLED';
  const request = replacementOf(webhook, { status: enables ? 'ACTIVE' : 'DISABLED' });
  const { id, ...body } = request;
  const waiting = health?.pending ?? 0;
  return (
    <ActionDialog
      title={enables ? 'Enable webhook' : 'Disable webhook'}
      actionLabel={enables ? 'Enable' : 'Disable'}
      danger={!enables}
      consequences={
        enables
          ? [
              waiting > 0 ? `${waiting} waiting deliveries go out at once.` : 'Nothing waits for it.',
              'Past failures are forgotten: it has five days again before it would be disabled.',
              'What happened while it was disabled is not lost: replay brings it.',
            ]
          : [
              'Nothing is sent to it any more. What waits, waits on.',
              'Events that happen meanwhile get no delivery; a replay brings them later.',
            ]
      }
      onClose={onClose}
      onConfirm={(call) => utils.client.webhook.update.mutate(request, call)}
      onDone={() => {
        void utils.webhook.invalidate();
        notify({ color: 'green', message: enables ? 'The webhook is active.' : 'The webhook is disabled.' });
        onClose();
      }}
      api={{ method: 'PUT', path: `/v1/webhooks/${id}`, body }}
    />
  );
}

function Delete({ webhook, health, onClose }: WebhookDialogProps) {
  const utils = trpc.useUtils();
  const router = useRouter();
  const { id } = webhook;
  return (
    <ConfirmByTypingDialog
      title="Delete webhook"
      actionLabel="Delete for good"
      phrase={shortUrl(webhook.url)}
      consequences={[
        `${health?.pending ?? 0} waiting deliveries are never sent.`,
        'Its secret and its headers are forgotten. It cannot be brought back.',
        'Events stay as they are, and other webhooks get theirs.',
      ]}
      onClose={onClose}
      onConfirm={(_typed, call) => utils.client.webhook.delete.mutate({ id }, call)}
      onDone={() => {
        notify({ color: 'green', message: 'The webhook is deleted.' });
        router.push('/developers/webhooks');
        void utils.webhook.list.invalidate();
        void utils.webhook.troubles.invalidate();
      }}
      api={() => ({ method: 'DELETE', path: `/v1/webhooks/${id}` })}
    />
  );
}
