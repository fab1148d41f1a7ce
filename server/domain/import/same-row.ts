import { and, asc, eq, lt, sql } from 'drizzle-orm';
import { jobRow } from '../../../drizzle/schema/job.ts';
import type { Scope, WriteScope } from '../../db/scope.ts';

type Row = { jobId: string; position: number; key: string | null };

/** The first row of the file that is the same and stands before this one; null for none. */
export async function findSameRow({ db, providerId }: Scope, row: Row): Promise<number | null> {
  if (row.key === null) return null;
  const [first] = await db
    .select({ position: jobRow.position })
    .from(jobRow)
    .where(
      and(
        eq(jobRow.providerId, providerId),
        eq(jobRow.jobId, row.jobId),
        eq(jobRow.key, row.key),
        lt(jobRow.position, row.position),
      ),
    )
    .orderBy(asc(jobRow.position))
    .limit(1);
  return first?.position ?? null;
}

/** Lets one transaction of the provider at a time create what a key stands for, until it ends. */
export async function lockKey({ db, providerId }: WriteScope, key: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${providerId} import ${key}`}, 0))`);
}
