import type { z } from 'zod';
import { refuse } from '../../contract/errors.ts';
import type { SubscriberSnapshot, subscriberId } from '../../contract/subscriber.ts';
import { change } from '../../state/record.ts';
import { findForUpdate, presentOne } from '../../state/resource.ts';
import { transition } from '../../state/transition.ts';
import type { WriteScope } from '../../work/scope.ts';
import { hasLostService } from '../lifecycle/termination/end-service.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';
import { syncRadiusOfSubscribers } from '../network/sync-radius.ts';

/**
 * Lifts a manual hold. The subscriber stays suspended while no subscription is in service. Contract: Subscriber.
 * @throws NOT_FOUND; without a hold, PRECONDITION when the subscriber is suspended and CONFLICT in any other state
 */
export async function activateSubscriber(
  scope: WriteScope,
  { id }: z.output<typeof subscriberId>,
): Promise<SubscriberSnapshot> {
  const before = await findForUpdate(scope, subscriberResource, id);
  if (before.status === 'suspended' && before.heldAt === null) {
    throw refuse('PRECONDITION', {
      field: 'id',
      message: 'The subscriber has no hold. A payment restores service.',
    });
  }
  const noHold = { heldAt: null, holdReason: null };
  const staysSuspended = before.heldAt !== null && (await hasLostService(scope, id));
  const lifted = staysSuspended
    ? await change(scope, subscriberResource, before, noHold, {
        emits: 'subscriber.updated',
        action: 'subscriber.lift_hold',
      })
    : await transition(scope, subscriberResource, before, 'activate', noHold);
  await syncRadiusOfSubscribers(scope, [lifted]);
  return presentOne(scope, subscriberResource, lifted);
}
