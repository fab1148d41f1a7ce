import { isPendingCharge } from '../../../contract/charge-rules.ts';
import { hasEnded } from '../../../contract/subscription-rules.ts';
import type { PaymentOutcome } from '../../../rails/rail.ts';
import { find } from '../../../state/resource.ts';
import { transition } from '../../../state/transition.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { enqueueEmails } from '../../messaging/email/enqueue.ts';
import { chargeResource } from '../../model/charge/resource.ts';
import { installationResource } from '../../model/installation/resource.ts';
import { invoiceResource } from '../../model/invoice/resource.ts';
import { type PaymentRow, paymentResource } from '../../model/payment/resource.ts';
import { subscriptionResource } from '../../model/subscription/resource.ts';
import { settleFee } from '../charges/installation.ts';
import { settleRenewal } from '../renewal/settle.ts';
import { expireUpgradeIfDue } from '../upgrade/end.ts';
import { issueFirstInvoice } from './issue-service-invoice.ts';
import { settleUpgrade } from './settle-upgrade.ts';
import { startService } from './start-service.ts';

/**
 * Settles an open payment as completed or failed and applies what it paid for. Money for an ended subscription or a VOID
 * invoice completes the payment with `refundDue`. Contract: Payment, Billing.
 * @throws CONFLICT when the payment is settled already
 */
export async function settlePayment(
  scope: WriteScope,
  pending: PaymentRow,
  outcome: PaymentOutcome,
): Promise<PaymentRow> {
  const processing =
    pending.status === 'PENDING' ? await transition(scope, paymentResource, pending, 'process') : pending;
  if (!outcome.succeeded) {
    return transition(scope, paymentResource, processing, 'fail', { failureReason: outcome.reason });
  }
  const completedAt = scope.now;
  if (processing.chargeId) return settleCharge(scope, processing, processing.chargeId);
  if (!processing.subscriptionId) return complete(scope, processing, { completedAt });
  const found = await find(scope, subscriptionResource, processing.subscriptionId);
  const subscription = await expireUpgradeIfDue(scope, found);
  const billed = processing.invoiceId ? await find(scope, invoiceResource, processing.invoiceId) : null;
  if (hasEnded(subscription) || billed?.status === 'VOID') {
    return complete(scope, processing, { completedAt, refundDue: true });
  }
  const invoice = billed ?? (await issueFirstInvoice(scope, subscription, processing.amount));
  const completed = await complete(scope, processing, {
    completedAt,
    invoiceId: invoice.id,
  });
  if (invoice.kind === 'UPGRADE') {
    await settleUpgrade(scope, subscription, invoice, completed);
    return find(scope, paymentResource, completed.id);
  }
  const settle = invoice.kind === 'RENEWAL' ? settleRenewal : startService;
  await settle(scope, subscription, invoice, { amount: completed.amount });
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
  chargeId: string,
): Promise<PaymentRow> {
  const charge = await find(scope, chargeResource, chargeId);
  const isPending = isPendingCharge(charge);
  const completed = await complete(scope, processing, {
    completedAt: scope.now,
    refundDue: !isPending,
  });
  if (!isPending) return completed;
  await transition(scope, chargeResource, charge, 'pay', { paidAt: scope.now });
  if (charge.installationId) {
    const installation = await find(scope, installationResource, charge.installationId);
    await settleFee(scope, installation, { waived: false });
  }
  return completed;
}
