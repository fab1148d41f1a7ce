import { isAtWork } from '../contract/portal/job-values.ts';
import { db } from '../db/client.ts';
import { isOneOf } from '../db/statement.ts';
import { bulkJobsAtWork } from '../domain/job/bulk-at-work.ts';
import { finishJobs } from '../domain/job/finish.ts';
import { type JobRow, jobRowQueue, type RowResult, settleRow } from '../domain/job/rows.ts';
import { findRunningJob } from '../domain/job/running-job.ts';
import { drain } from '../domain/queue/leased-queue.ts';
import { drainImports } from './run-import.ts';
import { asPerson, runProcedure, settleFailed } from './run-row.ts';

type Work = { providerId: string; budgetMs: number };

/**
 * Runs the due rows of the jobs of one provider until nothing is due or the budget is spent. A row runs the procedure that
 * the single action runs, as the person who started the job, and commits its outcome with its effect. A killed process
 * leaves rows without outcome; they are due again after their lease.
 * @param budgetMs real time in which new rows begin, in ms
 */
export async function runDueRows(work: Work): Promise<{ more: boolean }> {
  const ends = await Promise.all([drainBulk(work), drainImports(work)]);
  const more = ends.some((end) => end.more);
  if (!more) await finishJobs(work.providerId);
  return { more };
}

/** The rows of bulk actions, in any order. */
async function drainBulk(work: Work): Promise<{ more: boolean }> {
  const ids = await bulkJobsAtWork(work.providerId);
  if (ids.length === 0) return { more: false };
  const ofBulk = { ...jobRowQueue, where: () => isOneOf(jobRowQueue.table.jobId, ids) };
  return drain(ofBulk, work, async (row) => {
    const running = await findRunningJob(work.providerId, row.jobId);
    // A row that was claimed while its job was stopped does not begin.
    const person = running && isAtWork(running.job.status) ? await asPerson(running) : null;
    if (person) await actOnRow(person, row);
    return 'done';
  });
}

/** One row of a bulk action. */
async function actOnRow(
  person: NonNullable<Awaited<ReturnType<typeof asPerson>>>,
  row: JobRow,
): Promise<void> {
  try {
    await runProcedure(person.job, row.input, {
      ...person.ctx,
      recordOutcome: (scope, result) =>
        settleRow(scope.db, row, {
          outcome: 'DONE',
          // A row that is about nothing yet is about what it made.
          ...(row.resourceId === null && 'id' in result && { resourceId: String(result.id) }),
        }),
    });
  } catch (error) {
    const settle = (result: RowResult) => settleRow(db(), row, result);
    await settleFailed(person, row, { error, input: row.input }, settle);
  }
}
