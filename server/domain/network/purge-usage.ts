import { sql } from 'drizzle-orm';
import { plus, realNow } from '../../clock.ts';
import { DAY_MS } from '../../contract/days.ts';
import { db } from '../../db/client.ts';

const KEPT_MS = 400 * DAY_MS;
/** Rows per statement, few enough not to delay a count. */
const CHUNK = 5_000;

/** Deletes the days of usage that are older than 400 days in real time; a request reads 366. Contract: RADIUS. */
export async function purgeUsageDays(): Promise<void> {
  const before = plus(realNow(), -KEPT_MS).toISOString().slice(0, 10);
  for (let deleted = CHUNK; deleted === CHUNK; ) {
    const rows = await db().execute(sql`
      delete from network_usage_day
      where (provider_id, subscription_id, day) in (
        select provider_id, subscription_id, day from network_usage_day where day < ${before} limit ${CHUNK})
      returning 1`);
    deleted = rows.length;
  }
}
