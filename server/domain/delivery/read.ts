import type { z } from 'zod';
import { delivery } from '../../../drizzle/schema/webhook.ts';
import type {
  DeliverySnapshot,
  deliveryId as deliveryIdInput,
  deliveryListAll,
} from '../../contract/delivery.ts';
import type { Page } from '../../contract/paging.ts';
import type { Scope } from '../../db/scope.ts';
import { presentOne } from '../../state/resource.ts';
import { defineList, equals, isAnyOf } from '../list/list.ts';
import { deliveryResource, findDelivery } from '../model/delivery/resource.ts';
import { findWebhook } from '../model/webhook/resource.ts';

/** @throws NOT_FOUND */
export async function getDelivery(
  scope: Scope,
  { id, deliveryId }: z.output<typeof deliveryIdInput>,
): Promise<DeliverySnapshot> {
  await findWebhook(scope, id);
  return presentOne(scope, deliveryResource, await findDelivery(scope, id, deliveryId));
}

const list = defineList<typeof deliveryResource, z.output<typeof deliveryListAll>>(deliveryResource, {
  filters: {
    id: equals(delivery.webhookId),
    status: equals(delivery.status),
    statusIn: isAnyOf(delivery.status),
    eventType: equals(delivery.eventType),
    eventTypeIn: isAnyOf(delivery.eventType),
  },
});

/**
 * The deliveries of a webhook, newest first. Contract: Lists.
 * @throws NOT_FOUND
 */
export async function listDeliveries(
  scope: Scope,
  input: z.output<typeof deliveryListAll>,
): Promise<Page<DeliverySnapshot>> {
  await findWebhook(scope, input.id);
  return list(scope, input);
}
