import { type SQL, sql } from 'drizzle-orm';
import { asMinor, type Minor, ZERO } from '../../contract/money.ts';
import type { Scope } from '../../work/scope.ts';
import { covers } from '../model/subscription/service-periods.ts';
import type { Month } from './months.ts';

/** MRR and numbers of subscriptions. */
export type RecurringFigures = {
  currency: string;
  mrr: Minor;
  inService: number;
  started: number;
  returned: number;
  lost: number;
};

/**
 * Recurring revenue and growth of a month, by currency.
 *
 * - **MRR**: the prices of the subscriptions in service at the end of the month, without tax, each as an amount a month.
 * - **In service**: the subscriptions that are ACTIVE or have an upgrade hold at the end of the month, in grace as well.
 * - **Started, returned**: in service at the end of the month and not at its start; started where they never were before.
 * - **Lost**: in service at the start of the month and not at its end.
 *
 * In service at the start + started + returned − lost = in service at the end.
 * @param isRunning whether the month ends now
 */
export async function recurringOf(
  scope: Reader,
  month: Pick<Month, 'startsAt' | 'endsAt'>,
  isRunning: boolean,
): Promise<RecurringFigures[]> {
  const [totals, growth] = await Promise.all([
    isRunning ? totalsNow(scope) : totalsAt(scope, month.endsAt),
    growthOf(scope, month),
  ]);
  const byCurrency = new Map<string, RecurringFigures>();
  for (const figures of [...totals, ...growth]) {
    const { currency } = figures;
    byCurrency.set(currency, { ...none, ...byCurrency.get(currency), ...figures });
  }
  return [...byCurrency.values()];
}

const none = { mrr: ZERO, inService: 0, started: 0, returned: 0, lost: 0 };

type Reader = Pick<Scope, 'db' | 'providerId'>;
type Totals = Pick<RecurringFigures, 'currency' | 'mrr' | 'inService'>;
type Growth = Omit<RecurringFigures, 'mrr' | 'inService'>;

async function totalsNow({ db, providerId }: Reader): Promise<Totals[]> {
  return await db.execute<Totals>(sql`
    select currency, sum(in_service)::int as "inService", sum(mrr)::float8 as mrr
    from service_total where provider_id = ${providerId} group by currency
    having sum(in_service) <> 0 or sum(mrr) <> 0`);
}

/** Reads all service periods, so it takes longer the more subscriptions there were. */
async function totalsAt({ db, providerId }: Reader, at: Date): Promise<Totals[]> {
  return await db.execute<Totals>(sql`
    select currency, count(*)::int as "inService", sum(mrr)::float8 as mrr
    from service_period p where provider_id = ${providerId} and ${covers('p', instant(at))}
    group by currency`);
}

/**
 * Each start and end of service in the month is read once. A subscription whose first change is a start was out of service
 * when the month began; one whose last change is a start is in service when it ends.
 */
async function growthOf(
  { db, providerId }: Reader,
  { startsAt, endsAt }: Pick<Month, 'startsAt' | 'endsAt'>,
) {
  const [from, until] = [instant(startsAt), instant(endsAt)];
  return await db.execute<Growth>(sql`
    with change as (
      select subscription_id, currency, starts_at as at, starts_at, true as is_start, is_first
      from service_period where provider_id = ${providerId} and begins and starts_at >= ${from} and starts_at < ${until}
      union all
      select subscription_id, currency, ends_at, starts_at, false, false
      from service_period where provider_id = ${providerId} and ends and ends_at >= ${from} and ends_at < ${until}
    ), subscription as (
      select currency, bool_or(is_first) as is_new,
        (array_agg(is_start order by at, starts_at, is_start desc))[1] as was_out,
        (array_agg(is_start order by at desc, starts_at desc, is_start))[1] as is_in
      from change group by currency, subscription_id
    )
    select currency, (count(*) filter (where was_out and is_in and is_new))::int as started,
      (count(*) filter (where was_out and is_in and not is_new))::int as returned,
      (count(*) filter (where not was_out and not is_in))::int as lost
    from subscription group by currency`);
}

/** Lost subscriptions as a share of those in service at the start of the month; null when there were none. */
export function churnOf(lost: number, inServiceAtStart: number): number | null {
  return inServiceAtStart === 0 ? null : lost / inServiceAtStart;
}

/** The average revenue of a subscription in service, a month, in minor units; null without one. Rounded half up. */
export function arpuOf(mrr: Minor, inService: number): Minor | null {
  return inService === 0 ? null : asMinor(Math.round(mrr / inService));
}

function instant(at: Date): SQL {
  return sql`${at.toISOString()}::timestamptz`;
}
