import { sql } from 'drizzle-orm';
import { plus, realNow } from '../clock.ts';
import { DAY_MS } from '../contract/days.ts';
import { db } from '../db/client.ts';

const KEPT_MS = 30 * DAY_MS;
/** Rows per statement, few enough not to delay sign-ins. */
const CHUNK = 5_000;

/** Deletes sign-ins of `radpostauth` older than 30 days, in real time. Contract: RADIUS. */
export async function purgeSignIns(): Promise<void> {
  const before = plus(realNow(), -KEPT_MS).toISOString();
  for (let deleted = CHUNK; deleted === CHUNK; ) {
    // Ids increase with time, so the order by id finds expired rows without an index on the time.
    const rows = await db().execute(sql`
      delete from radius.radpostauth
      where id = any(array(
        select id from radius.radpostauth where authdate < ${before} order by id limit ${CHUNK}))
      returning 1`);
    deleted = rows.length;
  }
}
