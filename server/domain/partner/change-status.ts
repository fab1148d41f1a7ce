import { eq } from 'drizzle-orm';
import { provider } from '../../../drizzle/schema/provider.ts';
import { refuse } from '../../contract/errors.ts';
import { removeUsersOfAccount } from '../../radius/remove-users.ts';
import { audit } from '../../work/audit.ts';
import type { WriteScope } from '../../work/scope.ts';
import type { AccountStatus } from '../model/provider/account-status.ts';

/**
 * Suspends the account: its API and portal refuse every call. Renewals, deliveries, payments and RADIUS continue. Contract:
 * Operator.
 * @throws CONFLICT unless it is active or paused; NOT_FOUND
 */
export function suspendAccount(scope: WriteScope): Promise<void> {
  return setStatus(scope, 'suspend', ['ACTIVE', 'PAUSED'], 'SUSPENDED');
}

/**
 * Pauses the account while it is moved to another database: every call is refused for the moment, and nothing runs for it. FreeRADIUS
 * continues. Contract: Operator.
 * @throws CONFLICT for a paused or closed one; NOT_FOUND
 */
export function pauseAccount(scope: WriteScope): Promise<void> {
  return setStatus(scope, 'pause', ['ACTIVE', 'SUSPENDED'], 'PAUSED');
}

/**
 * Ends the suspension or the pause of the account. Contract: Operator.
 * @throws CONFLICT unless it is suspended or paused; NOT_FOUND
 */
export function resumeAccount(scope: WriteScope): Promise<void> {
  return setStatus(scope, 'resume', ['SUSPENDED', 'PAUSED'], 'ACTIVE');
}

/**
 * Closes the account for good: nothing runs for it any more, and FreeRADIUS refuses its users. The network sweep ends their
 * sessions within a minute. Its data stays. Contract: Operator.
 * @throws CONFLICT for a closed one; NOT_FOUND
 */
export async function closeAccount(scope: WriteScope): Promise<void> {
  await setStatus(scope, 'close', ['ACTIVE', 'SUSPENDED', 'PAUSED'], 'CLOSED');
  await removeUsersOfAccount(scope);
}

async function setStatus(
  scope: WriteScope,
  verb: 'suspend' | 'resume' | 'pause' | 'close',
  from: AccountStatus[],
  status: AccountStatus,
): Promise<void> {
  const isOwn = eq(provider.id, scope.providerId);
  const [before] = await scope.db.select().from(provider).where(isOwn).for('no key update');
  if (!before) throw refuse('NOT_FOUND');
  if (!from.includes(before.status)) {
    throw refuse('CONFLICT', { message: `The account is ${before.status.toLowerCase()}.` });
  }
  await scope.db.update(provider).set({ status, updatedAt: scope.now }).where(isOwn);
  const changes = { status: { before: before.status, after: status } };
  audit(scope, `provider.${verb}`, { type: 'provider', id: scope.providerId }, changes);
}
