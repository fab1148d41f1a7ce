import { refuse } from '../../contract/errors.ts';
import type { SubscriptionSnapshot } from '../../contract/subscription.ts';
import { hasEnded, isTerminal } from '../../contract/subscription-rules.ts';
import { presentOne } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { changePlanNow } from '../lifecycle/plan-change/change-now.ts';
import { lockService } from '../lifecycle/upgrade/lock.ts';
import { requireNoObstacle } from '../model/subscription/obstacles.ts';
import { subscriptionResource } from '../model/subscription/resource.ts';

/**
 * Changes the plan on behalf of an external system, as `changePlanNow` does. Contract: Inbound, Upgrade holds.
 * @throws NOT_FOUND, SUBSCRIPTION_TERMINAL; IMMUTABLE for an archived one; announced refusals as `changeTerms`
 */
export async function editPlanFromExternal(
  scope: WriteScope,
  { id, ...edit }: { id: string; planId: string; freeImmediateUpgrade: boolean },
): Promise<SubscriptionSnapshot> {
  const locked = await lockService(scope, id);
  if (!locked) throw refuse('NOT_FOUND', { field: 'id' });
  const row = locked.subscription;
  if (isTerminal(row)) throw refuse('SUBSCRIPTION_TERMINAL');
  if (hasEnded(row)) requireNoObstacle('ended');
  const after = await changePlanNow(scope, row, { ...edit, requester: 'external' });
  return presentOne(scope, subscriptionResource, after);
}
