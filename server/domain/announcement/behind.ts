import { and, eq, inArray, sql } from 'drizzle-orm';
import { subscription } from '../../../drizzle/schema/subscription.ts';
import { inService } from '../../contract/subscription-rules.ts';
import { arrayParameter, isOneOf } from '../../db/statement.ts';
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

/** The subscribers of some subscriptions, in the order of these. One may be there several times. */
export async function ownersOf({ db, providerId }: Scope, subscriptionIds: string[]): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select s.subscriber_id as id
    from unnest(${sql.param(arrayParameter(subscriptionIds))}::text[]) with ordinality as given (id, n)
    join subscription s on s.provider_id = ${providerId} and s.id = given.id
    order by n`);
  return rows.map(({ id }) => id);
}
