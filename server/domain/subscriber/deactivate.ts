import type { z } from 'zod';
import { subscription } from '../../../drizzle/schema/subscription.ts';
import { refuse } from '../../contract/errors.ts';
import { present } from '../../contract/present.ts';
import { deactivation, type subscriberDeactivate } from '../../contract/subscriber.ts';
import { isInService } from '../../contract/subscription-rules.ts';
import { isOneOf } from '../../db/statement.ts';
import { findForUpdate } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { endService } from '../lifecycle/termination/end-service.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';
import { lockRowsOf } from '../model/subscription/lock.ts';

/**
 * Ends the service of the named subscriptions, or of all, at once. Contract: Subscriber.
 * @throws NOT_FOUND for the subscriber or a subscription of another one; 409 ALREADY_INACTIVE when none is in service
 */
export async function deactivateSubscriber(
  scope: WriteScope,
  { id, subscriptionIds }: z.output<typeof subscriberDeactivate>,
): Promise<z.output<typeof deactivation>> {
  const subscriber = await findForUpdate(scope, subscriberResource, id);
  const named = subscriptionIds && [...new Set(subscriptionIds)];
  const targets = await lockRowsOf(scope, id, named && isOneOf(subscription.id, named));
  if (named && targets.length < named.length) throw refuse('NOT_FOUND', { field: 'subscriptionIds' });
  const inService = targets.filter((row) => isInService(row.status));
  if (inService.length === 0) {
    throw refuse('CONFLICT', { field: named ? 'subscriptionIds' : 'id', code: 'ALREADY_INACTIVE' });
  }
  const { ended, subscriber: after } = await endService(scope, subscriber, inService, 'DEACTIVATED');
  return present(deactivation, {
    subscriberId: id,
    status: after.status,
    deactivatedAt: scope.now,
    subscriptions: ended,
    skipped: targets.filter((row) => !isInService(row.status)).map((row) => row.id),
  });
}
