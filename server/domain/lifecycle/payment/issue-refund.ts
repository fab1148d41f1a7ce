import type { refundReasons } from '../../../contract/enums.ts';
import { type Minor, subtract, sum } from '../../../contract/money.ts';
import { railOf } from '../../../rails/registry.ts';
import { change, create } from '../../../state/record.ts';
import { find } from '../../../state/resource.ts';
import { transition } from '../../../state/transition.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { enqueueGatewayRefund } from '../../external/gateway/submit-refunds.ts';
import { type ChargeRow, chargeResource } from '../../model/charge/resource.ts';
import { invoiceResource } from '../../model/invoice/resource.ts';
import { type PaymentRow, paymentResource } from '../../model/payment/resource.ts';
import { type RefundRow, refundResource } from '../../model/refund/resource.ts';

/**
 * Issues a refund of a locked payment. The payment and its invoice record the amount, and a charge refunded in full
 * becomes REFUNDED. The invoice and charge of an expired payment stay, because it paid for neither. The database refuses
 * more than the payment. A hosted rail gets the refund queued for its gateway. Contract: Refund.
 * @param refund amount in minor units of the payment's currency, above 0 and at most what is left
 */
export async function issueRefund(
  scope: WriteScope,
  payment: PaymentRow,
  refund: { amount: Minor; reason: (typeof refundReasons)[number]; note: string | null },
): Promise<RefundRow> {
  const charge = payment.chargeId ? await find(scope, chargeResource, payment.chargeId) : null;
  const refundedAmount = sum(payment.refundedAmount, refund.amount);
  const isFullRefund = refundedAmount === payment.amount;
  await change(
    scope,
    paymentResource,
    payment,
    { refundedAmount, refundDue: payment.refundDue && !isFullRefund },
    { action: 'payment.refund' },
  );
  const paid = payment.status === 'COMPLETED';
  if (paid && payment.invoiceId) await takeFromInvoice(scope, payment.invoiceId, refund.amount);
  if (paid && charge && isFullRefund) await refundCharge(scope, charge);
  const made = await create(
    scope,
    refundResource,
    {
      ...refund,
      paymentId: payment.id,
      subscriberId: payment.subscriberId,
      subscriptionId: payment.subscriptionId ?? charge?.subscriptionId ?? null,
      chargeId: payment.chargeId,
      currency: payment.currency,
      status: 'SUCCEEDED',
    },
    { emits: 'refund.issued' },
  );
  if (railOf(payment).gateway) {
    const { id, amount, currency } = made;
    await enqueueGatewayRefund(scope, { id, paymentId: payment.id, refundId: id, amount, currency });
  }
  return made;
}

/** Lowers the paid amount of the invoice. A VOID invoice never received the money. */
async function takeFromInvoice(scope: WriteScope, invoiceId: string, amount: Minor): Promise<void> {
  const invoice = await find(scope, invoiceResource, invoiceId);
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
