import type { z } from 'zod';
import type { PlanSnapshot, planId } from '../../contract/plan.ts';
import { presentOne } from '../../state/resource.ts';
import { transition } from '../../state/transition.ts';
import type { WriteScope } from '../../work/scope.ts';
import { findPlan, planResource } from '../model/plan/resource.ts';

/**
 * Enables a disabled plan. Contract: Plan.
 * @throws NOT_FOUND, PLAN_ALREADY_ENABLED
 */
export async function enablePlan(scope: WriteScope, { id }: z.output<typeof planId>): Promise<PlanSnapshot> {
  const plan = await findPlan(scope, id, 'update');
  const enabled = await transition(scope, planResource, plan, 'enable', { disabledAt: null });
  return presentOne(scope, planResource, enabled);
}
