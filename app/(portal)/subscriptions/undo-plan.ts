import { operationOf } from '@/components/trpc/operation.ts';
import type { Undo } from '@/components/trpc/use-undoable.tsx';
import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';
import { hasPendingPlan } from './has-pending-plan.ts';

type Before = Pick<SubscriptionSnapshot, 'id' | 'planId' | 'nextPlanId' | 'planRemovalAt' | 'pendingUpgrade'>;

/** What undoes a plan change that is now pending: what was pending before, or nothing. */
export function undoPlanChange(before: Before): Undo | null {
  if (hasPendingPlan(before)) return pendingAgain(before);
  return {
    operation: operationOf('subscription.update', { id: before.id, planId: before.planId }),
    done: 'The subscription stays on its plan.',
  };
}

/**
 * Requests again what a request for the current plan withdrew. A withdrawn upgrade would need another payment page, so it
 * has no undo.
 */
export function pendingAgain({ id, nextPlanId, planRemovalAt }: Before): Undo | null {
  if (nextPlanId !== null) {
    return {
      operation: operationOf('subscription.update', { id, planId: nextPlanId }),
      done: 'The earlier plan change is pending again.',
    };
  }
  if (planRemovalAt !== null) {
    return {
      operation: operationOf('subscription.removePlan', { id, when: 'cycle_end' }),
      done: 'The removal of the plan is pending again.',
    };
  }
  return null;
}
