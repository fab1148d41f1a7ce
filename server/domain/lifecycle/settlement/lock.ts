import type { WriteScope } from '../../../db/scope.ts';
import { change } from '../../../state/record.ts';
import { find, findForUpdate } from '../../../state/resource.ts';
import { transition } from '../../../state/transition.ts';
import { type PaymentRow, paymentResource } from '../../model/payment/resource.ts';
import { lockSubscription } from '../../model/subscription/lock.ts';
import { lockCharge } from '../charges/lock.ts';

/** Whether a rail's word can still settle it. */
export function isOpen({ status }: PaymentRow): boolean {
  return status === 'PENDING' || status === 'PROCESSING';
}

/**
 * The payment a rail has word of, locked after what it is for. Word that comes after its time is late, whether or not
 * the run that expires payments has been by.
 * @throws NOT_FOUND
 */
export async function lockReported(scope: WriteScope, id: string): Promise<PaymentRow> {
  const { subscriptionId, chargeId } = await find(scope, paymentResource, id);
  if (subscriptionId) await lockSubscription(scope, subscriptionId);
  if (chargeId) await lockCharge(scope, chargeId);
  const payment = await findForUpdate(scope, paymentResource, id);
  const isDue = payment.status === 'PENDING' && payment.expiresAt !== null && payment.expiresAt <= scope.now;
  return isDue ? transition(scope, paymentResource, payment, 'expire') : payment;
}

/**
 * Money came for a payment that is over: it stays what it is, and the money is flagged to be given back. Word of money
 * that went back already flags nothing.
 */
export function noteLateMoney(scope: WriteScope, payment: PaymentRow): Promise<PaymentRow> {
  return change(
    scope,
    paymentResource,
    payment,
    { refundDue: payment.refundedAmount < payment.amount },
    undefined,
    'payment.late',
  );
}
