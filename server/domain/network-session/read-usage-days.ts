import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { subscription } from '../../../drizzle/schema/subscription.ts';
import type { NetworkUsageDays } from '../../contract/portal/network-session.ts';
import type { subscriberId } from '../../contract/subscriber.ts';
import type { subscriptionId } from '../../contract/subscription.ts';
import { find, owned } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';
import { subscriptionResource } from '../model/subscription/resource.ts';

/** The days that are shown, today included. */
const SHOWN_DAYS = 30;

/**
 * What a subscription transferred on each of the last 30 calendar days of the provider's time zone. Portal only.
 * @throws NOT_FOUND
 */
export async function getSubscriptionUsageDays(
  scope: Scope,
  { id }: z.output<typeof subscriptionId>,
): Promise<NetworkUsageDays> {
  await find(scope, subscriptionResource, id);
  return readDays(scope, sql`(${id})`);
}

/**
 * What all subscriptions of a subscriber transferred on each of the last 30 calendar days of the provider's time zone. Portal
 * only.
 * @throws NOT_FOUND
 */
export async function getSubscriberUsageDays(
  scope: Scope,
  { id }: z.output<typeof subscriberId>,
): Promise<NetworkUsageDays> {
  await find(scope, subscriberResource, id);
  const own = and(owned(scope, subscriptionResource), eq(subscription.subscriberId, id));
  return readDays(scope, sql`(${scope.db.select({ id: subscription.id }).from(subscription).where(own)})`);
}

/** @param ids the ids of the subscriptions, in parentheses */
async function readDays({ db, providerId, now }: Scope, ids: SQL): Promise<NetworkUsageDays> {
  const days = await db.execute<NetworkUsageDays['days'][number]>(sql`
    with today as (
      select (${now.toISOString()}::timestamptz at time zone time_zone)::date as day from provider where id = ${providerId}
    )
    select d.day::date::text as day, coalesce(sum(u.download), 0)::float8 as download,
      coalesce(sum(u.upload), 0)::float8 as upload
    from today
    cross join generate_series(today.day - ${SHOWN_DAYS - 1}::int, today.day, interval '1 day') d(day)
    left join network_usage_day u
      on u.provider_id = ${providerId} and u.day = d.day and u.subscription_id in ${ids}
    group by 1 order by 1`);
  return { days };
}
