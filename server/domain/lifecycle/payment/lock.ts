import { change } from '../../../state/record.ts';
import { find, findForUpdate } from '../../../state/resource.ts';
import { transition } from '../../../state/transition.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { isPastExpiry } from '../../model/expiry.ts';
import { type PaymentRow, paymentResource } from '../../model/payment/resource.ts';
import { subscriberResource } from '../../model/subscriber/resource.ts';
import { type LockedSubscription, lockSubscriptionsOf } from '../../model/subscription/lock.ts';
import type { LockedCharge } from '../charges/end.ts';
import { lockCharge } from '../charges/lock.ts';
import { lockService } from '../upgrade/lock.ts';

/** A locked payment, with the locked subscription or charge that it is for. */
export type LockedPayment = {
  payment: PaymentRow;
  charge?: LockedCharge | undefined;
  service?: LockedSubscription | undefined;
};

/**
 * Locks a payment that a rail reports on, after the subscription or charge that it is for, or all that a payment on account may
 * settle. What is past its expiry has expired in the returned rows, because a report may come before the billing run that expires
 * it. Contract: Payment.
 * @throws NOT_FOUND
 */
export async function lockForSettlement(scope: WriteScope, id: string): Promise<LockedPayment> {
  const { subscriberId, subscriptionId, chargeId } = await find(scope, paymentResource, id);
  const service = subscriptionId ? await lockService(scope, subscriptionId) : undefined;
  const charge = chargeId ? await lockCharge(scope, chargeId) : undefined;
  if (!service && !charge) {
    await findForUpdate(scope, subscriberResource, subscriberId);
    await lockSubscriptionsOf(scope, subscriberId);
  }
  const locked = await findForUpdate(scope, paymentResource, id);
  const isOver = isPastExpiry(locked, scope.now);
  return {
    payment: isOver ? await transition(scope, paymentResource, locked, 'expire') : locked,
    charge,
    service,
  };
}

/**
 * Records money that arrived for an expired or failed payment. The status stays, and `refundDue` is set unless the
 * money was refunded already. Contract: Payment.
 */
export function recordLateMoney(scope: WriteScope, payment: PaymentRow): Promise<PaymentRow> {
  return change(
    scope,
    paymentResource,
    payment,
    { refundDue: payment.refundedAmount < payment.amount },
    { action: 'payment.late' },
  );
}
