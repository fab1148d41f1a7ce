import type { z } from 'zod';
import { realNow } from '../../clock.ts';
import { exampleEvent } from '../../contract/examples/events.ts';
import { firstMatch, type WebhookSnapshot, type webhookTest } from '../../contract/webhook.ts';
import { presentOne } from '../../state/resource.ts';
import { insertRows } from '../../state/write-rows.ts';
import { audit } from '../../work/audit.ts';
import { newId } from '../../work/ids.ts';
import type { WriteScope } from '../../work/scope.ts';
import { deliveryResource } from '../model/delivery/resource.ts';
import { findActiveWebhook, webhookResource } from '../model/webhook/resource.ts';

/**
 * Sends the documented example of an event to one webhook. The example is a delivery of the webhook and not an event of
 * the provider. Contract: Delivery.
 * @throws NOT_FOUND; CONFLICT while the webhook is disabled
 */
export async function sendTestEvent(
  scope: WriteScope,
  { id, type: wanted }: z.output<typeof webhookTest>,
): Promise<WebhookSnapshot> {
  const row = await findActiveWebhook(scope, id);
  const type = firstMatch(wanted ?? (row.events[0] as string));
  const { providerId, correlationId, livemode, now } = scope;
  const eventId = newId('event', now);
  const occurredAt = now.toISOString();
  const body = exampleEvent(type, { id: eventId, occurredAt, providerId, correlationId, livemode });
  const recordedAt = realNow();
  await insertRows(scope, deliveryResource, [
    {
      id: newId('delivery', now),
      providerId,
      webhookId: id,
      eventId,
      eventType: type,
      recordedAt,
      apiVersion: row.apiVersion,
      testBody: JSON.stringify(body),
      nextAttemptAt: recordedAt,
      createdAt: now,
      updatedAt: now,
      attemptsBegun: 0,
      failures: 0,
    },
  ]);
  audit(scope, 'webhook.test', { type: 'webhook', id }, { type: { before: null, after: type } });
  scope.outbox.wakes.add('deliveries/due');
  return presentOne(scope, webhookResource, row);
}
