import { type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../../db/scope.ts';
import { covers } from '../model/subscription/service-periods.ts';
import type { Month } from './months.ts';

/** MRR in minor units, numbers of subscriptions. */
export type RecurringFigures = {
  currency: string;
  mrr: number;
  inService: number;
  started: number;
  returned: number;
  lost: number;
};

/**
 * Recurring revenue and growth of a month, by currency. docs/metrics.md.
 *
 * - **MRR**: the prices of the subscriptions in service at the end of the month, without tax, each as an amount a month.
 * - **In service**: the subscriptions that are ACTIVE or have an upgrade hold at the end of the month, in grace as well.
 * - **Started, returned**: in service at the end of the month and not at its start; started where the first payment was in
 *   the month, else returned.
 * - **Lost**: in service at the start of the month and not at its end.
 *
 * In service at the start + started + returned − lost = in service at the end.
 * @param isRunning whether the month ends now
 */
export async function recurringOf(
  { db, providerId }: Pick<Scope, 'db' | 'providerId'>,
  month: Pick<Month, 'startsAt' | 'endsAt'>,
  isRunning: boolean,
): Promise<RecurringFigures[]> {
  const start = instant(month.startsAt);
  const end = isRunning ? null : instant(month.endsAt);
  const until = (column: string): SQL => (end === null ? sql`` : sql`and ${sql.raw(column)} < ${end}`);
  const isCovered = (at: SQL | null) => sql`exists (
    select from service_period q
    where q.provider_id = p.provider_id and q.subscription_id = p.subscription_id and ${covers('q', at)})`;
  return await db.execute<RecurringFigures>(sql`
    with standing as (
      select currency, count(*)::int as in_service, sum(mrr)::float8 as mrr
      from service_period p where provider_id = ${providerId} and ${covers('p', end)}
      group by currency
    ), gained as (
      select p.currency,
        count(distinct p.subscription_id) filter (where s.started_at >= ${start})::int as started,
        count(distinct p.subscription_id) filter (where s.started_at < ${start})::int as returned
      from service_period p
      join subscription s on s.provider_id = p.provider_id and s.id = p.subscription_id
      where p.provider_id = ${providerId} and p.begins and p.starts_at >= ${start} ${until('p.starts_at')}
        and ${isCovered(end)} and not ${isCovered(start)}
      group by p.currency
    ), gone as (
      select p.currency, count(distinct p.subscription_id)::int as lost
      from service_period p
      where p.provider_id = ${providerId} and p.ends and p.ends_at >= ${start} ${until('p.ends_at')}
        and ${isCovered(start)} and not ${isCovered(end)}
      group by p.currency
    )
    select currency, coalesce(mrr, 0) as mrr, coalesce(in_service, 0) as "inService",
      coalesce(started, 0) as started, coalesce(returned, 0) as returned, coalesce(lost, 0) as lost
    from standing full join gained using (currency) full join gone using (currency)`);
}

/** Lost subscriptions as a share of those in service at the start of the month; null when there were none. */
export function churnOf(lost: number, inServiceAtStart: number): number | null {
  return inServiceAtStart === 0 ? null : lost / inServiceAtStart;
}

/** The average revenue of a subscription in service, a month, in minor units; null without one. Rounded half up. */
export function arpuOf(mrr: number, inService: number): number | null {
  return inService === 0 ? null : Math.round(mrr / inService);
}

function instant(at: Date): SQL {
  return sql`${at.toISOString()}::timestamptz`;
}
