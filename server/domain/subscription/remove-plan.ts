import type { z } from 'zod';
import { refuse } from '../../contract/errors.ts';
import type { planRemoval, SubscriptionSnapshot } from '../../contract/subscription.ts';
import { planRemovalObstacle } from '../../contract/subscription-rules.ts';
import { change } from '../../state/record.ts';
import { presentOne } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { voidOpenInvoices } from '../lifecycle/invoicing/void.ts';
import { endService } from '../lifecycle/termination/end-service.ts';
import { endsAtOnce, paidUntil, readContext } from '../lifecycle/terms/billing-context.ts';
import { dropUpgrades } from '../lifecycle/upgrade/end.ts';
import { lockService } from '../lifecycle/upgrade/lock.ts';
import { recordDepartures } from '../model/departure/record.ts';
import type { SubscriberRow } from '../model/subscriber/resource.ts';
import { requireNoObstacle } from '../model/subscription/obstacles.ts';
import { type SubscriptionRow, subscriptionResource } from '../model/subscription/resource.ts';

/**
 * Removes the plan of a subscription, which ends its service: at once, or at the end of the last paid cycle. In grace that
 * end has passed, so it ends at once. A second call changes nothing. Contract: Billing.
 * @throws NOT_FOUND; IMMUTABLE when it has ended; CONFLICT when it is not in service or has a pending cancellation
 */
export async function removePlan(
  scope: WriteScope,
  { id, when, ...given }: z.output<typeof planRemoval>,
): Promise<SubscriptionSnapshot> {
  const locked = await lockService(scope, id);
  if (!locked) throw refuse('NOT_FOUND', { field: 'id' });
  const { subscription: row, subscriber } = locked;
  requireNoObstacle(planRemovalObstacle(row, when));
  const after =
    when === 'immediately'
      ? await removeNow(scope, subscriber, row)
      : await removeAtCycleEnd(scope, subscriber, row);
  if (after !== row) await recordDepartures(scope, [row], 'PLAN_REMOVAL', given);
  return presentOne(scope, subscriptionResource, after);
}

async function removeNow(scope: WriteScope, subscriber: SubscriberRow, row: SubscriptionRow) {
  const { ended } = await endService(scope, subscriber, [row], 'PLAN_REMOVED');
  return ended[0] ?? row;
}

async function removeAtCycleEnd(scope: WriteScope, subscriber: SubscriberRow, row: SubscriptionRow) {
  if (row.planRemovalAt !== null) return row;
  const context = await readContext(scope, row);
  if (!context || endsAtOnce(context)) return removeNow(scope, subscriber, row);
  const [withoutUpgrade = row] = await dropUpgrades(scope, [{ row }], 'PLAN_REMOVED');
  if (!context.inTransit) await voidOpenInvoices(scope, [row.id], { reason: 'PLAN_REMOVED' });
  return change(
    scope,
    subscriptionResource,
    withoutUpgrade,
    { planRemovalAt: paidUntil(context) },
    { emits: 'subscription.plan_removed_queued', action: 'subscription.request_plan_removal' },
  );
}
