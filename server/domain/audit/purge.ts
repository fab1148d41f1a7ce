import { sql } from 'drizzle-orm';
import { monotonicMs, plus, realNow } from '../../clock.ts';
import { DAY_MS } from '../../contract/days.ts';
import { db } from '../../db/client.ts';
import { env } from '../../env.ts';
import { lowestId } from '../../work/ids.ts';

/** Rows per transaction. */
const CHUNK = 5_000;

/**
 * Deletes audit entries older than the retention time. The next run continues after the budget. Entries of a sandbox are kept
 * longer by as much as its test clock is ahead.
 *
 * The rows are deleted in batches, by their key: a table partitioned by real time would need that time in the key, and each list of
 * entries would read every partition (docs/decisions/0056-retention.md).
 * @param budgetMs real time in which new batches begin, in ms
 * @param days retention time in real days; 0 keeps all entries
 */
export async function purgeAudit({
  budgetMs,
  days = env.RETENTION_AUDIT_DAYS,
}: {
  budgetMs: number;
  days?: number;
}): Promise<void> {
  if (days === 0) return;
  const before = lowestId('auditEntry', plus(realNow(), -days * DAY_MS));
  const started = monotonicMs();
  const providers = await db().execute<{ id: string }>(sql`select id from provider`);
  for (const { id } of providers) {
    for (let deleted = CHUNK; deleted === CHUNK && monotonicMs() - started < budgetMs; ) {
      deleted = await purgeChunk(id, before);
    }
  }
}

/** @returns the number of deleted entries */
function purgeChunk(providerId: string, before: string): Promise<number> {
  return db().transaction(async (tx) => {
    await tx.execute(sql`set local demarc.audit_may_go = 'on'`);
    const rows = await tx.execute(sql`
      delete from audit_entry where provider_id = ${providerId} and id = any(array(
        select id from audit_entry where provider_id = ${providerId} and id < ${before} order by id limit ${CHUNK}))
      returning 1`);
    return rows.length;
  });
}
