import type { z } from 'zod';
import { refuse } from '../../contract/errors.ts';
import type { SubscriberSnapshot, subscriberId } from '../../contract/subscriber.ts';
import type { WriteScope } from '../../db/scope.ts';
import { findForUpdate, presentOne } from '../../state/resource.ts';
import { transition } from '../../state/transition.ts';
import { syncNetworkOf } from '../subscription/network.ts';
import { hasLostService } from '../subscription/service.ts';
import { subscriberResource } from './resource.ts';

/**
 * Lifts a manual hold. Who is suspended because nothing of theirs is in service comes back by paying.
 * Contract: Subscriber.
 * @throws NOT_FOUND; CONFLICT unless they are suspended; PRECONDITION when nothing of theirs is in service
 */
export async function activateSubscriber(
  scope: WriteScope,
  { id }: z.output<typeof subscriberId>,
): Promise<SubscriberSnapshot> {
  const before = await findForUpdate(scope, subscriberResource, id);
  if (before.status === 'suspended' && (before.heldAt === null || (await hasLostService(scope, id)))) {
    throw refuse('PRECONDITION', {
      field: 'id',
      message: 'Nothing of theirs is in service; a payment brings them back.',
    });
  }
  const active = await transition(scope, subscriberResource, before, 'activate', {
    heldAt: null,
    suspensionReason: null,
  });
  await syncNetworkOf(scope, [active]);
  return presentOne(scope, subscriberResource, active);
}
