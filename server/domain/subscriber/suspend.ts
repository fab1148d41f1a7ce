import type { z } from 'zod';
import { refuse } from '../../contract/errors.ts';
import type { SubscriberSnapshot, subscriberSuspend } from '../../contract/subscriber.ts';
import { change } from '../../state/record.ts';
import { findForUpdate, presentOne } from '../../state/resource.ts';
import { transition } from '../../state/transition.ts';
import type { WriteScope } from '../../work/scope.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';
import { syncRadiusOfSubscribers } from '../network/sync-radius.ts';

/**
 * Sets a manual hold. It cuts the network access of all subscriptions; they and their cycles continue. A subscriber
 * without service is already suspended and keeps that status. Contract: Subscriber.
 * @throws NOT_FOUND; CONFLICT when it has a hold or the subscriber is terminated
 */
export async function suspendSubscriber(
  scope: WriteScope,
  { id, reason }: z.output<typeof subscriberSuspend>,
): Promise<SubscriberSnapshot> {
  const before = await findForUpdate(scope, subscriberResource, id);
  if (before.heldAt !== null) {
    throw refuse('CONFLICT', { field: 'id', message: 'The subscriber already has a hold.' });
  }
  const hold = { heldAt: scope.now, holdReason: reason ?? null };
  const held =
    before.status === 'suspended'
      ? await change(scope, subscriberResource, before, hold, {
          emits: 'subscriber.updated',
          action: 'subscriber.set_hold',
        })
      : await transition(scope, subscriberResource, before, 'suspend', hold);
  await syncRadiusOfSubscribers(scope, [held]);
  return presentOne(scope, subscriberResource, held);
}
