import { and, eq } from 'drizzle-orm';
import { invoice, payment } from '../../../../drizzle/schema/billing.ts';
import { change } from '../../../state/record.ts';
import { find } from '../../../state/resource.ts';
import type { WriteScope } from '../../../work/scope.ts';
import type { InvoiceRow } from '../../model/invoice/resource.ts';
import { readInTransit } from '../../model/payment/in-transit.ts';
import { planResource } from '../../model/plan/resource.ts';
import { taxRateOf } from '../../model/provider/tax-rate.ts';
import { type SubscriptionRow, subscriptionResource } from '../../model/subscription/resource.ts';
import { isMoreExpensive, type Upgrade, upgradeInvoice } from '../../model/subscription/upgrade-rules.ts';
import { issueInvoice } from '../invoicing/issue.ts';
import { voidOpenInvoices } from '../invoicing/void.ts';
import type { BillingContext } from '../terms/billing-context.ts';
import { supersedeUpgrade } from './end.ts';
import { upgradeTerms } from './terms.ts';

/**
 * Reissues the invoice of an upgrade hold after the next cycle was paid, with the price difference of that cycle too, or after
 * its payment failed, without it. A next cycle that was paid at a higher price keeps it, and the hold is superseded. An invoice
 * whose payment is in transit stays. Contract: Upgrade holds, Money in transit.
 * @returns the context after the change; the same one without a hold
 */
export async function reissueUpgrade(scope: WriteScope, context: BillingContext): Promise<BillingContext> {
  const { subscription: row } = context;
  const { upgradePlanId, upgradePrice, upgradeExpiresAt } = row;
  if (upgradePlanId === null || upgradePrice === null || upgradeExpiresAt === null) return context;
  const inTransit = await readInTransit(scope, payment.subscriptionId, [row.id]);
  if (inTransit.some(({ kind }) => kind === 'UPGRADE')) return context;
  const quoted = upgradeTerms(scope, context, await find(scope, planResource, upgradePlanId));
  const upgrade = { ...quoted, running: { ...quoted.running, newPrice: upgradePrice } };
  if (!isMoreExpensive(upgrade)) return { ...context, subscription: await supersedeUpgrade(scope, row) };
  const isDue = upgrade.next !== null && upgrade.next.newPrice > upgrade.next.price;
  if (isDue === (await isNextCharged(scope, row))) return context;
  await voidOpenInvoices(scope, [row.id], { reason: 'TERMS_CHANGED', kind: 'UPGRADE' });
  const { total } = await issueUpgrade(scope, context, upgrade, upgradeExpiresAt);
  const patch = { upgradeAmount: total };
  const subscription = await change(scope, subscriptionResource, row, patch, {
    emits: 'subscription.updated',
  });
  return { ...context, subscription };
}

/**
 * Issues the invoice of an upgrade. Contract: Upgrade holds.
 * @param dueAt the deadline of the hold
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

/** Whether the open invoice of a hold has the price difference of the next cycle, which is its second line. */
async function isNextCharged(scope: WriteScope, { id }: SubscriptionRow): Promise<boolean> {
  const [held] = await scope.db
    .select({ lines: invoice.lines })
    .from(invoice)
    .where(
      and(
        eq(invoice.providerId, scope.providerId),
        eq(invoice.subscriptionId, id),
        eq(invoice.kind, 'UPGRADE'),
        eq(invoice.status, 'OPEN'),
      ),
    );
  return held !== undefined && held.lines.length > 1;
}
