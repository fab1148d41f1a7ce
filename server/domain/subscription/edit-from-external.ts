import { refuse } from '../../contract/errors.ts';
import type { SubscriptionSnapshot } from '../../contract/subscription.ts';
import { hasEnded, isTerminal } from '../../contract/subscription-rules.ts';
import { presentOne } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { applyTerms, requireAboveFloors } from '../lifecycle/plan-change/request.ts';
import { switchPlan } from '../lifecycle/plan-change/switch-plan.ts';
import { lockTargetPlan, requireChangeable } from '../lifecycle/plan-change/target-plan.ts';
import { type BillingContext, readContext } from '../lifecycle/terms/billing-context.ts';
import { supersedeUpgrade } from '../lifecycle/upgrade/end.ts';
import { holdUpgrade } from '../lifecycle/upgrade/hold.ts';
import { lockService } from '../lifecycle/upgrade/lock.ts';
import { upgradeTerms } from '../lifecycle/upgrade/terms.ts';
import type { PlanRow } from '../model/plan/resource.ts';
import { requireNoObstacle } from '../model/subscription/obstacles.ts';
import { type SubscriptionRow, subscriptionResource } from '../model/subscription/resource.ts';
import { isMoreExpensive } from '../model/subscription/upgrade-rules.ts';

type Edit = { id: string; planId: string; freeImmediateUpgrade: boolean };

/**
 * Changes the plan on behalf of an external system. A more expensive plan applies at once where upgrades are free, else it
 * makes an upgrade hold. An equal or cheaper one, and any in grace, is pending until the end of the last paid cycle. Out of
 * service the plan changes at once. Contract: Inbound, Upgrade holds.
 * @throws NOT_FOUND, SUBSCRIPTION_TERMINAL; IMMUTABLE for an archived one; Announced refusals as `changeTerms`
 */
export async function editPlanFromExternal(scope: WriteScope, edit: Edit): Promise<SubscriptionSnapshot> {
  const locked = await lockService(scope, edit.id);
  if (!locked) throw refuse('NOT_FOUND', { field: 'id' });
  const row = locked.subscription;
  if (isTerminal(row)) throw refuse('SUBSCRIPTION_TERMINAL');
  if (hasEnded(row)) requireNoObstacle('ended');
  return presentOne(scope, subscriptionResource, await editPlan(scope, row, edit));
}

async function editPlan(scope: WriteScope, row: SubscriptionRow, edit: Edit): Promise<SubscriptionRow> {
  if (row.upgradePlanId === edit.planId) return row;
  const target = await lockTargetPlan(scope, row, edit.planId, 'external');
  const context = await readContext(scope, row);
  if (!target || !context || !isUpgrade(scope, context, target, edit)) {
    return applyTerms(scope, { row, context }, { target, newOverrides: {}, submitted: {} });
  }
  requireChangeable(context, target);
  // The terms from now on; pending overrides are checked when they apply.
  const now = { ...row, pendingOverrides: null };
  await requireAboveFloors(scope, { row: now, context }, { target, newOverrides: {} });
  const current = { ...context, subscription: await supersedeUpgrade(scope, row) };
  const upgrade = upgradeTerms(scope, current, target);
  const held = edit.freeImmediateUpgrade ? null : await holdUpgrade(scope, current, target, upgrade);
  return held ?? switchPlan(scope, current, target, upgrade.running.newPrice);
}

/** Whether the change applies before the end of the cycle. A paid upgrade needs days left in an ACTIVE cycle. */
function isUpgrade(
  scope: WriteScope,
  context: BillingContext,
  target: PlanRow,
  { freeImmediateUpgrade }: Edit,
): boolean {
  if (!isMoreExpensive(upgradeTerms(scope, context, target))) return false;
  return freeImmediateUpgrade || (context.cycle.status === 'ACTIVE' && context.cycle.expiresAt > scope.now);
}
