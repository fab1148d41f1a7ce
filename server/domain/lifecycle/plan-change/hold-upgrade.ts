import type { WriteScope } from '../../../db/scope.ts';
import { transition } from '../../../state/transition.ts';
import type { PlanRow } from '../../model/plan/resource.ts';
import { type SubscriptionRow, subscriptionResource } from '../../model/subscription/resource.ts';
import { type Upgrade, upgradeDeadline } from '../../model/subscription/upgrade-rules.ts';
import type { BillingContext } from '../context/billing-context.ts';
import { issueUpgrade } from '../upgrade/issue.ts';
import { switchPlan } from './switch-plan.ts';

/**
 * Issues the invoice of an upgrade and holds the subscription on its plan until the payment, the deadline or another
 * change. An upgrade with a total of 0 applies at once. Contract: Upgrade holds.
 * @param context of an ACTIVE subscription, in a cycle that has not ended
 */
export async function holdUpgrade(
  scope: WriteScope,
  context: BillingContext,
  plan: PlanRow,
  upgrade: Upgrade,
): Promise<SubscriptionRow> {
  const { subscription, cycle } = context;
  const upgradeExpiresAt = upgradeDeadline(scope.now, cycle);
  const { total } = await issueUpgrade(scope, context, upgrade, upgradeExpiresAt);
  if (total === 0) return switchPlan(scope, context, plan, upgrade.running.newPrice);
  return transition(scope, subscriptionResource, subscription, 'holdUpgrade', {
    upgradePlanId: plan.id,
    upgradeExpiresAt,
    upgradeAmount: total,
    upgradePrice: upgrade.running.newPrice,
  });
}
