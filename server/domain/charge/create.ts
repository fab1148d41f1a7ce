import type { ChargeCreate, ChargeSnapshot } from '../../contract/charge.ts';
import { refuse } from '../../contract/errors.ts';
import { toMinor } from '../../contract/money.ts';
import { isTerminated } from '../../contract/subscriber-rules.ts';
import { create } from '../../state/record.ts';
import { find, findOrNull, presentOne } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { readBalances } from '../lifecycle/credit/balances.ts';
import { settleFromCredit } from '../lifecycle/payment/settle-from-credit.ts';
import { chargeResource } from '../model/charge/resource.ts';
import { storedMetadata } from '../model/metadata.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';
import { subscriptionResource } from '../model/subscription/resource.ts';

/**
 * Creates a charge: a one-time amount due from a subscriber. Credit that covers it settles it at once. Contract: Charge, Account
 * credit.
 * @throws subscriber_not_found, invalid_expires_at for an instant in the past, subscription_mismatch,
 *   subscriber_terminal
 */
export async function createCharge(scope: WriteScope, input: ChargeCreate): Promise<ChargeSnapshot> {
  // The lock keeps a concurrent termination from missing this charge, and its settlement from credit serial.
  const subscriber = await findOrNull(scope, subscriberResource, input.subscriberId, 'update');
  if (!subscriber) throw refuse('subscriber_not_found');
  if (input.expiresAt && input.expiresAt <= scope.now) {
    throw refuse('invalid_expires_at', { message: 'Enter a time in the future.' });
  }
  if (input.subscriptionId !== undefined) {
    const subscription = await findOrNull(scope, subscriptionResource, input.subscriptionId);
    if (subscription?.subscriberId !== subscriber.id) throw refuse('subscription_mismatch');
  }
  if (isTerminated(subscriber)) throw refuse('subscriber_terminal');
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
      metadata: storedMetadata(input.metadata),
    },
    { emits: 'subscriber.charge.created' },
  );
  const balances = await readBalances(scope, [subscriber.id]);
  if (!balances.some(({ currency }) => currency === row.currency))
    return presentOne(scope, chargeResource, row);
  await settleFromCredit(scope, subscriber.id);
  return presentOne(scope, chargeResource, await find(scope, chargeResource, row.id));
}
