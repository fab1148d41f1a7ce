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

/** The dialogs of a webhook's page. */
export function WebhookDialogs({ action, ...props }: WebhookDialogProps & { action: WebhookAction }) {
  const Dialog = dialogs[action];
  return <Dialog {...props} />;
}

function ResendFailed({ webhook, health, onClose }: WebhookDialogProps) {
  const utils = trpc.useUtils();
  const count = health?.failed ?? 0;
  return (
    <ActionDialog
      title="Resend failed deliveries"
      actionLabel="Resend"
      consequences={[
        `${count === 1 ? 'One delivery' : `${count} deliveries`} with no successful attempt are sent again.`,
        'Each gets the full schedule of attempts again and keeps its event id.',
        'New events are sent first.',
      ]}
      onClose={onClose}
      onConfirm={async (call) => {
        const answer = await utils.client.webhook.resendFailed.mutate({ id: webhook.id }, call);
        notify({ color: 'green', message: `${answer.queued} deliveries are queued again.` });
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
        title="New signing secret"
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
        'For 24 hours deliveries are signed with the old secret too, in X-Service-Signature-Previous.',
        'If a rotation is already in progress, the oldest secret ends at once.',
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
              waiting > 0 ? `${waiting} waiting deliveries are sent at once.` : 'No deliveries are waiting.',
              'Past failures are reset. The webhook is disabled after five more days of failures.',
              'Events that occurred meanwhile can be sent with a replay.',
            ]
          : [
              'Nothing is sent until it is enabled. Waiting deliveries are kept.',
              'New events are not queued for it. A replay can send them later.',
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
      actionLabel="Delete webhook"
      phrase={shortUrl(webhook.url)}
      consequences={[
        `${health?.pending ?? 0} waiting deliveries are never sent.`,
        'The secret and the headers are deleted. This cannot be undone.',
        'Events and other webhooks are not affected.',
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
