import { and, eq, sql } from 'drizzle-orm';
import { subscription } from '../../../../drizzle/schema/subscription.ts';
import type { WriteScope } from '../../../db/scope.ts';
import { columnsOf, find, findForUpdate, look, owned } from '../../../state/resource.ts';
import { type SubscriberRow, subscriberResource } from '../subscriber/resource.ts';
import { type SubscriptionRow, subscriptionResource } from './resource.ts';

/**
 * Locks a subscription and its subscriber until the transaction ends. Everybody locks in one order, subscriber,
 * subscription, installation, invoice and charge, payment, so that nobody waits in a circle.
 * @returns undefined when the provider has no such subscription
 */
export async function lockSubscription(
  scope: WriteScope,
  id: string,
): Promise<{ subscriber: SubscriberRow; subscription: SubscriptionRow } | undefined> {
  const seen = await look(scope, subscriptionResource, id);
  if (!seen) return undefined;
  const subscriber = await findForUpdate(scope, subscriberResource, seen.subscriberId);
  return { subscriber, subscription: await findForUpdate(scope, subscriptionResource, id) };
}

/** The subscriber of a subscription that is locked already. */
export async function subscriberOf(scope: WriteScope, row: SubscriptionRow): Promise<SubscriberRow> {
  return find(scope, subscriberResource, row.subscriberId);
}

/** All a subscriber has, or what of it is named, locked until the transaction ends. Their own row is locked already. */
export async function lockSubscriptionsOf(
  scope: WriteScope,
  subscriberId: string,
  ids?: readonly string[],
): Promise<SubscriptionRow[]> {
  const rows = await scope.db
    .select(columnsOf(subscriptionResource) as never)
    .from(subscription)
    .where(
      and(
        owned(scope, subscriptionResource),
        eq(subscription.subscriberId, subscriberId),
        ids ? sql`${subscription.id} = any(${sql.param(ids)})` : undefined,
      ),
    )
    .orderBy(subscription.id)
    .for('no key update', { of: subscription });
  return rows as SubscriptionRow[];
}
