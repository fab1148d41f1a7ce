import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';

type Pending = Pick<SubscriptionSnapshot, 'nextPlanId' | 'planRemovalAt' | 'pendingUpgrade'>;

/** Whether a change or the removal of the plan is pending, which a request for the current plan withdraws. */
export function hasPendingPlan({ nextPlanId, planRemovalAt, pendingUpgrade }: Pending): boolean {
  return nextPlanId !== null || planRemovalAt !== null || pendingUpgrade !== null;
}
