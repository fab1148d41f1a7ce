import type { z } from 'zod';
import type { inactiveReasons } from '../../contract/enums.ts';
import { refuse } from '../../contract/errors.ts';
import type { SubscriptionSnapshot, subscriptionId } from '../../contract/subscription.ts';
import type { WriteScope } from '../../db/scope.ts';
import { presentOne } from '../../state/resource.ts';
import { transitionAll } from '../../state/transition.ts';
import { archiveInstallations } from '../installation/end.ts';
import { lockOpenInstallations } from '../installation/lock.ts';
import { voidOpenInvoices } from '../invoice/void.ts';
import { lockSubscription } from './lock.ts';
import { syncNetwork } from './network.ts';
import { type SubscriptionRow, subscriptionResource } from './resource.ts';
import { isInService } from './rules.ts';
import { deactivateAll } from './service.ts';

/**
 * Cancels a subscription that was never paid for. The same again once it is cancelled. Contract: `DELETE`.
 * @throws NOT_FOUND; IMMUTABLE when it is in service, was, or has moved out
 */
export async function cancelSubscription(
  scope: WriteScope,
  { id }: z.output<typeof subscriptionId>,
): Promise<SubscriptionSnapshot> {
  const locked = await lockSubscription(scope, id);
  if (!locked) throw refuse('NOT_FOUND', { field: 'id' });
  const before = locked.subscription;
  if (before.status === 'CANCELLED') return presentOne(scope, subscriptionResource, before);
  if (before.status !== 'PENDING') {
    throw refuse('IMMUTABLE', {
      field: 'id',
      message: 'Only a subscription not yet paid for can be cancelled.',
    });
  }
  const [after] = await cancelSubscriptions(scope, [before], 'CANCELLED');
  return presentOne(scope, subscriptionResource, after ?? before);
}

/**
 * Cancels subscriptions for good, whatever they are doing: those in service first go out of it, announced, then end.
 * @param reason recorded on those that had none
 */
export async function cancelSubscriptions(
  scope: WriteScope,
  living: SubscriptionRow[],
  reason: (typeof inactiveReasons)[number],
): Promise<SubscriptionRow[]> {
  if (living.length === 0) return [];
  const serving = living.filter((row) => isInService(row.status));
  const others = living.filter((row) => !isInService(row.status));
  const installations = await lockOpenInstallations(
    scope,
    others.map((row) => row.id),
  );
  const ended = serving.length > 0 ? await deactivateAll(scope, serving, reason) : [];
  if (others.length > 0)
    await voidOpenInvoices(
      scope,
      others.map((row) => row.id),
    );
  const archive = { archivedAt: scope.now, cancelAt: null };
  const neverServed = others.filter((row) => row.inactiveReason === null);
  const lapsed = [...ended, ...others.filter((row) => row.inactiveReason !== null)];
  const cancelled = [
    ...(await transitionAll(scope, subscriptionResource, neverServed, 'cancel', {
      ...archive,
      inactiveReason: reason,
    })),
    ...(await transitionAll(scope, subscriptionResource, lapsed, 'cancel', archive)),
  ];
  await archiveInstallations(scope, installations);
  await syncNetwork(scope, cancelled, new Set());
  return cancelled;
}
