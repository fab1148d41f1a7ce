import type { z } from 'zod';
import { realNow } from '../../clock.ts';
import type { DeliverySnapshot, deliveryId } from '../../contract/delivery.ts';
import type { WriteScope } from '../../db/scope.ts';
import { change } from '../../state/record.ts';
import { presentOne } from '../../state/resource.ts';
import { deliveryResource, findDelivery } from '../model/delivery/resource.ts';
import { findActiveWebhook } from '../model/webhook/resource.ts';

/**
 * Sends a delivery again, whatever became of it, with the whole schedule of retries before it; the attempts count on.
 * Contract: Delivery.
 * @throws NOT_FOUND; CONFLICT while the webhook is disabled
 */
export async function resendDelivery(
  scope: WriteScope,
  { id, deliveryId: wanted }: z.output<typeof deliveryId>,
): Promise<DeliverySnapshot> {
  const before = await findDelivery(scope, (await findActiveWebhook(scope, id)).id, wanted, 'update');
  const patch = { nextAttemptAt: realNow(), deliveredAt: null, failures: 0 };
  const after = await change(scope, deliveryResource, before, patch, undefined, 'delivery.resend');
  scope.outbox.wakes.add('deliveries/due');
  return presentOne(scope, deliveryResource, after);
}
