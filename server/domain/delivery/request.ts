import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { event } from '../../../drizzle/schema/provider.ts';
import type { deliveryId as deliveryIdInput } from '../../contract/delivery.ts';
import { maskedUrl } from '../../contract/masked.ts';
import type { DeliveryRequest } from '../../contract/portal/delivery.ts';
import { constantHeaders } from '../../webhooks/headers.ts';
import { render } from '../../webhooks/render.ts';
import type { Scope } from '../../work/scope.ts';
import { findDelivery } from '../model/delivery/resource.ts';
import { findWebhook, unsealHeaders } from '../model/webhook/resource.ts';

/**
 * The request of a delivery: its body and the headers that are the same for all attempts. Custom headers are those of the
 * webhook now, without their values, which are usually credentials; secrets of the address are masked. Portal only.
 * @throws NOT_FOUND
 */
export async function deliveryRequestOf(
  scope: Scope,
  { id, deliveryId }: z.output<typeof deliveryIdInput>,
): Promise<DeliveryRequest> {
  const webhook = await findWebhook(scope, id);
  const row = await findDelivery(scope, id, deliveryId);
  const body = row.testBody ?? (await bodyOf(scope, row));
  const { eventId, eventType } = row;
  return {
    url: maskedUrl(webhook.url),
    body: render(body, row.apiVersion),
    headers: [
      ...constantHeaders({ eventId, eventType, isTest: row.testBody !== null }),
      ...unsealHeaders(webhook)
        .filter(({ name }) => !/^x-service-/i.test(name))
        .map(({ name }) => ({ name, value: null })),
    ],
  };
}

async function bodyOf(
  scope: Scope,
  { eventId, recordedAt }: { eventId: string; recordedAt: Date },
): Promise<string> {
  const [found] = await scope.db
    .select({ body: event.body })
    .from(event)
    .where(
      and(eq(event.providerId, scope.providerId), eq(event.id, eventId), eq(event.recordedAt, recordedAt)),
    );
  if (!found) throw new Error(`event ${eventId} of a delivery was not found`);
  return found.body;
}
