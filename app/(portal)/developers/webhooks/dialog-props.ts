import type { WebhookHealth, WebhookSnapshot } from '@/server/contract/webhook.ts';

/** The properties of every dialog about a webhook. */
export type WebhookDialogProps = {
  webhook: WebhookSnapshot;
  health: WebhookHealth | undefined;
  onClose: () => void;
};
