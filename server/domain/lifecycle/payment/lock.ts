import { change } from '../../../state/record.ts';
import { find, findForUpdate } from '../../../state/resource.ts';
import { transition } from '../../../state/transition.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { isPastExpiry } from '../../model/expiry.ts';
import { type PaymentRow, paymentResource } from '../../model/payment/resource.ts';
import { lockSubscription } from '../../model/subscription/lock.ts';
import { expireChargeIfDue } from '../charges/end.ts';
import { type LockedCharge, lockCharge } from '../charges/lock.ts';

/** A locked payment, with the locked charge that it is for. */
type LockedPayment = { payment: PaymentRow; charge: LockedCharge | null };

/**
 * Locks a payment that a rail reports on, after the subscription or charge that it is for. `expirePaymentIfDue` follows
 * in every verb, because the payment may be past its expiry.
 * @throws NOT_FOUND
 */
export async function lockForSettlement(scope: WriteScope, id: string): Promise<LockedPayment> {
  const { subscriptionId, chargeId } = await find(scope, paymentResource, id);
  if (subscriptionId) await lockSubscription(scope, subscriptionId);
  const charge = chargeId ? await lockCharge(scope, chargeId) : null;
  return { payment: await findForUpdate(scope, paymentResource, id), charge: charge ?? null };
}

/**
 * Expires a pending payment that is past its `expiresAt`, and the charge that it is for. A report may come
 * before the billing run that expires them. Contract: Payment.
 * @returns the payment after the change
 */
export async function expirePaymentIfDue(
  scope: WriteScope,
  { payment: locked, charge }: LockedPayment,
): Promise<PaymentRow> {
  // The expiry of a charge expires its open payment too.
  if (charge) await expireChargeIfDue(scope, charge);
  const payment = charge ? await find(scope, paymentResource, locked.id) : locked;
  return isPastExpiry(payment, scope.now) ? transition(scope, paymentResource, payment, 'expire') : payment;
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
