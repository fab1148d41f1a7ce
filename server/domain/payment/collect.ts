import type { z } from 'zod';
import type { PaymentSnapshot } from '../../contract/payment.ts';
import type { PaymentCollect, paymentCollection } from '../../contract/portal/payment-collection.ts';
import { findForUpdate } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { lockNumber, partReference, requireUncounted } from '../model/payment/number.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';
import { lockSubscriptionsOf } from '../model/subscription/lock.ts';
import { createPayment } from './create.ts';

/**
 * Records money that was received for several debts of a subscriber: a payment on the manual rail for each, by the rules
 * of a single payment. All are recorded or none. Portal only. Contract: Payment.
 * @throws NOT_FOUND for the subscriber; what `createPayment` throws for a part: another amount than the one due, a debt of
 *   another subscriber, or a debt that no longer exists
 */
export async function collectPayments(
  scope: WriteScope,
  { subscriberId, parts, reference, receivedAt }: PaymentCollect,
): Promise<z.output<typeof paymentCollection>> {
  if (reference) await lockNumber(scope, reference);
  const subscriber = await findForUpdate(scope, subscriberResource, subscriberId);
  // All subscriptions before the first invoice and payment, in the order that every transaction keeps.
  const named = parts.flatMap(({ subscriptionId }) => subscriptionId ?? []);
  await lockSubscriptionsOf(scope, subscriber.id, named);
  if (reference) await requireUncounted(scope, reference);
  const payments: PaymentSnapshot[] = [];
  for (const [index, part] of parts.entries()) {
    const own = reference && parts.length > 1 ? partReference(reference, index + 1) : reference;
    payments.push(
      await createPayment(scope, {
        ...part,
        ...{ subscriberId: subscriber.id, rail: 'manual', reference: own, receivedAt },
      }),
    );
  }
  return { payments };
}
