import type { z } from 'zod';
import { refuse } from '../../contract/errors.ts';
import type { subscriptionCredentials, subscriptionId } from '../../contract/subscription.ts';
import { audit } from '../../work/audit.ts';
import type { WriteScope } from '../../work/scope.ts';
import { lockSubscription } from '../model/subscription/lock.ts';
import { replaceNetworkPassword } from '../network/sync-radius.ts';
import { getCredentials } from './credentials.ts';

/**
 * Replaces the RADIUS password of a subscription; the user name stays.
 * @throws NOT_FOUND; PRECONDITION before the first payment and once the subscription has ended
 */
export async function rotateCredentials(
  scope: WriteScope,
  { id }: z.output<typeof subscriptionId>,
): Promise<z.output<typeof subscriptionCredentials>> {
  const locked = await lockSubscription(scope, id);
  if (!locked) throw refuse('NOT_FOUND', { field: 'id' });
  const { username } = await getCredentials(scope, { id });
  const password = await replaceNetworkPassword(scope, { ...locked.subscription, radiusUsername: username });
  audit(scope, 'subscription.rotate_credentials', { type: 'subscription', id });
  return { username, password };
}
