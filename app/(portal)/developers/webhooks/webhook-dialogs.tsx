'use client';

import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import { SecretDialog } from '@/components/forms/secret-dialog.tsx';
import { trpc } from '@/components/trpc/client.ts';
import { operationOf } from '@/components/trpc/operation.ts';
import { isActiveWebhook } from '@/server/contract/webhook-rules.ts';
import type { WebhookAction, WebhookDialogProps } from './actions.tsx';
import { queuedText, shortUrl, unsentTexts } from './labels.ts';
import { ReplayDialog } from './replay-dialog.tsx';
import { TestEventDialog } from './test-event-dialog.tsx';

const dialogs: Record<WebhookAction, (props: WebhookDialogProps) => React.ReactNode> = {
  test: TestEventDialog,
  replay: ReplayDialog,
  resend: ResendFailedDialog,
  rotate: RotateSecretDialog,
  enable: SetStatusDialog,
  disable: SetStatusDialog,
  delete: DeleteDialog,
};

/** The dialogs of a webhook's page. */
export function WebhookDialogs({ action, ...props }: WebhookDialogProps & { action: WebhookAction }) {
  const Dialog = dialogs[action];
  return <Dialog {...props} />;
}

function ResendFailedDialog({ webhook: { id }, health, onClose }: WebhookDialogProps) {
  return (
    <ConfirmDialog
      title="Resend failed deliveries"
      actionLabel="Resend"
      operation="webhook.resendFailed"
      input={{ id }}
      effects={[
        ...(health ? unsentTexts(health) : []),
        'Each has the full schedule of attempts again and keeps its event id.',
        'New events are sent first.',
      ]}
      done={({ queued }) => queuedText(queued)}
      onClose={onClose}
    />
  );
}

function RotateSecretDialog({ webhook: { id }, onClose }: WebhookDialogProps) {
  return (
    <ConfirmDialog
      title="Rotate secret"
      operation="webhook.rotateSecret"
      input={{ id }}
      result={({ secret }) => (
        <SecretDialog
          title="New signing secret"
          secrets={[{ label: 'Signing secret', value: secret }]}
          note="Give it to your receiver within 24 hours. Until then each delivery is signed with the old one as well."
          onClose={onClose}
        />
      )}
      onClose={onClose}
    />
  );
}

function SetStatusDialog({ webhook, onClose }: WebhookDialogProps) {
  const { id, status } = webhook;
  const enables = !isActiveWebhook(webhook);
  return (
    <ConfirmDialog
      title={enables ? 'Enable webhook' : 'Disable webhook'}
      actionLabel={enables ? 'Enable' : 'Disable'}
      danger={!enables}
      operation="webhook.patch"
      input={{ id, status: enables ? 'ACTIVE' : 'DISABLED' }}
      done={enables ? 'The webhook is active.' : 'The webhook is disabled.'}
      undo={{
        operation: operationOf('webhook.patch', { id, status }),
        done: enables ? 'The webhook is disabled again.' : 'The webhook is active again.',
      }}
      onClose={onClose}
    />
  );
}

function DeleteDialog({ webhook: { id, url }, onClose }: WebhookDialogProps) {
  const utils = trpc.useUtils();
  return (
    <ConfirmDialog
      title="Delete webhook"
      danger
      operation="webhook.delete"
      input={{ id }}
      phrase={shortUrl(url)}
      // The shell shows webhooks that fail on every page.
      onDone={() => void utils.notification.list.invalidate()}
      done="The webhook is deleted."
      leaveTo="/developers/webhooks"
      onClose={onClose}
    />
  );
}
