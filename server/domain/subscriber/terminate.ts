import type { z } from 'zod';
import type { SubscriberSnapshot, subscriberTerminate } from '../../contract/subscriber.ts';
import { hasEnded } from '../../contract/subscription-rules.ts';
import { find, findForUpdate, presentOne } from '../../state/resource.ts';
import { transition } from '../../state/transition.ts';
import type { WriteScope } from '../../work/scope.ts';
import { cancelCharges } from '../lifecycle/charges/end.ts';
import { lockPendingChargesOf } from '../lifecycle/charges/lock-pending.ts';
import { cancelSubscriptions } from '../lifecycle/termination/cancel.ts';
import { recordDepartures } from '../model/departure/record.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';
import { lockRowsOf } from '../model/subscription/lock.ts';
import { subscriptionMachine } from '../model/subscription/machine.ts';

/**
 * Terminates a subscriber: subscriptions are cancelled, open invoices VOID, pending charges cancelled, and network
 * credentials removed. Contract: Subscriber.
 * @throws NOT_FOUND; CONFLICT when the subscriber is terminated already
 */
export async function terminateSubscriber(
  scope: WriteScope,
  { id, ...given }: z.output<typeof subscriberTerminate>,
): Promise<SubscriberSnapshot> {
  const before = await findForUpdate(scope, subscriberResource, id);
  const all = await lockRowsOf(scope, id);
  const open = all.filter((row) => !subscriptionMachine.terminal.includes(row.status));
  const lasting = open.filter((row) => !hasEnded(row));
  await recordDepartures(scope, lasting, 'TERMINATION', given);
  await cancelSubscriptions(scope, open, 'SUBSCRIBER_TERMINATED');
  const charges = await lockPendingChargesOf(scope, id);
  await cancelCharges(
    scope,
    charges.map((row) => ({ row })),
    'SUBSCRIBER_TERMINATED',
  );
  await transition(scope, subscriberResource, before, 'terminate', {
    deactivatedAt: scope.now,
    heldAt: null,
    holdReason: null,
  });
  return presentOne(scope, subscriberResource, await find(scope, subscriberResource, id));
}
