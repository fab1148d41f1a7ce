import type { WebhookHealth, WebhookSnapshot } from '@/server/contract/webhook.ts';

/** A webhook with how it is doing; that may come a moment later. */
export type WatchedWebhook = WebhookSnapshot & { health?: WebhookHealth };

export function withHealth(webhooks: WebhookSnapshot[], health: WebhookHealth[] = []): WatchedWebhook[] {
  return webhooks.map((webhook) => ({ ...webhook, health: health.find(({ id }) => id === webhook.id) }));
}
