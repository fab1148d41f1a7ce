import type { ListDefinition } from '@/components/table/list-definition.ts';
import type { WebhookHealth } from '@/server/contract/portal/webhook.ts';
import type { WebhookSnapshot } from '@/server/contract/webhook.ts';

export const webhookList: ListDefinition = {
  resource: 'webhooks',
  path: '/developers/webhooks',
  noun: { one: 'webhook', many: 'webhooks' },
  search: 'URL or description',
  filters: [{ kind: 'boolean', key: 'failing', label: 'Health', yes: 'Failing', no: 'Not failing' }],
  defaultSort: 'createdAt',
};

/** A webhook with its health, which may be loaded later. */
export type WatchedWebhook = WebhookSnapshot & { health?: WebhookHealth };

export function withHealth(webhooks: WebhookSnapshot[], health: WebhookHealth[] = []): WatchedWebhook[] {
  return webhooks.map((webhook) => ({ ...webhook, health: health.find(({ id }) => id === webhook.id) }));
}
