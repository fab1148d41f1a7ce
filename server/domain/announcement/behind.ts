import { and, eq, inArray } from 'drizzle-orm';
import { subscription } from '../../../drizzle/schema/subscription.ts';
import { inService } from '../../contract/subscription-rules.ts';
import { isOneOf } from '../../db/statement.ts';
import type { Scope } from '../../work/scope.ts';

/**
 * The subscribers with a subscription in service at one of some demarcation points, in the order of the subscriptions. One may be
 * there several times. Contract: Announcements.
 */
export async function subscribersBehind(scope: Scope, demarcationPointIds: string[]): Promise<string[]> {
  const rows = await scope.db
    .select({ id: subscription.subscriberId })
    .from(subscription)
    .where(
      and(
        eq(subscription.providerId, scope.providerId),
        isOneOf(subscription.demarcationPointId, demarcationPointIds),
        inArray(subscription.status, [...inService]),
      ),
    )
    .orderBy(subscription.id);
  return rows.map(({ id }) => id);
}
