import type { z } from 'zod';
import { refuse } from '../../contract/errors.ts';
import type { planConfirm } from '../../contract/plan.ts';
import { isDisabledPlan } from '../../contract/plan-rules.ts';
import { transition } from '../../state/transition.ts';
import type { WriteScope } from '../../work/scope.ts';
import { findPlan, planResource } from '../model/plan/resource.ts';
import { requireConfirmation } from './disable.ts';
import { isInUse } from './in-use.ts';

/**
 * Deletes a disabled plan that no subscription has or changes to. Contract: Plan.
 * @throws NOT_FOUND, CONFIRMATION_MISMATCH, PLAN_NOT_DISABLED, CONFLICT while it is in use
 */
export async function deletePlan(scope: WriteScope, { id, confirm }: z.output<typeof planConfirm>) {
  const plan = await findPlan(scope, id, 'update');
  requireConfirmation(confirm, plan.planName);
  if (!isDisabledPlan(plan)) throw refuse('PLAN_NOT_DISABLED');
  if (await isInUse(scope, id)) {
    throw refuse('CONFLICT', {
      field: 'id',
      message: 'Subscriptions use this plan or have a pending change to it.',
    });
  }
  await transition(scope, planResource, plan, 'delete', { isActive: false });
  return { id, deleted: true as const };
}
