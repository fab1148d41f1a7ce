import { railTitles } from '../../contract/enums.ts';
import { invalid, invalidValue, refuse } from '../../contract/errors.ts';
import { asMinor, type Minor, subtract, toMajor } from '../../contract/money.ts';
import { isLatePayment, isRefundable } from '../../contract/payment-rules.ts';
import type { RefundCreate, RefundSnapshot } from '../../contract/refund.ts';
import { formatMoney } from '../../contract/texts/format-money.ts';
import { railOf } from '../../rails/registry.ts';
import { presentOne } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { isLateRefundSubmitted, isRefundedByGateway } from '../external/gateway/submit-refunds.ts';
import { balanceOf } from '../lifecycle/credit/balances.ts';
import { issueRefund } from '../lifecycle/payment/issue-refund.ts';
import { lockRefunded } from '../lifecycle/payment/lock-refunded.ts';
import { minorAmount } from '../model/amount.ts';
import type { PaymentRow } from '../model/payment/resource.ts';
import { refundResource } from '../model/refund/resource.ts';

/**
 * Refunds a completed payment, or an expired or failed one whose money arrived late, in full or in part. Contract: Refund.
 * @throws NOT_FOUND for the payment; CONFLICT when it has no money to refund, or its gateway already refunds it;
 *   VALIDATION_FAILED (OUT_OF_RANGE) for more than the amount left, or than the credit left of a payment that became credit, and
 *   (INVALID_VALUE) for an amount that its gateway cannot refund
 */
export async function createRefund(
  scope: WriteScope,
  { id, amount, reason, note }: RefundCreate,
): Promise<RefundSnapshot> {
  const paid = await lockRefunded(scope, id);
  const { payment } = paid;
  if (isLatePayment(payment) && (await isLateRefundSubmitted(scope, payment))) {
    throw refuse('CONFLICT', { field: 'id', message: 'The gateway is already refunding this money.' });
  }
  const refunded = await refundable(scope, payment, amount);
  await requireSupport(scope, payment, refunded);
  const { refund } = await issueRefund(scope, paid, {
    amount: refunded,
    reason,
    note: note ?? null,
  });
  return presentOne(scope, refundResource, refund);
}

/** The amount to refund in minor units: the requested one, or all that is left, of the credit too where the payment became credit. */
async function refundable(
  scope: WriteScope,
  payment: PaymentRow,
  requested: number | undefined,
): Promise<Minor> {
  const { currency } = payment;
  const stated = requested === undefined ? null : minorAmount('amount', requested, currency);
  if (!isRefundable(payment)) {
    throw refuse('CONFLICT', { field: 'id', message: 'Only a completed payment can be refunded.' });
  }
  const ofPayment = subtract(payment.amount, payment.refundedAmount);
  const left =
    payment.creditedAmount > 0
      ? asMinor(Math.min(ofPayment, await balanceOf(scope, payment.subscriberId, currency)))
      : ofPayment;
  const amount = stated ?? left;
  if (amount > left || left === 0) {
    const message = `${formatMoney(toMajor(left, currency), currency)} of this payment is left to refund.`;
    throw invalid([{ field: 'amount', code: 'OUT_OF_RANGE', message }]);
  }
  return amount;
}

/** @throws VALIDATION_FAILED for an amount that the gateway of the payment, which refunds it, cannot take, such as cents of M-Pesa */
async function requireSupport(scope: WriteScope, payment: PaymentRow, amount: Minor): Promise<void> {
  const { gateway, name } = railOf(payment);
  const { currency } = payment;
  if (!gateway || gateway.supports(amount, currency) || !(await isRefundedByGateway(scope, payment))) return;
  const sum = formatMoney(toMajor(amount, currency), currency);
  throw invalidValue('amount', `${railTitles[name]} cannot refund ${sum}.`);
}
