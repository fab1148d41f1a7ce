import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { subscription } from '../../../drizzle/schema/subscription.ts';
import { invalid } from '../../contract/errors.ts';
import type { NetworkUsageDays } from '../../contract/portal/network-session.ts';
import type { subscriberId } from '../../contract/subscriber.ts';
import type { subscriptionId } from '../../contract/subscription.ts';
import {
  MAX_USAGE_DAYS,
  type subscriptionUsage,
  type subscriptionUsageQuery,
} from '../../contract/subscription-usage.ts';
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

type Usage = z.output<typeof subscriptionUsage>;

/**
 * What a subscription transferred on each day, of the provider's time zone, from the first to the last, both inclusive. Contract: Network
 * session.
 * @throws NOT_FOUND; VALIDATION_FAILED for more than 366 days up to today, or none
 */
export async function getUsageByDay(
  scope: Scope,
  { id, from, to }: z.output<typeof subscriptionUsageQuery>,
): Promise<Usage> {
  await find(scope, subscriptionResource, id);
  const last = to ? sql`${to}::date` : sql`today.day`;
  const first = from ? sql`${from}::date` : sql`(${last} - ${SHOWN_DAYS - 1}::int)`;
  // Where only the first is given, today decides how many days there are.
  const [span] = await scope.db.execute<{ days: number }>(
    sql`with ${todayOf(scope)} select (${last} - ${first} + 1)::int as days from today`,
  );
  const days = span?.days ?? 0;
  const field = to ? 'to' : 'from';
  if (days < 1)
    throw invalid([{ field, code: 'INVALID_VALUE', message: 'The last day is before the first.' }]);
  if (days > MAX_USAGE_DAYS)
    throw invalid([{ field, code: 'OUT_OF_RANGE', message: `At most ${MAX_USAGE_DAYS} days.` }]);
  const read = await daysBetween(scope, sql`(${id})`, first, last);
  return read.map(({ day, download, upload }) => ({ day, inputOctets: upload, outputOctets: download }));
}

/** Today in the time zone of the provider. */
function todayOf({ providerId, now }: Scope): SQL {
  return sql`today as (
    select (${now.toISOString()}::timestamptz at time zone time_zone)::date as day from provider where id = ${providerId}
  )`;
}

/** @param ids the ids of the subscriptions, in parentheses */
async function readDays(scope: Scope, ids: SQL): Promise<NetworkUsageDays> {
  return { days: await daysBetween(scope, ids, sql`(today.day - ${SHOWN_DAYS - 1}::int)`, sql`today.day`) };
}

async function daysBetween(scope: Scope, ids: SQL, first: SQL, last: SQL) {
  return scope.db.execute<NetworkUsageDays['days'][number]>(sql`
    with ${todayOf(scope)}
    select d.day::date::text as day, coalesce(sum(u.download), 0)::float8 as download,
      coalesce(sum(u.upload), 0)::float8 as upload
    from today
    cross join generate_series(${first}, ${last}, interval '1 day') d(day)
    left join network_usage_day u
      on u.provider_id = ${scope.providerId} and u.day = d.day and u.subscription_id in ${ids}
    group by 1 order by 1`);
}
