import { and, asc, count, eq, type SQL } from 'drizzle-orm';
import { subscription } from '../../../../drizzle/schema/subscription.ts';
import { isOneOf } from '../../../db/statement.ts';
import { columnsOf, findForUpdate, findOrNull, owned } from '../../../state/resource.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { type SubscriberRow, subscriberResource } from '../subscriber/resource.ts';
import { type SubscriptionRow, subscriptionResource } from './resource.ts';

/** A locked subscription with its locked subscriber. */
export type LockedSubscription = { subscriber: SubscriberRow; subscription: SubscriptionRow };

/**
 * Locks a subscription and its subscriber until the transaction ends. Every transaction locks in one order: subscriber,
 * subscription, installation, invoice and charge, payment. This avoids deadlocks.
 * @returns undefined when the provider has no such subscription
 */
export async function lockSubscription(
  scope: WriteScope,
  id: string,
): Promise<LockedSubscription | undefined> {
  const seen = await findOrNull(scope, subscriptionResource, id);
  if (!seen) return undefined;
  const subscriber = await findForUpdate(scope, subscriberResource, seen.subscriberId);
  return { subscriber, subscription: await findForUpdate(scope, subscriptionResource, id) };
}

/**
 * Locks all subscriptions of a locked subscriber, or those of `ids`, until the transaction ends. It reads none of them: a company may have
 * thousands, each with long metadata.
 */
export async function lockSubscriptionsOf(
  scope: WriteScope,
  subscriberId: string,
  ids?: readonly string[],
): Promise<void> {
  const locked = scope.db
    .select({ id: subscription.id })
    .from(subscription)
    .where(and(ofSubscriber(scope, subscriberId), ids && isOneOf(subscription.id, ids)))
    .orderBy(subscription.id)
    .for('no key update')
    .as('locked');
  await scope.db.select({ locked: count() }).from(locked);
}

/** As `lockSubscriptionsOf`, for those of a condition, which are read. */
export async function lockRowsOf(
  scope: WriteScope,
  subscriberId: string,
  condition?: SQL,
): Promise<SubscriptionRow[]> {
  const rows = await scope.db
    .select(columnsOf(subscriptionResource))
    .from(subscription)
    .where(and(ofSubscriber(scope, subscriberId), condition))
    .orderBy(subscription.id)
    .for('no key update', { of: subscription });
  return rows as SubscriptionRow[];
}

function ofSubscriber(scope: WriteScope, subscriberId: string): SQL | undefined {
  return and(owned(scope, subscriptionResource), eq(subscription.subscriberId, subscriberId));
}

/**
 * Locks the subscriptions of due work, in the order of their ids.
 * @returns those that still have the status; another transaction may have moved the others
 */
export function lockDueSubscriptions(
  scope: WriteScope,
  items: { row: SubscriptionRow }[],
  status: SubscriptionRow['status'],
): Promise<SubscriptionRow[]> {
  const ids = items.map(({ row }) => row.id);
  return scope.db
    .select()
    .from(subscription)
    .where(
      and(
        eq(subscription.providerId, scope.providerId),
        isOneOf(subscription.id, ids),
        eq(subscription.status, status),
      ),
    )
    .orderBy(asc(subscription.id))
    .for('no key update');
}
