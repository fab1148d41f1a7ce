import { and, eq, inArray } from 'drizzle-orm';
import { billingCycle } from '../../../../drizzle/schema/billing.ts';
import { isPaidCycle, openCycleStatuses } from '../../../contract/billing-cycle-rules.ts';
import type { Minor } from '../../../contract/money.ts';
import { isInService } from '../../../contract/subscription-rules.ts';
import { find } from '../../../state/resource.ts';
import type { Scope } from '../../../work/scope.ts';
import { cyclePeriod, invoiceFor } from '../../model/billing-cycle/rules.ts';
import { planResource } from '../../model/plan/resource.ts';
import { taxRateOf } from '../../model/provider/tax-rate.ts';
import type { SubscriptionRow } from '../../model/subscription/resource.ts';
import { pendingEnd } from '../terms/billing-context.ts';
import { pendingTerms } from '../terms/pending-change.ts';

/** When the next cycle that is not paid starts, and its price in minor units, tax included. */
export type NextRenewal = { at: Date; total: Minor; currency: string };

/** The end of the next cycle where that is paid, and the renewal that follows what is paid. */
export type Outlook = { nextPaidUntil: Date | null; renewal: NextRenewal | null };

/**
 * The end of the next cycle of a subscription where that is paid, and its next unpaid cycle by the terms as they are now; see
 * `issueRenewals`. No renewal follows out of service, or with a pending end. Writes nothing. Contract: Terms of a cycle.
 */
export async function renewalOutlook(scope: Scope, subscription: SubscriptionRow): Promise<Outlook> {
  const cycles = await scope.db
    .select()
    .from(billingCycle)
    .where(
      and(
        eq(billingCycle.providerId, scope.providerId),
        eq(billingCycle.subscriptionId, subscription.id),
        inArray(billingCycle.status, [...openCycleStatuses]),
      ),
    );
  const next = cycles.find((row) => row.status === 'SCHEDULED' && isPaidCycle(row));
  const cycle = next ?? cycles.find(({ status }) => status !== 'SCHEDULED');
  const nextPaidUntil = next?.expiresAt ?? null;
  if (!cycle || !isInService(subscription.status) || pendingEnd(subscription)) {
    return { nextPaidUntil, renewal: null };
  }
  const { planId, nextPlanId } = subscription;
  const [plan, nextPlan, taxRate] = await Promise.all([
    find(scope, planResource, planId),
    nextPlanId ? find(scope, planResource, nextPlanId) : null,
    taxRateOf(scope),
  ]);
  const terms = pendingTerms({ subscription, cycle, plan, nextPlan });
  const { total, currency } = invoiceFor(terms, cyclePeriod(cycle.expiresAt, terms), taxRate);
  return { nextPaidUntil, renewal: { at: cycle.expiresAt, total, currency } };
}
