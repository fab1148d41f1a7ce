import type { WebhookSnapshot, WebhookUpdate } from '../../contract/webhook.ts';
import type { WriteScope } from '../../db/scope.ts';
import { change } from '../../state/record.ts';
import { presentOne } from '../../state/resource.ts';
import { transition } from '../../state/transition.ts';
import {
  findWebhook,
  requireDeliverable,
  sealHeaders,
  unsealHeaders,
  type WebhookRow,
  webhookResource,
} from '../model/webhook/resource.ts';
import type { Located } from './create.ts';

/**
 * Replaces a webhook's fields; its events are those given and no others. Contract: Webhook subscription.
 * @throws NOT_FOUND; VALIDATION_FAILED at `url` when it leads into a private network
 */
export async function updateWebhook(
  scope: WriteScope,
  { id, headers, status, addresses, ...input }: WebhookUpdate & Located,
): Promise<WebhookSnapshot> {
  const before = await findWebhook(scope, id, 'update');
  requireDeliverable(scope, input.url, addresses);
  // Sealing the same headers anew would look like a change.
  const isSame = JSON.stringify(headers) === JSON.stringify(unsealHeaders(before));
  const after = await change(scope, webhookResource, before, {
    ...input,
    description: input.description ?? null,
    sealedHeaders: isSame ? undefined : sealHeaders(id, headers),
  });
  return presentOne(scope, webhookResource, await move(scope, after, status));
}

/** To the status asked for, if it is another. */
async function move(
  scope: WriteScope,
  row: WebhookRow,
  status: WebhookUpdate['status'],
): Promise<WebhookRow> {
  if (status === undefined || status === row.status) return row;
  if (status === 'DISABLED') {
    return transition(scope, webhookResource, row, 'disable', { disabledReason: 'REQUESTED' });
  }
  const forgotten = { failingSince: null, warnings: 0, disabledReason: null };
  const enabled = await transition(scope, webhookResource, row, 'enable', forgotten);
  // What waited while it was disabled is due.
  scope.outbox.wakes.add('deliveries/due');
  return enabled;
}
