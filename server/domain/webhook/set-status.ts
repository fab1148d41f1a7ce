import type { WebhookStatusChange } from '../../contract/portal/webhook.ts';
import type { WebhookSnapshot } from '../../contract/webhook.ts';
import { presentOne } from '../../state/resource.ts';
import { transition } from '../../state/transition.ts';
import type { WriteScope } from '../../work/scope.ts';
import { findWebhook, type WebhookRow, webhookResource } from '../model/webhook/resource.ts';

/**
 * Enables or disables a webhook. Contract: Webhook subscription.
 * @throws NOT_FOUND
 */
export async function setWebhookStatus(
  scope: WriteScope,
  { id, status }: WebhookStatusChange,
): Promise<WebhookSnapshot> {
  const row = await findWebhook(scope, id, 'update');
  return presentOne(scope, webhookResource, await moveTo(scope, row, status));
}

/** Enables or disables the webhook, if its status differs. */
export async function moveTo(
  scope: WriteScope,
  row: WebhookRow,
  status: WebhookStatusChange['status'] | undefined,
): Promise<WebhookRow> {
  if (status === undefined || status === row.status) return row;
  if (status === 'DISABLED') {
    return transition(scope, webhookResource, row, 'disable', { disabledReason: 'REQUESTED' });
  }
  const healthy = { failingSince: null, warnings: 0, disabledReason: null };
  const enabled = await transition(scope, webhookResource, row, 'enable', healthy);
  // Its pending deliveries are due.
  scope.outbox.wakes.add('deliveries/due');
  return enabled;
}
