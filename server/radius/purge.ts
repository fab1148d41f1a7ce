import { sql } from 'drizzle-orm';
import { plus, realNow } from '../clock.ts';
import { DAY_MS } from '../contract/days.ts';
import { db } from '../db/client.ts';
import { env } from '../env.ts';

/** Rows per statement, few enough not to delay sign-ins. */
const CHUNK = 5_000;

/**
 * Deletes sign-ins of `radpostauth` older than `RETENTION_SIGN_INS_DAYS`, in real time. FreeRADIUS's stock table has no partitions.
 * Contract: RADIUS.
 */
export async function purgeSignIns(): Promise<void> {
  if (env.RETENTION_SIGN_INS_DAYS === 0) return;
  const before = plus(realNow(), -env.RETENTION_SIGN_INS_DAYS * DAY_MS).toISOString();
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
