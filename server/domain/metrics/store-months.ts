import { and, eq, sql } from 'drizzle-orm';
import { monthFigures } from '../../../drizzle/schema/metrics.ts';
import { provider } from '../../../drizzle/schema/provider.ts';
import { MINUTE_MS, plus, providerNow } from '../../clock.ts';
import { MONTHS_SHOWN } from '../../contract/portal/metrics.ts';
import { db } from '../../db/client.ts';
import { databaseError } from '../../db/errors.ts';
import { forEachAccount } from '../../work/for-each-account.ts';
import { computeMonth } from './month-figures.ts';
import { lastMonths, type Month } from './months.ts';

/** A month is stored this long after its end, when the traffic of its last sessions is counted. */
const SETTLING_MS = 10 * MINUTE_MS;

/** How long the job waits for transactions that record something, in ms. The next run tries again. */
const LOCK_TIMEOUT_MS = 2_000;

/** PostgreSQL's error for a lock that was not free in time. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Stores the figures of the months that are over and not stored yet. Deletes those that no page reads any more, such as the
 * months of an earlier time zone. Runs may overlap or be killed.
 */
export async function storeMonths(): Promise<void> {
  const providers = await db()
    .select({ providerId: provider.id, timeZone: provider.timeZone, offsetMs: provider.clockOffsetMs })
    .from(provider);
  await forEachAccount('store months', providers, async ({ providerId, timeZone, offsetMs }) => {
    const settled = plus(providerNow(offsetMs), -SETTLING_MS);
    await storeMonthsOf(providerId, lastMonths(settled, timeZone, MONTHS_SHOWN + 1).slice(0, -1));
  });
}

async function storeMonthsOf(providerId: string, months: Month[]): Promise<void> {
  const stored = await db()
    .select({ startsAt: monthFigures.startsAt, endsAt: monthFigures.endsAt })
    .from(monthFigures)
    .where(eq(monthFigures.providerId, providerId));
  const isStored = new Set(stored.map(monthKey));
  const isRead = new Set(months.map(monthKey));
  for (const month of months) {
    if (!isStored.has(monthKey(month)) && !(await storeMonth(providerId, month))) return;
  }
  for (const { startsAt, endsAt } of stored.filter((row) => !isRead.has(monthKey(row)))) {
    const { providerId: tenant, startsAt: from, endsAt: until } = monthFigures;
    await db()
      .delete(monthFigures)
      .where(and(eq(tenant, providerId), eq(from, startsAt), eq(until, endsAt)));
  }
}

/**
 * Computes and stores one month, under the lock that recording transactions share. So each of them either is part of the
 * figures, or finds them stored and deletes them if it changes them.
 * @returns whether it is stored; false while transactions hold the lock
 */
async function storeMonth(providerId: string, month: Month): Promise<boolean> {
  try {
    await db().transaction(async (tx) => {
      await tx.execute(sql`select set_config('lock_timeout', ${`${LOCK_TIMEOUT_MS}`}, true)`);
      await tx.execute(
        sql`select pg_advisory_xact_lock(hashtextextended('months of ' || ${providerId}::text, 0))`,
      );
      const figures = await computeMonth({ db: tx, providerId }, month, false);
      const { startsAt, endsAt } = month;
      await tx.insert(monthFigures).values({ providerId, startsAt, endsAt, figures }).onConflictDoNothing();
    });
    return true;
  } catch (error) {
    if (databaseError(error)?.code === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}

/** Names the bounds of a month. A month of another time zone has other bounds. */
export function monthKey({ startsAt, endsAt }: Pick<Month, 'startsAt' | 'endsAt'>): string {
  return `${startsAt.toISOString()} ${endsAt.toISOString()}`;
}
