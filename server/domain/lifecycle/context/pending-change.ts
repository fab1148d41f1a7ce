import type { PendingOverrides } from '../../../../drizzle/schema/subscription.ts';
import { type Terms, termsOf } from '../../model/billing-cycle/rules.ts';
import type { PlanRow } from '../../model/plan/resource.ts';
import type { SubscriptionRow } from '../../model/subscription/resource.ts';
import type { BillingContext } from './billing-context.ts';

/** The overrides in force, with others on top. An amount in minor units, like all of them. */
export function withOverrides(
  row: SubscriptionRow,
  more: PendingOverrides | null,
): Required<PendingOverrides> {
  const { priceOverride, speedOverride, durationOverride } = row;
  return { priceOverride, speedOverride, durationOverride, ...more };
}

/** What of a subscription's queue takes effect when its running cycle ends; what waits for a later end is left out. */
export function pendingAtEnd({ subscription, cycle, nextPlan }: BillingContext): {
  plan: PlanRow | null;
  overrides: PendingOverrides | null;
} {
  const { nextPlanAt, pendingOverrides, pendingOverridesAt } = subscription;
  const isDue = (at: Date | null) => at !== null && at <= cycle.expiresAt;
  return {
    plan: isDue(nextPlanAt) ? nextPlan : null,
    overrides: isDue(pendingOverridesAt) ? pendingOverrides : null,
  };
}

/** The terms on which the cycle after the running one will begin, as things stand. */
export function pendingTerms(context: BillingContext): Terms {
  const { plan, overrides } = pendingAtEnd(context);
  return termsOf(plan ?? context.plan, withOverrides(context.subscription, overrides));
}

/**
 * Whether the cycle after the running one is paid for on terms that are queued: they stay as they are until it begins.
 * Contract: Billing, "Terms are fixed when the renewal is issued".
 */
export function isPaidOnPendingTerms(context: BillingContext): boolean {
  const { plan, overrides } = pendingAtEnd(context);
  return context.next?.paymentStatus === 'COMPLETED' && (plan !== null || overrides !== null);
}
