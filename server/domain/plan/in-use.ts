import { and, eq, notInArray, or } from 'drizzle-orm';
import { subscription } from '../../../drizzle/schema/subscription.ts';
import type { WriteScope } from '../../work/scope.ts';
import { subscriptionMachine } from '../model/subscription/machine.ts';

/** Whether a subscription that has not ended has a plan or changes to it. The caller has locked the plan. Contract: Plan. */
export async function isInUse(scope: WriteScope, planId: string): Promise<boolean> {
  const [using] = await scope.db
    .select({ id: subscription.id })
    .from(subscription)
    .where(
      and(
        eq(subscription.providerId, scope.providerId),
        or(
          eq(subscription.planId, planId),
          eq(subscription.nextPlanId, planId),
          eq(subscription.upgradePlanId, planId),
        ),
        notInArray(subscription.status, [...subscriptionMachine.terminal]),
      ),
    )
    .limit(1);
  return using !== undefined;
}
