import { isPendingCharge } from '../../../contract/charge-rules.ts';
import { hasEnded } from '../../../contract/subscription-rules.ts';
import type { PaymentOutcome } from '../../../rails/rail.ts';
import { find } from '../../../state/resource.ts';
import { transition } from '../../../state/transition.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { enqueueEmails } from '../../messaging/email/enqueue.ts';
import { chargeResource } from '../../model/charge/resource.ts';
import { invoiceResource } from '../../model/invoice/resource.ts';
import { type PaymentRow, paymentResource } from '../../model/payment/resource.ts';
import type { LockedSubscription } from '../../model/subscription/lock.ts';
import type { LockedCharge } from '../charges/end.ts';
import { settleFee } from '../charges/installation.ts';
import { settleRenewal } from '../renewal/settle.ts';
import { failPayment } from './fail.ts';
import { issueFirstInvoice } from './issue-service-invoice.ts';
import type { LockedPayment } from './lock.ts';
import { settleUpgrade } from './settle-upgrade.ts';
import { startService } from './start-service.ts';

/**
 * Settles an open payment as completed or failed and applies what it paid for. Money for an ended subscription or a VOID
 * invoice completes the payment with `refundDue`. Contract: Payment, Billing.
 * @throws CONFLICT when the payment is settled already
 */
export async function settlePayment(
  scope: WriteScope,
  { payment: pending, charge, service }: LockedPayment,
  outcome: PaymentOutcome,
): Promise<PaymentRow> {
  const processing =
    pending.status === 'PENDING' ? await transition(scope, paymentResource, pending, 'process') : pending;
  if (!outcome.succeeded) {
    return failPayment(scope, { payment: processing, charge, service }, outcome.reason);
  }
  if (charge) return settleCharge(scope, processing, charge);
  if (service) return settleService(scope, processing, service);
  return complete(scope, processing, { completedAt: scope.now });
}

/** Completes the payment of a subscription and applies its invoice, which is the first one where it has none. */
async function settleService(
  scope: WriteScope,
  processing: PaymentRow,
  service: LockedSubscription,
): Promise<PaymentRow> {
  const completedAt = scope.now;
  const { subscription } = service;
  const billed = processing.invoiceId ? await find(scope, invoiceResource, processing.invoiceId) : null;
  if (hasEnded(subscription) || billed?.status === 'VOID') {
    return complete(scope, processing, { completedAt, refundDue: true });
  }
  const invoice = billed ?? (await issueFirstInvoice(scope, subscription, processing.amount));
  const completed = await complete(scope, processing, { completedAt, invoiceId: invoice.id });
  if (invoice.kind === 'UPGRADE') return settleUpgrade(scope, subscription, invoice, completed);
  if (invoice.kind === 'RENEWAL') await settleRenewal(scope, subscription, invoice);
  else await startService(scope, service, invoice, { amount: completed.amount });
  return completed;
}

/** Completes the payment and queues the receipt email. */
async function complete(
  scope: WriteScope,
  processing: PaymentRow,
  patch: { completedAt: Date; invoiceId?: string; refundDue?: boolean },
): Promise<PaymentRow> {
  const completed = await transition(scope, paymentResource, processing, 'complete', patch);
  const { id, subscriberId, amount, currency, invoiceId, reference, refundDue } = completed;
  const facts = { amount, currency, invoiceId, at: patch.completedAt.toISOString(), reference, refundDue };
  await enqueueEmails(scope, [{ kind: 'RECEIPT', factId: id, subscriberId, facts }]);
  return completed;
}

/**
 * Completes the payment of a charge. A charge that ended while the payment was PROCESSING keeps its status, and the
 * payment gets `refundDue`.
 */
async function settleCharge(
  scope: WriteScope,
  processing: PaymentRow,
  { charge, installation }: LockedCharge,
): Promise<PaymentRow> {
  const isPending = isPendingCharge(charge);
  const completed = await complete(scope, processing, { completedAt: scope.now, refundDue: !isPending });
  if (!isPending) return completed;
  await transition(scope, chargeResource, charge, 'pay', { paidAt: scope.now });
  if (installation) await settleFee(scope, installation, { waived: false });
  return completed;
}
