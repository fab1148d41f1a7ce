import type { PendingOverrides } from '../../../../drizzle/schema/subscription.ts';
import { type Terms, termsOf } from '../../model/billing-cycle/rules.ts';
import type { PlanRow } from '../../model/plan/resource.ts';
import { withOverrides } from '../../model/subscription/overrides.ts';
import { type BillingContext, securedNext } from './billing-context.ts';

type PendingContext = Pick<BillingContext, 'subscription' | 'cycle' | 'nextPlan'>;

/** The pending changes that apply when the running cycle ends. A change that waits for a later end is left out. */
export function pendingAtEnd({ subscription, cycle, nextPlan }: PendingContext): {
  plan: PlanRow | null;
  overrides: PendingOverrides | null;
} {
  const { nextPlanAt, pendingOverrides, pendingOverridesAt } = subscription;
  const appliesAtEnd = (at: Date | null) => at !== null && at <= cycle.expiresAt;
  return {
    plan: appliesAtEnd(nextPlanAt) ? nextPlan : null,
    overrides: appliesAtEnd(pendingOverridesAt) ? pendingOverrides : null,
  };
}

/** The terms of the next cycle, with the pending changes that apply at its start. */
export function pendingTerms(context: PendingContext & Pick<BillingContext, 'plan'>): Terms {
  const { plan, overrides } = pendingAtEnd(context);
  return termsOf(plan ?? context.plan, withOverrides(context.subscription, overrides));
}

/**
 * Whether the next cycle is paid on pending terms, or its payment is in transit: they are fixed until it starts. Contract:
 * Terms of a cycle, Money in transit.
 */
export function isPaidOnPendingTerms(
  context: Pick<BillingContext, 'subscription' | 'cycle' | 'nextPlan' | 'next' | 'inTransit'>,
): boolean {
  const { plan, overrides } = pendingAtEnd(context);
  return securedNext(context) !== null && (plan !== null || overrides !== null);
}
