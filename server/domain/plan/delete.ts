import { and, eq, notInArray, or } from 'drizzle-orm';
import type { z } from 'zod';
import { subscription } from '../../../drizzle/schema/subscription.ts';
import { refuse } from '../../contract/errors.ts';
import type { planConfirm } from '../../contract/plan.ts';
import type { WriteScope } from '../../db/scope.ts';
import { transition } from '../../state/transition.ts';
import { subscriptionMachine } from '../subscription/machine.ts';
import { requireConfirmation } from './disable.ts';
import { findPlan, planResource } from './resource.ts';

/**
 * Removes a disabled plan that no living subscription uses or awaits. Contract: Plan.
 * @throws NOT_FOUND, CONFIRMATION_MISMATCH, PLAN_NOT_DISABLED, CONFLICT while it is in use
 */
export async function deletePlan(scope: WriteScope, { id, confirm }: z.output<typeof planConfirm>) {
  const plan = await findPlan(scope, id, 'update');
  requireConfirmation(confirm, plan.planName);
  if (plan.status === 'disabled' && (await isInUse(scope, id))) {
    throw refuse('CONFLICT', { field: 'id', message: 'Subscriptions still use or await this plan.' });
  }
  await transition(scope, planResource, plan, 'delete', { isActive: false });
  return { id, deleted: true as const };
}

async function isInUse(scope: WriteScope, planId: string): Promise<boolean> {
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
