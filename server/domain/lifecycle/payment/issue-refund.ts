import type { refundReasons } from '../../../contract/enums.ts';
import { asMinor, type Minor, subtract, sum, ZERO } from '../../../contract/money.ts';
import { change, create } from '../../../state/record.ts';
import { transition } from '../../../state/transition.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { enqueueGatewayRefund, isRefundedByGateway } from '../../external/gateway/submit-refunds.ts';
import { enqueueEmails, type FactDraft } from '../../messaging/email/enqueue.ts';
import { type ChargeRow, chargeResource } from '../../model/charge/resource.ts';
import { type InvoiceRow, invoiceResource } from '../../model/invoice/resource.ts';
import { type PaymentRow, paymentResource } from '../../model/payment/resource.ts';
import { type RefundRow, refundResource } from '../../model/refund/resource.ts';
import { balanceOf } from '../credit/balances.ts';
import { recordCredit } from '../credit/record.ts';

/** A locked payment, with the invoice or the charge that it is for. */
export type RefundedPayment = { payment: PaymentRow; invoice: InvoiceRow | null; charge: ChargeRow | null };

/**
 * Issues a refund of a locked payment. The payment and its invoice record the amount, and a charge refunded in full
 * becomes REFUNDED. The invoice and charge of an expired payment stay, because it paid for neither. The database refuses
 * more than the payment. What became credit is taken from the credit, as far as there is any. A hosted rail gets the refund queued
 * for its gateway. Contract: Refund, Account credit.
 * @param requested amount in minor units of the payment's currency, above 0 and at most what is left
 * @param options `isMade` for a refund that its gateway has made already
 * @returns the refund, the payment after it, and what the credit lacked, in minor units
 */
export async function issueRefund(
  scope: WriteScope,
  { payment: before, invoice, charge }: RefundedPayment,
  requested: { amount: Minor; reason: (typeof refundReasons)[number]; note: string | null },
  { isMade = false } = {},
): Promise<{ refund: RefundRow; payment: PaymentRow; missing: Minor }> {
  const refundedAmount = sum(before.refundedAmount, requested.amount);
  const isFullRefund = refundedAmount === before.amount;
  const payment = await change(
    scope,
    paymentResource,
    before,
    { refundedAmount, refundDue: before.refundDue && !isFullRefund },
    { action: 'payment.refund' },
  );
  const isCredit = payment.creditedAmount > 0;
  const paid = payment.status === 'COMPLETED' && !isCredit;
  if (paid && invoice) await takeFromInvoice(scope, invoice, requested.amount);
  // What credit paid of a charge is not refunded with the payment of the rest.
  if (paid && charge && isFullRefund && payment.creditPart === 0) await refundCharge(scope, charge);
  const refund = await create(
    scope,
    refundResource,
    {
      ...requested,
      paymentId: payment.id,
      subscriberId: payment.subscriberId,
      subscriptionId: payment.subscriptionId ?? charge?.subscriptionId ?? null,
      chargeId: payment.chargeId,
      currency: payment.currency,
      status: 'SUCCEEDED',
    },
    { emits: 'refund.issued' },
  );
  if (!isMade && (await isRefundedByGateway(scope, payment))) {
    const { id, amount, currency } = refund;
    await enqueueGatewayRefund(scope, { id, paymentId: payment.id, refundId: id, amount, currency });
  }
  await enqueueEmails(scope, [refundEmail(refund, payment.reference)]);
  const missing = isCredit ? await takeFromCredit(scope, payment, refund) : ZERO;
  return { refund, payment, missing };
}

/** The notice of a refund. */
export function refundEmail(
  { id, subscriberId, amount, currency, createdAt }: RefundRow,
  reference: string,
): FactDraft {
  const facts = { amount, currency, invoiceId: null, at: createdAt.toISOString(), reference };
  return { kind: 'REFUND', factId: id, subscriberId, facts };
}

/**
 * Takes a refund of what became credit from the credit.
 * @returns what the credit lacks, in minor units
 */
async function takeFromCredit(scope: WriteScope, payment: PaymentRow, refund: RefundRow): Promise<Minor> {
  const { subscriberId, currency } = payment;
  const taken = asMinor(Math.min(refund.amount, await balanceOf(scope, subscriberId, currency)));
  if (taken > 0) {
    const ids = { paymentId: payment.id, refundId: refund.id };
    await recordCredit(scope, [{ type: 'REFUND', subscriberId, amount: asMinor(-taken), currency, ...ids }]);
  }
  return subtract(refund.amount, taken);
}

/** Lowers the paid amount of the invoice. A VOID invoice never received the money. */
async function takeFromInvoice(scope: WriteScope, invoice: InvoiceRow, amount: Minor): Promise<void> {
  if (invoice.status === 'VOID') return;
  await change(
    scope,
    invoiceResource,
    invoice,
    {
      amountPaid: subtract(invoice.amountPaid, amount),
      amountRefunded: sum(invoice.amountRefunded, amount),
    },
    { action: 'invoice.refund' },
  );
}

/** Marks a paid charge as refunded. A charge that was cancelled before its money arrived stays CANCELLED. */
async function refundCharge(scope: WriteScope, charge: ChargeRow): Promise<void> {
  if (charge.status === 'PAID') {
    await transition(scope, chargeResource, charge, 'refund', { refundedAt: scope.now });
  }
}
