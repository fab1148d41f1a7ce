import type { WriteScope } from '../../db/scope.ts';
import type { Outcome } from '../../rails/rail.ts';
import { write } from '../../state/record.ts';
import { find } from '../../state/resource.ts';
import { transition } from '../../state/transition.ts';
import { type InvoiceRow, invoiceResource } from '../invoice/resource.ts';
import { subscriptionResource } from '../subscription/resource.ts';
import { startService } from '../subscription/start.ts';
import { type PaymentRow, paymentResource } from './resource.ts';

/**
 * Takes a rail's word on a pending payment: completed or failed, with all that follows, in one transaction.
 * @throws CONFLICT when the payment is settled already
 */
export async function settlePayment(
  scope: WriteScope,
  pending: PaymentRow,
  outcome: Outcome,
): Promise<PaymentRow> {
  const processing =
    pending.status === 'PENDING' ? await transition(scope, paymentResource, pending, 'process') : pending;
  if (!outcome.succeeded) {
    return transition(scope, paymentResource, processing, 'fail', { failureReason: outcome.reason });
  }
  const completed = await transition(scope, paymentResource, processing, 'complete', {
    completedAt: scope.now,
  });
  return applyReceived(scope, completed);
}

/** What received money does. */
async function applyReceived(scope: WriteScope, payment: PaymentRow): Promise<PaymentRow> {
  if (!payment.subscriptionId) return payment;
  const subscription = await find(scope, subscriptionResource, payment.subscriptionId);
  const open = payment.invoiceId ? await find(scope, invoiceResource, payment.invoiceId) : null;
  const paid = await startService(scope, subscription, open, { amount: payment.amount });
  return payment.invoiceId ? payment : link(scope, payment, paid);
}

/** The first invoice comes out of the first payment, so the payment learns of it afterwards. */
async function link(scope: WriteScope, payment: PaymentRow, invoice: InvoiceRow): Promise<PaymentRow> {
  const [linked] = await write(scope, paymentResource, [payment.id], { invoiceId: invoice.id });
  return linked ?? payment;
}
