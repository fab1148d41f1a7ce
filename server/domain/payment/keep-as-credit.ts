import type { z } from 'zod';
import { refuse } from '../../contract/errors.ts';
import { subtract } from '../../contract/money.ts';
import type { PaymentSnapshot, paymentId } from '../../contract/payment.ts';
import { change } from '../../state/record.ts';
import { find, findForUpdate, presentOne } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { isLateRefundSubmitted } from '../external/gateway/submit-refunds.ts';
import { recordCredit } from '../lifecycle/credit/record.ts';
import { settleFromCredit } from '../lifecycle/payment/settle-from-credit.ts';
import { paymentResource } from '../model/payment/resource.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';
import { lockSubscriptionsOf } from '../model/subscription/lock.ts';

/**
 * Keeps the money of a payment that is due for refund as credit, and settles what it covers. The status stays, and no event is
 * emitted for the payment. Contract: Account credit.
 * @throws NOT_FOUND; CONFLICT where no refund is due, or the gateway already refunds the money
 */
export async function keepAsCredit(
  scope: WriteScope,
  { id }: z.output<typeof paymentId>,
): Promise<PaymentSnapshot> {
  const { subscriberId } = await find(scope, paymentResource, id);
  await findForUpdate(scope, subscriberResource, subscriberId);
  await lockSubscriptionsOf(scope, subscriberId);
  const payment = await findForUpdate(scope, paymentResource, id);
  if (!payment.refundDue) {
    throw refuse('CONFLICT', { field: 'id', message: 'Only a payment that is due for refund can be kept.' });
  }
  if (await isLateRefundSubmitted(scope, payment)) {
    throw refuse('CONFLICT', { field: 'id', message: 'The gateway is already refunding this money.' });
  }
  const { currency } = payment;
  const amount = subtract(payment.amount, payment.refundedAmount);
  const kept = { refundDue: false, creditedAmount: amount };
  const after = await change(scope, paymentResource, payment, kept, { action: 'payment.keep' });
  await recordCredit(scope, [{ type: 'PAYMENT', subscriberId, amount, currency, paymentId: id }]);
  await settleFromCredit(scope, subscriberId);
  return presentOne(scope, paymentResource, after);
}
