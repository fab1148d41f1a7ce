import type { z } from 'zod';
import { refuse } from '../../contract/errors.ts';
import type { subscriptionCredentials, subscriptionId } from '../../contract/subscription.ts';
import type { Scope, WriteScope } from '../../db/scope.ts';
import { audit } from '../../events/audit.ts';
import { readPassword } from '../../radius/apply.ts';
import { find } from '../../state/resource.ts';
import { subscriptionResource } from '../model/subscription/resource.ts';

/**
 * The name and password the subscriber's router signs in to the network with.
 * @throws NOT_FOUND; PRECONDITION before the first payment and once its rows are removed
 */
export async function getCredentials(
  scope: Scope,
  { id }: z.output<typeof subscriptionId>,
): Promise<z.output<typeof subscriptionCredentials>> {
  const { radiusUsername: username } = await find(scope, subscriptionResource, id);
  const password = username && (await readPassword(scope, username));
  if (!username || !password) {
    throw refuse('PRECONDITION', {
      field: 'id',
      message: 'Network credentials come with the first payment.',
    });
  }
  return { username, password };
}

/**
 * The same for somebody who asked to see them, which is noted in the audit trail; what they are is not.
 * @throws as `getCredentials`
 */
export async function revealCredentials(
  scope: WriteScope,
  { id }: z.output<typeof subscriptionId>,
): Promise<z.output<typeof subscriptionCredentials>> {
  const credentials = await getCredentials(scope, { id });
  audit(scope, 'subscription.reveal_credentials', { type: 'subscription', id });
  return credentials;
}
