import { transition } from '../../../state/transition.ts';
import type { WriteScope } from '../../../work/scope.ts';
import type { PlanRow } from '../../model/plan/resource.ts';
import { type SubscriptionRow, subscriptionResource } from '../../model/subscription/resource.ts';
import { type Upgrade, upgradeDeadline } from '../../model/subscription/upgrade-rules.ts';
import type { BillingContext } from '../terms/billing-context.ts';
import { issueUpgrade } from './issue.ts';

/**
 * Issues the invoice of an upgrade and holds the subscription on its plan until the payment, the deadline or another
 * change. Contract: Upgrade holds.
 * @param context of an ACTIVE subscription, in a cycle that has not ended
 * @returns null for an upgrade with a total of 0, which no payment follows: the caller applies it at once
 */
export async function holdUpgrade(
  scope: WriteScope,
  context: BillingContext,
  plan: PlanRow,
  upgrade: Upgrade,
): Promise<SubscriptionRow | null> {
  const { subscription, cycle } = context;
  const upgradeExpiresAt = upgradeDeadline(scope.now, cycle);
  const { total } = await issueUpgrade(scope, context, upgrade, upgradeExpiresAt);
  if (total === 0) return null;
  return transition(scope, subscriptionResource, subscription, 'hold_upgrade', {
    upgradePlanId: plan.id,
    upgradeExpiresAt,
    upgradeAmount: total,
    upgradePrice: upgrade.running.newPrice,
  });
}
