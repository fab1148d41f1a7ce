import type { z } from 'zod';
import { refuse } from '../../contract/errors.ts';
import type { PlanSnapshot, planConfirm } from '../../contract/plan.ts';
import { presentOne } from '../../state/resource.ts';
import { transition } from '../../state/transition.ts';
import type { WriteScope } from '../../work/scope.ts';
import { findPlan, planResource } from '../model/plan/resource.ts';
import { matchesPlanName } from '../model/plan/rules.ts';

/**
 * Disables a plan: new subscriptions cannot take it, running subscriptions keep it. Contract: Plan.
 * @throws NOT_FOUND, CONFIRMATION_MISMATCH, PLAN_ALREADY_DISABLED
 */
export async function disablePlan(
  scope: WriteScope,
  { id, confirm }: z.output<typeof planConfirm>,
): Promise<PlanSnapshot> {
  const plan = await findPlan(scope, id, 'update');
  requireConfirmation(confirm, plan.planName);
  const disabled = await transition(scope, planResource, plan, 'disable', { disabledAt: scope.now });
  return presentOne(scope, planResource, disabled);
}

/** @throws CONFIRMATION_MISMATCH with the expected name */
export function requireConfirmation(typed: string, planName: string): void {
  if (!matchesPlanName(typed, planName))
    throw refuse('CONFIRMATION_MISMATCH', { details: { expected: planName } });
}
