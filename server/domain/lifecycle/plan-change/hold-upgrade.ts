import type { WriteScope } from '../../../db/scope.ts';
import { transition } from '../../../state/transition.ts';
import type { PlanRow } from '../../model/plan/resource.ts';
import { type SubscriptionRow, subscriptionResource } from '../../model/subscription/resource.ts';
import { type Upgrade, upgradeDeadline } from '../../model/subscription/upgrade-rules.ts';
import type { BillingContext } from '../context/billing-context.ts';
import { issueUpgrade } from '../upgrade/issue.ts';
import { switchPlan } from './switch-plan.ts';

/**
 * Asks for the payment of an upgrade: the subscription is held on its plan until the money comes, its time is over, or
 * something else takes its place. Where the difference comes to nothing there is nothing to wait for.
 * Contract: Billing, "Upgrade to pay now".
 * @param context of a subscription that is ACTIVE, in a cycle that is not over
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
