import type { WriteScope } from '../../../db/scope.ts';
import { change } from '../../../state/record.ts';
import { find } from '../../../state/resource.ts';
import type { InvoiceRow } from '../../model/invoice/resource.ts';
import { planResource } from '../../model/plan/resource.ts';
import { taxRateOf } from '../../model/provider/tax-rate.ts';
import { subscriptionResource } from '../../model/subscription/resource.ts';
import { isDearer, type Upgrade, upgradeInvoice } from '../../model/subscription/upgrade-rules.ts';
import { type BillingContext, contextOf } from '../context/billing-context.ts';
import { issueInvoice } from '../invoicing/issue.ts';
import { voidOpenInvoices } from '../invoicing/void.ts';
import { supersedeUpgrade } from './end.ts';
import { upgradeTerms } from './terms.ts';

/**
 * The cycle that follows came to be paid for while an upgrade waits for its payment: what is asked for the upgrade holds
 * that cycle's difference too. Where that cycle is paid at more than the upgrade would cost, it stays as it was paid for,
 * and the upgrade is off. Contract: Billing.
 */
export async function reissueUpgrade(scope: WriteScope, subscriptionId: string): Promise<void> {
  const row = await find(scope, subscriptionResource, subscriptionId);
  const { upgradePlanId, upgradePrice, upgradeExpiresAt } = row;
  const context = upgradePlanId ? await contextOf(scope, row) : undefined;
  if (!context || !upgradePlanId || upgradePrice === null || upgradeExpiresAt === null) return;
  const quoted = upgradeTerms(scope, context, await find(scope, planResource, upgradePlanId));
  const upgrade = { ...quoted, running: { ...quoted.running, newPrice: upgradePrice } };
  if (!upgrade.next || upgrade.next.newPrice === upgrade.next.price) return;
  if (!isDearer(upgrade)) {
    await supersedeUpgrade(scope, row);
    return;
  }
  await voidOpenInvoices(scope, [row.id], { kind: 'UPGRADE' });
  const { total } = await issueUpgrade(scope, context, upgrade, upgradeExpiresAt);
  await change(scope, subscriptionResource, row, { upgradeAmount: total }, 'subscription.updated');
}

/**
 * Issues the invoice of an upgrade.
 * @param dueAt until when it can be paid
 */
export async function issueUpgrade(
  scope: WriteScope,
  { subscription, cycle }: BillingContext,
  upgrade: Upgrade,
  dueAt: Date,
): Promise<InvoiceRow> {
  return issueInvoice(scope, {
    ...upgradeInvoice(upgrade, await taxRateOf(scope)),
    subscriberId: subscription.subscriberId,
    subscriptionId: subscription.id,
    billingCycleId: cycle.id,
    kind: 'UPGRADE',
    periodStart: scope.now,
    dueAt,
  });
}
