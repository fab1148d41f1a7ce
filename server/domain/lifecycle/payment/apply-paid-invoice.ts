import { type Minor, subtract, sum, ZERO } from '../../../contract/money.ts';
import { change } from '../../../state/record.ts';
import { find } from '../../../state/resource.ts';
import { transition } from '../../../state/transition.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { type InvoiceRow, invoiceResource } from '../../model/invoice/resource.ts';
import { planResource } from '../../model/plan/resource.ts';
import type { LockedSubscription } from '../../model/subscription/lock.ts';
import type { SubscriptionRow } from '../../model/subscription/resource.ts';
import { nextCyclePart } from '../../model/subscription/upgrade-rules.ts';
import { recordCredit } from '../credit/record.ts';
import { switchPlan } from '../plan-change/switch-plan.ts';
import { settleRenewal } from '../renewal/settle.ts';
import { readContext, securedNext } from '../terms/billing-context.ts';
import { rejectUpgrades } from '../upgrade/end.ts';
import { upgradeRejection } from '../upgrade/terms.ts';
import { startService } from './start-service.ts';

/**
 * Applies an open invoice of a locked subscription that is paid in full, whether by a payment, from credit or by both. Contract:
 * Billing, Account credit.
 * @param total the amount of the invoice, in minor units
 * @returns null; the paid invoice of an upgrade that is rejected, whose money the caller gives back
 */
export async function applyPaidInvoice(
  scope: WriteScope,
  service: LockedSubscription,
  invoice: InvoiceRow,
  total: Minor,
): Promise<InvoiceRow | null> {
  if (invoice.kind === 'UPGRADE') return applyUpgrade(scope, service.subscription, invoice);
  if (invoice.kind === 'RENEWAL') await settleRenewal(scope, service.subscription, invoice);
  else await startService(scope, service, invoice, { amount: total });
  return null;
}

/**
 * Applies a paid upgrade at once. An upgrade to a plan that is now disabled or below the floor is rejected. What it paid for a next cycle
 * whose payment failed meanwhile becomes credit, because that cycle is billed at the new price. Contract: Upgrade holds.
 * @param subscription locked, with a hold that has not expired
 */
async function applyUpgrade(
  scope: WriteScope,
  subscription: SubscriptionRow,
  invoice: InvoiceRow,
): Promise<InvoiceRow | null> {
  const paid = await transition(scope, invoiceResource, invoice, 'pay', {
    amountPaid: invoice.amountDue,
    amountDue: ZERO,
    paidAt: scope.now,
  });
  const context = await readContext(scope, subscription);
  const { upgradePlanId, upgradePrice } = subscription;
  if (!context || upgradePlanId === null || upgradePrice === null) {
    throw new Error(`${invoice.id} is not the invoice of an upgrade hold`);
  }
  const plan = await find(scope, planResource, upgradePlanId);
  const rejection = await upgradeRejection(scope, subscription, plan);
  if (rejection === null) {
    await switchPlan(scope, context, plan, upgradePrice);
    const unpaidCycle = securedNext(context) === null ? nextCyclePart(paid) : ZERO;
    if (unpaidCycle > 0) await returnToCredit(scope, paid, unpaidCycle);
    return null;
  }
  await rejectUpgrades(scope, [{ row: subscription }], rejection);
  return paid;
}

/** Gives what an invoice took from credit back, because it bought nothing. Contract: Account credit. */
export async function returnToCredit(scope: WriteScope, paid: InvoiceRow, amount: Minor): Promise<void> {
  const { id: invoiceId, subscriberId, subscriptionId, currency, amountPaid, amountRefunded } = paid;
  await change(
    scope,
    invoiceResource,
    paid,
    { amountPaid: subtract(amountPaid, amount), amountRefunded: sum(amountRefunded, amount) },
    { action: 'invoice.refund' },
  );
  await recordCredit(scope, [
    { type: 'SETTLEMENT', subscriberId, subscriptionId, amount, currency, invoiceId },
  ]);
}
