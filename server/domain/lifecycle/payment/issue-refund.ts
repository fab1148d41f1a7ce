import type { refundReasons } from '../../../contract/enums.ts';
import { type Minor, subtract, sum } from '../../../contract/money.ts';
import { change, create } from '../../../state/record.ts';
import { transition } from '../../../state/transition.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { enqueueGatewayRefund, isRefundedByGateway } from '../../external/gateway/submit-refunds.ts';
import { type ChargeRow, chargeResource } from '../../model/charge/resource.ts';
import { type InvoiceRow, invoiceResource } from '../../model/invoice/resource.ts';
import { type PaymentRow, paymentResource } from '../../model/payment/resource.ts';
import { type RefundRow, refundResource } from '../../model/refund/resource.ts';

/** A locked payment, with the invoice or the charge that it is for. */
export type RefundedPayment = { payment: PaymentRow; invoice: InvoiceRow | null; charge: ChargeRow | null };

/**
 * Issues a refund of a locked payment. The payment and its invoice record the amount, and a charge refunded in full
 * becomes REFUNDED. The invoice and charge of an expired payment stay, because it paid for neither. The database refuses
 * more than the payment. A hosted rail gets the refund queued for its gateway. Contract: Refund.
 * @param requested amount in minor units of the payment's currency, above 0 and at most what is left
 * @param options `isMade` for a refund that its gateway has made already
 * @returns the refund, and the payment after it
 */
export async function issueRefund(
  scope: WriteScope,
  { payment: before, invoice, charge }: RefundedPayment,
  requested: { amount: Minor; reason: (typeof refundReasons)[number]; note: string | null },
  { isMade = false } = {},
): Promise<{ refund: RefundRow; payment: PaymentRow }> {
  const refundedAmount = sum(before.refundedAmount, requested.amount);
  const isFullRefund = refundedAmount === before.amount;
  const payment = await change(
    scope,
    paymentResource,
    before,
    { refundedAmount, refundDue: before.refundDue && !isFullRefund },
    { action: 'payment.refund' },
  );
  const paid = payment.status === 'COMPLETED';
  if (paid && invoice) await takeFromInvoice(scope, invoice, requested.amount);
  if (paid && charge && isFullRefund) await refundCharge(scope, charge);
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
  return { refund, payment };
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
