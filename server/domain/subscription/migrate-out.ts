import type { z } from 'zod';
import { refuse } from '../../contract/errors.ts';
import type { SubscriptionSnapshot, subscriptionId } from '../../contract/subscription.ts';
import { canMigrateOut, isInService } from '../../contract/subscription-rules.ts';
import { lowered } from '../../contract/texts/reason-texts.ts';
import { presentOne } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { cancelSubscriptions } from '../lifecycle/termination/cancel.ts';
import { suspendWithoutService } from '../lifecycle/termination/end-grace.ts';
import { lockService } from '../lifecycle/upgrade/lock.ts';
import { subscriptionResource } from '../model/subscription/resource.ts';

/**
 * Moves a subscription to another system. It goes out of service and ends as MIGRATED_OUT. Contract: Billing.
 * @throws NOT_FOUND; CONFLICT unless it is in service or INACTIVE
 */
export async function migrateOut(
  scope: WriteScope,
  { id }: z.output<typeof subscriptionId>,
): Promise<SubscriptionSnapshot> {
  const locked = await lockService(scope, id);
  if (!locked) throw refuse('NOT_FOUND', { field: 'id' });
  const { subscription: before, subscriber } = locked;
  if (!canMigrateOut(before)) {
    throw refuse('CONFLICT', {
      field: 'id',
      message: `A subscription cannot move out while it is ${lowered(before.status)}.`,
    });
  }
  const [after = before] = await cancelSubscriptions(scope, [before], 'MIGRATED_OUT', 'migrate_out');
  if (isInService(before.status)) await suspendWithoutService(scope, new Map([[subscriber.id, scope.now]]));
  return presentOne(scope, subscriptionResource, after);
}
