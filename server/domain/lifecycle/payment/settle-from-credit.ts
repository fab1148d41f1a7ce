import { lte } from 'drizzle-orm';
import { credit } from '../../../../drizzle/schema/credit.ts';
import { subscription } from '../../../../drizzle/schema/subscription.ts';
import type { Minor } from '../../../contract/money.ts';
import { findForUpdate } from '../../../state/resource.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { enqueueEmails } from '../../messaging/email/enqueue.ts';
import { type SubscriberRow, subscriberResource } from '../../model/subscriber/resource.ts';
import { lockRowsOf, lockSubscriptionsOf } from '../../model/subscription/lock.ts';
import { dueRows } from '../../queue/due-work.ts';
import { lockCharge } from '../charges/lock.ts';
import { payCharge } from '../charges/pay.ts';
import { balanceOf, markSettled, readBalances } from '../credit/balances.ts';
import { type CreditDebt, findCreditDebts } from '../credit/debts.ts';
import { recordCredit } from '../credit/record.ts';
import { expirePendingPayments } from '../invoicing/expire-payments.ts';
import { invoiceEmail } from '../invoicing/issue.ts';
import { expireUpgradeIfDue } from '../upgrade/end.ts';
import { applyPaidInvoice, returnToCredit } from './apply-paid-invoice.ts';
import { issueFirstInvoice, issueReactivationInvoice } from './issue-service-invoice.ts';

/** Settles what became covered since, such as a new subscription or a debt that an earlier one kept waiting. */
export const creditSettlement = dueRows({
  name: 'credit settlement',
  resource: { table: credit },
  column: credit.settleAt,
  subscriberId: credit.id,
  async run(scope, items) {
    // A balance transaction names its invoice, so the invoice is written at once.
    const outbox = { ...scope.outbox, lateInvoices: undefined };
    for (const { at, row } of items) await settleFromCredit({ ...scope, outbox, now: at }, row.id);
  },
});

/**
 * Settles what a subscriber owes from credit, in the order of `findCreditDebts`, each debt in full. It stops at the first that the
 * credit does not cover, and at one with a payment in transit. Locks the subscriber and the subscriptions. Contract: Account credit.
 */
export async function settleFromCredit(scope: WriteScope, subscriberId: string): Promise<void> {
  const subscriber = await findForUpdate(scope, subscriberResource, subscriberId);
  await lockSubscriptionsOf(scope, subscriberId);
  const held = await lockRowsOf(scope, subscriberId, lte(subscription.upgradeExpiresAt, scope.now));
  for (const row of held) await expireUpgradeIfDue(scope, row);
  for (const { currency } of await readBalances(scope, [subscriberId])) {
    while (await settleNext(scope, subscriber, currency));
  }
  await markSettled(scope, [subscriberId]);
}

/** Settles the first debt. Each is looked up after the one before, which may have changed it. @returns false where nothing is covered */
async function settleNext(scope: WriteScope, subscriber: SubscriberRow, currency: string): Promise<boolean> {
  const balance = await balanceOf(scope, subscriber.id, currency);
  const [debt] = balance > 0 ? await findCreditDebts(scope, subscriber.id, currency) : [];
  if (!debt || debt.isInTransit || debt.amount > balance) return false;
  await settleDebt(scope, subscriber, debt);
  return true;
}

async function settleDebt(
  scope: WriteScope,
  { id: subscriberId }: SubscriberRow,
  debt: CreditDebt,
): Promise<void> {
  const { currency } = debt;
  const entry = { type: 'SETTLEMENT' as const, subscriberId, amount: -debt.amount as Minor, currency };
  if (debt.charge) {
    const { id: chargeId, subscriptionId } = debt.charge;
    await recordCredit(scope, [{ ...entry, chargeId, subscriptionId }]);
    const locked = await lockCharge(scope, chargeId);
    if (locked) await payCharge(scope, locked);
    return;
  }
  const subscriptionId = debt.subscription.id;
  const invoice = debt.invoice ?? (await issueFor(scope, debt));
  await recordCredit(scope, [{ ...entry, subscriptionId, invoiceId: invoice.id }]);
  const subscriber = await findForUpdate(scope, subscriberResource, subscriberId);
  const service = { subscriber, subscription: debt.subscription };
  const refused = await applyPaidInvoice(scope, service, invoice, debt.amount);
  // A first payment has no invoice yet.
  await expirePendingPayments(scope, [subscriptionId], debt.invoice ? { invoiceIds: [invoice.id] } : {});
  if (refused) await returnToCredit(scope, refused, debt.amount);
  else await enqueueEmails(scope, [invoiceEmail(invoice, { fromCredit: true })]);
}

function issueFor(scope: WriteScope, { subscription, amount }: CreditDebt & { charge?: undefined }) {
  return subscription.status === 'PENDING'
    ? issueFirstInvoice(scope, subscription, amount)
    : issueReactivationInvoice(scope, subscription);
}
