import { isPendingCharge } from '../../../contract/charge-rules.ts';
import { isOpenInvoice } from '../../../contract/invoice-rules.ts';
import { type Minor, sum, ZERO } from '../../../contract/money.ts';
import { isTerminated } from '../../../contract/subscriber-rules.ts';
import type { PaymentOutcome } from '../../../rails/rail.ts';
import { find } from '../../../state/resource.ts';
import { transition } from '../../../state/transition.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { enqueueEmails, type FactDraft } from '../../messaging/email/enqueue.ts';
import { invoiceResource } from '../../model/invoice/resource.ts';
import { type PaymentRow, paymentResource } from '../../model/payment/resource.ts';
import { targetKey } from '../../model/payment/target.ts';
import { subscriberResource } from '../../model/subscriber/resource.ts';
import type { LockedCharge } from '../charges/end.ts';
import { payCharge } from '../charges/pay.ts';
import { creditFor } from '../credit/debts.ts';
import { recordCredit } from '../credit/record.ts';
import { applyPaidInvoice, returnToCredit } from './apply-paid-invoice.ts';
import { failPayment } from './fail.ts';
import { issueRefund } from './issue-refund.ts';
import { issueFirstInvoice } from './issue-service-invoice.ts';
import type { LockedPayment } from './lock.ts';
import { settleFromCredit } from './settle-from-credit.ts';

/**
 * Settles an open payment as completed or failed and applies what it paid for. A payment on account becomes credit; so does one of a
 * terminated subscriber, and one for the rest of a debt whose credit is gone. Money for an ended subscription or a VOID invoice
 * completes the payment with `refundDue`. Contract: Payment, Billing, Account credit.
 * @throws CONFLICT when the payment is settled already
 */
export async function settlePayment(
  scope: WriteScope,
  locked: LockedPayment,
  outcome: PaymentOutcome,
): Promise<PaymentRow> {
  const { payment: pending, charge, service } = locked;
  const payment =
    pending.status === 'PENDING' ? await transition(scope, paymentResource, pending, 'process') : pending;
  if (!outcome.succeeded) {
    return failPayment(scope, { ...locked, payment }, outcome.reason);
  }
  const subscriber = service?.subscriber ?? (await find(scope, subscriberResource, payment.subscriberId));
  if (isTerminated(subscriber)) {
    return completeAsCredit(scope, payment, payment.requestedAmount ?? payment.amount);
  }
  if ((!charge && !service) || (await isCredit(scope, payment))) {
    return completeAsCredit(scope, payment, payment.requestedAmount);
  }
  return charge ? settleCharge(scope, { payment, charge }) : settleService(scope, { ...locked, payment });
}

/** Whether a payment with a target becomes credit, because it cannot pay for its target any more. */
async function isCredit(scope: WriteScope, payment: PaymentRow): Promise<boolean> {
  if (payment.requestedAmount !== null) return true;
  return payment.creditPart > 0 && (await creditFor(scope, payment)) < payment.creditPart;
}

/**
 * Completes a payment as credit of its subscriber, and settles with it what it covers. A former target is dropped. Contract: Account
 * credit.
 * @param payment PROCESSING
 * @param requestedAmount for money that staff are notified of; else null
 */
async function completeAsCredit(
  scope: WriteScope,
  payment: PaymentRow,
  requestedAmount: Minor | null,
): Promise<PaymentRow> {
  const { id: paymentId, subscriberId, amount, currency } = payment;
  const completed = await complete(scope, payment, {
    ...{ subscriptionId: null, chargeId: null, installationId: null, invoiceId: null, creditPart: ZERO },
    completedAt: scope.now,
    creditedAmount: amount,
    requestedAmount,
    target: targetKey.account(paymentId),
  });
  await recordCredit(scope, [{ type: 'PAYMENT', subscriberId, amount, currency, paymentId }]);
  await settleFromCredit(scope, subscriberId);
  return completed;
}

/** Completes the payment of a subscription and applies its invoice, which is the first one where it has none. */
async function settleService(scope: WriteScope, { payment, service }: LockedPayment): Promise<PaymentRow> {
  if (!service) throw new Error(`${payment.id} is for no subscription`);
  const completedAt = scope.now;
  const { subscription } = service;
  const billed = payment.invoiceId ? await find(scope, invoiceResource, payment.invoiceId) : null;
  // A first payment has no invoice yet.
  const isDue = billed ? isOpenInvoice(billed) : subscription.status === 'PENDING';
  if (!isDue) {
    return complete(scope, payment, { completedAt, refundDue: true });
  }
  const total = sum(payment.amount, payment.creditPart);
  const invoice = billed ?? (await issueFirstInvoice(scope, subscription, total));
  const completed = await complete(scope, payment, { completedAt, invoiceId: invoice.id });
  await drawCreditPart(scope, completed);
  const refused = await applyPaidInvoice(scope, service, invoice, total);
  if (!refused) return completed;
  // The upgrade can no longer be applied: each part of the money goes back to where it came from.
  const whole = { amount: completed.amount, reason: 'CHANGE_REJECTED' as const, note: null };
  const { payment: refunded } = await issueRefund(
    scope,
    { payment: completed, invoice: refused, charge: null },
    whole,
  );
  if (payment.creditPart > 0) {
    await returnToCredit(scope, await find(scope, invoiceResource, refused.id), payment.creditPart);
  }
  return refunded;
}

/**
 * Completes the payment of a charge. A charge that ended while the payment was PROCESSING keeps its status, and the
 * payment gets `refundDue`.
 */
async function settleCharge(
  scope: WriteScope,
  { payment, charge: locked }: { payment: PaymentRow; charge: LockedCharge },
): Promise<PaymentRow> {
  const isPending = isPendingCharge(locked.charge);
  const completed = await complete(scope, payment, { completedAt: scope.now, refundDue: !isPending });
  if (!isPending) return completed;
  await drawCreditPart(scope, completed);
  await payCharge(scope, locked);
  return completed;
}

/** Takes the part of the debt that the payment left to credit. */
async function drawCreditPart(
  scope: WriteScope,
  { creditPart, subscriberId, subscriptionId, currency, invoiceId, chargeId }: PaymentRow,
): Promise<void> {
  if (creditPart === 0) return;
  const amount = -creditPart as Minor;
  await recordCredit(scope, [
    { type: 'SETTLEMENT', subscriberId, subscriptionId, amount, currency, invoiceId, chargeId },
  ]);
}

type Completion = Partial<PaymentRow> & { completedAt: Date };

/** Completes the payment and queues the receipt email. */
async function complete(scope: WriteScope, processing: PaymentRow, patch: Completion): Promise<PaymentRow> {
  const completed = await transition(scope, paymentResource, processing, 'complete', patch);
  await enqueueEmails(scope, [receiptEmail(completed, patch.completedAt)]);
  return completed;
}

/** The receipt of a payment that is complete. */
export function receiptEmail(
  { id, subscriberId, amount, currency, invoiceId, reference, refundDue }: PaymentRow,
  completedAt: Date,
): FactDraft {
  const facts = { amount, currency, invoiceId, at: completedAt.toISOString(), reference, refundDue };
  return { kind: 'RECEIPT', factId: id, subscriberId, facts };
}
