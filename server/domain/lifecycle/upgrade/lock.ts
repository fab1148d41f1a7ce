import type { WriteScope } from '../../../work/scope.ts';
import { type LockedSubscription, lockSubscription } from '../../model/subscription/lock.ts';
import { expireUpgradeIfDue } from './end.ts';

/**
 * Locks a subscription and its subscriber, as `lockSubscription`, for a verb that changes its service or its debt. An upgrade
 * hold past its deadline has expired in the returned row, because a verb may come before the billing run that expires it.
 * @returns undefined when the provider has no such subscription
 */
export async function lockService(scope: WriteScope, id: string): Promise<LockedSubscription | undefined> {
  const locked = await lockSubscription(scope, id);
  return locked && { ...locked, subscription: await expireUpgradeIfDue(scope, locked.subscription) };
}
