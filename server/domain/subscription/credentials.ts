import type { z } from 'zod';
import { refuse } from '../../contract/errors.ts';
import type { subscriptionCredentials, subscriptionId } from '../../contract/subscription.ts';
import { hasEnded, hasNetworkCredentials } from '../../contract/subscription-rules.ts';
import { readPassword } from '../../radius/apply.ts';
import { find } from '../../state/resource.ts';
import { audit } from '../../work/audit.ts';
import type { Scope, WriteScope } from '../../work/scope.ts';
import { subscriptionResource } from '../model/subscription/resource.ts';

/**
 * The RADIUS user name and password of a subscription. Contract: Subscription.
 * @throws NOT_FOUND; PRECONDITION before the first payment and once the subscription has ended
 */
export async function getCredentials(
  scope: Scope,
  { id }: z.output<typeof subscriptionId>,
): Promise<z.output<typeof subscriptionCredentials>> {
  const row = await find(scope, subscriptionResource, id);
  if (hasNetworkCredentials(row)) {
    const username = row.radiusUsername;
    const password = await readPassword(scope, username);
    if (password) return { username, password };
  }
  throw refuse('PRECONDITION', {
    field: 'id',
    message: hasEnded(row)
      ? 'The subscription has ended for good, so it has no network credentials. A new subscription gets new ones.'
      : 'Network credentials are created with the first payment.',
  });
}

/**
 * The credentials for a member of staff. The audit trail records the access, never the password.
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
