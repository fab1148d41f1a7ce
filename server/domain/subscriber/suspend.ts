import type { z } from 'zod';
import type { SubscriberSnapshot, subscriberSuspend } from '../../contract/subscriber.ts';
import type { WriteScope } from '../../db/scope.ts';
import { findForUpdate, presentOne } from '../../state/resource.ts';
import { transition } from '../../state/transition.ts';
import { syncNetworkOf } from '../subscription/network.ts';
import { subscriberResource } from './resource.ts';

/**
 * Puts a manual hold on: network access of all their subscriptions is cut, the subscriptions and their cycles go on.
 * Contract: Subscriber.
 * @throws NOT_FOUND; CONFLICT unless they are active
 */
export async function suspendSubscriber(
  scope: WriteScope,
  { id, reason }: z.output<typeof subscriberSuspend>,
): Promise<SubscriberSnapshot> {
  const before = await findForUpdate(scope, subscriberResource, id);
  const held = await transition(scope, subscriberResource, before, 'suspend', {
    heldAt: scope.now,
    suspensionReason: reason ?? null,
  });
  await syncNetworkOf(scope, [held]);
  return presentOne(scope, subscriberResource, held);
}
