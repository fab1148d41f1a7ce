import { invalidValue } from '../../../contract/errors.ts';
import type { WriteScope } from '../../../work/scope.ts';
import type { SubscriptionRow } from '../../model/subscription/resource.ts';
import { isMoreExpensive } from '../../model/subscription/upgrade-rules.ts';
import { readContext } from '../terms/billing-context.ts';
import { supersedeUpgrade } from '../upgrade/end.ts';
import { holdUpgrade } from '../upgrade/hold.ts';
import { upgradeTerms } from '../upgrade/terms.ts';
import { applyTerms, requireAboveFloors } from './request.ts';
import { switchPlan } from './switch-plan.ts';
import { lockTargetPlan, type Requester, requireChangeable } from './target-plan.ts';

type ChangeNow = { planId: string; requester: Requester; freeImmediateUpgrade?: boolean };

/**
 * Changes the plan of a locked subscription now. A more expensive plan makes an upgrade hold, or applies at once where upgrades are
 * free. In grace it is pending, and the payment of the renewal applies it. Out of service any plan applies at once. An equal
 * or cheaper plan of an external system is pending until the end of the last paid cycle. Contract: Upgrade holds.
 * @throws VALIDATION_FAILED for an equal or cheaper plan of a partner's request; announced refusals as `changeTerms`
 */
export async function changePlanNow(
  scope: WriteScope,
  row: SubscriptionRow,
  { planId, requester, freeImmediateUpgrade = false }: ChangeNow,
): Promise<SubscriptionRow> {
  if (row.upgradePlanId === planId) return row;
  const target = await lockTargetPlan(scope, row, planId, requester);
  const context = await readContext(scope, row);
  const costsMore = context && target && isMoreExpensive(upgradeTerms(scope, context, target));
  if (requester === 'partner' && context && !costsMore) {
    throw invalidValue('planId', 'Only a more expensive plan can apply before the end of the cycle.');
  }
  // A paid upgrade needs days left in a paid cycle.
  const hasDaysLeft = context?.cycle.status === 'ACTIVE' && context.cycle.expiresAt > scope.now;
  if (!costsMore || !(freeImmediateUpgrade || hasDaysLeft)) {
    return applyTerms(scope, { row, context }, { target, newOverrides: {}, submitted: {} });
  }
  requireChangeable(context, target);
  // The terms from now on; pending overrides are checked when they apply.
  const now = { ...row, pendingOverrides: null };
  await requireAboveFloors(scope, { row: now, context }, { target, newOverrides: {} });
  const current = { ...context, subscription: await supersedeUpgrade(scope, row) };
  const upgrade = upgradeTerms(scope, current, target);
  const held = freeImmediateUpgrade ? null : await holdUpgrade(scope, current, target, upgrade);
  return held ?? switchPlan(scope, current, target, upgrade.running.newPrice);
}
