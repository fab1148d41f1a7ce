import type { LateRejection } from '../../../contract/change-rejections.ts';
import type { Scope } from '../../../work/scope.ts';
import { termsOf } from '../../model/billing-cycle/rules.ts';
import type { PlanRow } from '../../model/plan/resource.ts';
import { floorsInForce } from '../../model/schedule-d/floors.ts';
import { floorRejection, planRejection } from '../../model/subscription/change-rules.ts';
import { withOverrides } from '../../model/subscription/overrides.ts';
import type { SubscriptionRow } from '../../model/subscription/resource.ts';
import type { Upgrade } from '../../model/subscription/upgrade-rules.ts';
import { type BillingContext, securedNext } from '../terms/billing-context.ts';
import { pendingTerms } from '../terms/pending-change.ts';

/** The prices of a subscription in service on its plan and on another plan from now on, in minor units. */
export function upgradeTerms(scope: Pick<Scope, 'now'>, context: BillingContext, plan: PlanRow): Upgrade {
  const { subscription, cycle } = context;
  const next = securedNext(context);
  // The upgrade replaces a pending plan change.
  const nextTerms = pendingTerms({ ...context, plan, nextPlan: null });
  return {
    now: scope.now,
    planName: plan.planName,
    currency: subscription.currency,
    running: {
      startsAt: cycle.startsAt,
      expiresAt: cycle.expiresAt,
      price: cycle.termsPrice,
      newPrice: termsOf(plan, withOverrides(subscription, null)).price,
    },
    next: next
      ? {
          startsAt: next.startsAt,
          expiresAt: next.expiresAt,
          price: next.termsPrice,
          // A next cycle that is paid on this plan keeps its price.
          newPrice: next.planId === plan.id ? next.termsPrice : nextTerms.price,
        }
      : null,
  };
}

/** Why a paid upgrade is rejected; null when it applies. Contract: Upgrade holds. */
export async function upgradeRejection(
  scope: Scope,
  subscription: SubscriptionRow,
  plan: PlanRow,
): Promise<LateRejection | null> {
  const { price, speed } = termsOf(plan, subscription);
  const floors = await floorsInForce(scope, plan.planType, plan.priceCurrency);
  return planRejection(plan) ?? floorRejection(floors, plan, speed, subscription.upgradePrice ?? price);
}
