import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import { jobRow } from '../../../drizzle/schema/job.ts';
import { plus, realNow } from '../../clock.ts';
import { workingJobStatuses } from '../../contract/portal/job-values.ts';
import { db } from '../../db/client.ts';
import { literals } from '../../db/statement.ts';
import { type JobRow, jobRowQueue, rowsOfJob } from './rows.ts';

/** Rows claimed at a time. They must end within the lease. */
const BATCH = 50;

/**
 * Claims the next due rows of one import of a provider, in the order of the file. An import whose earlier rows are still claimed
 * is left out, so that no later row goes before them. Empty when nothing can be claimed.
 */
export function claimImportRows(providerId: string): Promise<JobRow[]> {
  return db().transaction(async (tx) => {
    const now = realNow();
    const isOfJob = sql`r.provider_id = j.provider_id and r.job_id = j.id`;
    const [free] = await tx.execute<{ id: string }>(sql`
      select j.id from job j
      where j.provider_id = ${providerId} and j.kind = 'import' and j.status in (${literals(workingJobStatuses)})
        and exists (select from job_row r where ${isOfJob} and r.due_at <= ${now.toISOString()})
        and not exists (select from job_row r where ${isOfJob} and r.due_at > ${now.toISOString()})
      order by j.updated_at, j.id limit 1 for no key update skip locked`);
    if (!free) return [];
    // The first statement may have read the rows before another process, which held the lock, claimed them.
    const claimed = rowsOfJob({ providerId }, free.id);
    const rows = tx
      .select({ position: jobRow.position })
      .from(jobRow)
      .where(
        and(
          claimed,
          sql`${jobRow.dueAt} <= ${now.toISOString()}`,
          sql`not exists (select from job_row r where r.provider_id = ${providerId} and r.job_id = ${free.id}
            and r.due_at > ${now.toISOString()})`,
        ),
      )
      .orderBy(asc(jobRow.position))
      .limit(BATCH)
      .as('due');
    const taken = await tx
      .update(jobRow)
      .set({ attempts: sql`${jobRow.attempts} + 1`, dueAt: plus(now, jobRowQueue.leaseMs) })
      .from(rows)
      .where(and(claimed, eq(jobRow.position, rows.position)))
      .returning(getTableColumns(jobRow));
    return taken.sort((one, other) => one.position - other.position);
  });
}
