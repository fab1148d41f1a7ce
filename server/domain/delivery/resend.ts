import type { z } from 'zod';
import { realNow } from '../../clock.ts';
import type { DeliverySnapshot, deliveryId as deliveryIdInput } from '../../contract/delivery.ts';
import { change } from '../../state/record.ts';
import { presentOne } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { requireFewResends } from '../model/delivery/resend-limit.ts';
import { deliveryResource, findDelivery } from '../model/delivery/resource.ts';
import { findActiveWebhook } from '../model/webhook/resource.ts';

/**
 * Queues a delivery of any status again, with the full schedule of retries. The numbers of its attempts continue.
 * Contract: Delivery.
 * @throws NOT_FOUND; CONFLICT while the webhook is disabled; RATE_LIMITED for too many within a day
 */
export async function resendDelivery(
  scope: WriteScope,
  { id, deliveryId }: z.output<typeof deliveryIdInput>,
): Promise<DeliverySnapshot> {
  const before = await findDelivery(scope, (await findActiveWebhook(scope, id)).id, deliveryId, 'update');
  await requireFewResends(scope, deliveryId);
  const patch = { nextAttemptAt: realNow(), deliveredAt: null, failures: 0 };
  const after = await change(scope, deliveryResource, before, patch, { action: 'delivery.resend' });
  scope.outbox.wakes.add('deliveries/due');
  return presentOne(scope, deliveryResource, after);
}
