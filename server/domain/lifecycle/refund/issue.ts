import type { refundReasons } from '../../../contract/enums.ts';
import { type Minor, subtract, sum } from '../../../contract/money.ts';
import type { WriteScope } from '../../../db/scope.ts';
import type { Rail } from '../../../rails/rail.ts';
import { rails } from '../../../rails/registry.ts';
import { change, create } from '../../../state/record.ts';
import { find } from '../../../state/resource.ts';
import { transition } from '../../../state/transition.ts';
import { type ChargeRow, chargeResource } from '../../model/charge/resource.ts';
import { invoiceResource } from '../../model/invoice/resource.ts';
import { type PaymentRow, paymentResource } from '../../model/payment/resource.ts';
import { type RefundRow, refundResource } from '../../model/refund/resource.ts';
import { passOnLater } from './submit-due.ts';

/**
 * Gives money back on a payment that is locked, with what it paid for: the payment and its invoice say how much, and a
 * charge given back in full is REFUNDED. A payment that expired paid for nothing, so its invoice and its charge stay as
 * they are. The database refuses more than was paid. Where a gateway has the
 * money, giving it back is passed on to it. Contract: Refund.
 * @param refund amount in minor units of the payment's currency, above 0 and at most what is left
 */
export async function issueRefund(
  scope: WriteScope,
  payment: PaymentRow,
  refund: { amount: Minor; reason: (typeof refundReasons)[number]; note: string | null },
): Promise<RefundRow> {
  const charge = payment.chargeId ? await find(scope, chargeResource, payment.chargeId) : null;
  const refundedAmount = sum(payment.refundedAmount, refund.amount);
  const isWhole = refundedAmount === payment.amount;
  await change(
    scope,
    paymentResource,
    payment,
    { refundedAmount, refundDue: payment.refundDue && !isWhole },
    undefined,
    'payment.refund',
  );
  const paid = payment.status === 'COMPLETED';
  if (paid && payment.invoiceId) await takeFromInvoice(scope, payment.invoiceId, refund.amount);
  if (paid && charge && isWhole) await giveBack(scope, charge);
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
    'refund.issued',
  );
  if (rails[payment.rail as Rail['name']].gateway) {
    const { id, amount, currency } = made;
    await passOnLater(scope, { id, paymentId: payment.id, refundId: id, amount, currency });
  }
  return made;
}

/** Money that came for an invoice which was void by then never was on it. */
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
    undefined,
    'invoice.refund',
  );
}

/** Money that came for a charge which had been cancelled meanwhile goes back without a trace on the charge. */
async function giveBack(scope: WriteScope, charge: ChargeRow): Promise<void> {
  if (charge.status === 'PAID') {
    await transition(scope, chargeResource, charge, 'refund', { refundedAt: scope.now });
  }
}
