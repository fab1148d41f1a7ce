import type { ChargeCreate, ChargeSnapshot } from '../../contract/charge.ts';
import { refuse } from '../../contract/errors.ts';
import { toMinor } from '../../contract/money.ts';
import type { WriteScope } from '../../db/scope.ts';
import { create } from '../../state/record.ts';
import { look, presentOne } from '../../state/resource.ts';
import { chargeResource } from '../model/charge/resource.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';
import { subscriptionResource } from '../model/subscription/resource.ts';

/**
 * Charges a subscriber once. Contract: Charge.
 * @throws subscriber_not_found, invalid_expires_at for a time that has passed, subscription_mismatch,
 *   subscriber_terminal
 */
export async function createCharge(scope: WriteScope, input: ChargeCreate): Promise<ChargeSnapshot> {
  // Locked, so that they are not terminated until the charge is there to be cancelled with the rest.
  const subscriber = await look(scope, subscriberResource, input.subscriberId, 'share');
  if (!subscriber) throw refuse('subscriber_not_found');
  if (input.expiresAt && input.expiresAt <= scope.now) {
    throw refuse('invalid_expires_at', { message: 'Give a time in the future.' });
  }
  if (input.subscriptionId !== undefined) {
    const subscription = await look(scope, subscriptionResource, input.subscriptionId);
    if (subscription?.subscriberId !== subscriber.id) throw refuse('subscription_mismatch');
  }
  if (subscriber.status === 'terminated') throw refuse('subscriber_terminal');
  const row = await create(
    scope,
    chargeResource,
    {
      subscriberId: subscriber.id,
      subscriptionId: input.subscriptionId ?? null,
      description: input.description,
      amount: toMinor(input.amount, input.currency),
      currency: input.currency,
      status: 'PENDING',
      expiresAt: input.expiresAt ?? null,
    },
    'subscriber.charge.created',
  );
  return presentOne(scope, chargeResource, row);
}
