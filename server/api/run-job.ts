import { Refusal } from '../contract/errors.ts';
import { db } from '../db/client.ts';
import { isDatabaseUnavailable, transaction } from '../db/transaction.ts';
import { stopJob } from '../domain/job/control.ts';
import { finishJobs } from '../domain/job/finish.ts';
import { type JobRow, jobRowQueue, RowTaken, settleRow } from '../domain/job/rows.ts';
import { findRunningJob, type RunningJob } from '../domain/job/starter.ts';
import { drain } from '../domain/model/leased-queue.ts';
import { log } from '../log.ts';
import type { ApiContext } from './context.ts';
import { refusalOf } from './refusal.ts';
import { appRouter } from './root.ts';
import { procedureOf } from './routers/job.ts';

type Runnable = (call: object) => Promise<unknown>;

const procedures = appRouter._def.procedures as unknown as Record<string, Runnable>;

/**
 * Runs the due rows of the jobs of one provider until nothing is due or the budget is spent. A row runs the procedure that
 * the single action runs, as the person who started the job, and commits its outcome with its effect. A killed process
 * leaves rows without outcome; they are due again after their lease.
 * @param budgetMs real time in which new rows begin, in ms
 */
export async function runDueRows(work: { providerId: string; budgetMs: number }): Promise<{ more: boolean }> {
  const { more } = await drain(jobRowQueue, work, async (row) => {
    const running = await findRunningJob(work.providerId, row.jobId);
    if (running) await runRow(running, row);
    return 'done';
  });
  if (!more) await finishJobs(work.providerId);
  return { more };
}

async function runRow(running: RunningJob, row: JobRow): Promise<void> {
  const { job, role } = running;
  if (!role) return stopItself(running, `${job.staffName} has left the team.`);
  const path = procedureOf(job.action);
  const { input } = row;
  try {
    await procedures[path]?.({
      ctx: contextOf(running, row, role),
      path,
      type: 'mutation',
      getRawInput: async () => input,
      input: undefined,
      signal: undefined,
      batchIndex: 0,
    });
  } catch (error) {
    await settleFailed(running, row, error, input);
  }
}

function contextOf(
  { job, livemode, clockOffsetMs }: RunningJob,
  row: JobRow,
  role: NonNullable<RunningJob['role']>,
): ApiContext {
  return {
    providerId: job.providerId,
    livemode,
    clockOffsetMs,
    caller: { type: 'staff', id: job.staffUserId, name: job.staffName, role },
    correlationId: job.correlationId,
    recordOutcome: (scope) => settleRow(scope.db, row, { outcome: 'DONE' }),
  };
}

/**
 * Writes the refusal of a row. An unexpected error is an outcome too, as it is the answer of a request.
 * @throws the error when the database is unavailable, so that the row is due again after its lease
 */
async function settleFailed(running: RunningJob, row: JobRow, error: unknown, input: unknown): Promise<void> {
  if (causedByTaken(error)) return;
  if (isDatabaseUnavailable(error)) throw error;
  const refusal = refusalOf(error, input);
  if (refusal.key === 'FORBIDDEN')
    return stopItself(running, refusal.body.rejectionReasons[0]?.message ?? '');
  if (refusal.key === 'INTERNAL_ERROR') {
    const { jobId, position } = row;
    log.error({ err: error, providerId: row.providerId, jobId, position }, 'row of a job failed');
  }
  const reasons = refusal.body.rejectionReasons.map(({ field, message }) => ({ field, message }));
  await settleRow(db(), row, { outcome: 'REFUSED', reasons }).catch(ignoreTaken);
}

/** Stops a job whose person may not do it any more. */
async function stopItself({ job }: RunningJob, reason: string): Promise<void> {
  const { providerId, correlationId } = job;
  const caller = { type: 'system', name: 'jobs' } as const;
  try {
    await transaction({ providerId, caller, correlationId }, (scope) =>
      stopJob(scope, { id: job.id }, reason),
    );
  } catch (error) {
    // Another row has stopped it.
    if (!(error instanceof Refusal)) throw error;
  }
}

function causedByTaken(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause) if (e instanceof RowTaken) return true;
  return false;
}

function ignoreTaken(error: unknown): void {
  if (!causedByTaken(error)) throw error;
}
