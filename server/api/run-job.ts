import { providerNow } from '../clock.ts';
import { Refusal } from '../contract/errors.ts';
import type { ImportTypeName } from '../contract/import-fields.ts';
import { isAtWork } from '../contract/job-values.ts';
import type { Role } from '../contract/roles.ts';
import { db } from '../db/client.ts';
import type { Scope, WriteScope } from '../db/scope.ts';
import { hasTimedOut, isDatabaseUnavailable, transaction } from '../db/transaction.ts';
import { findExisting } from '../domain/import/existing.ts';
import { inputOf, keyOf } from '../domain/import/input.ts';
import { withIds } from '../domain/import/references.ts';
import { findSameRow, lockKey } from '../domain/import/same-row.ts';
import { stopJob } from '../domain/job/control.ts';
import { finishJobs } from '../domain/job/finish.ts';
import { sourceOf } from '../domain/job/import.ts';
import { type JobRow, jobRowQueue, RowTaken, settleRow } from '../domain/job/rows.ts';
import { findRunningJob, type RunningJob } from '../domain/job/running-job.ts';
import { drain } from '../domain/model/leased-queue.ts';
import { log } from '../log.ts';
import type { ApiContext } from './context.ts';
import { refusalOf } from './refusal.ts';
import { appRouter } from './root.ts';
import { procedureOf } from './routers/job.ts';

/** The longest wait of a dry run for a lock, and its longest statement. Other requests may wait for its locks. */
const CHECK_TIMEOUT_MS = 2_000;

type Runnable = (call: object) => Promise<unknown>;

// tRPC's types do not say that a procedure can be called with one object.
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
    // A row that was claimed while its job was stopped does not begin.
    if (running && isAtWork(running.job.status)) await runRow(running, row);
    return 'done';
  });
  if (!more) await finishJobs(work.providerId);
  return { more };
}

async function runRow(running: RunningJob, row: JobRow): Promise<void> {
  const { job } = running;
  if (!running.role) return stopItself(running, `${job.staffName} has left the team.`);
  const work = job.kind === 'import' ? importRow : actOnRow;
  try {
    await work(running, row, contextOf(running, running.role));
  } catch (error) {
    await settleFailed(running, row, error);
  }
}

/** One row of a bulk action. */
async function actOnRow({ job }: RunningJob, row: JobRow, ctx: ApiContext): Promise<void> {
  await run(job, row.input, {
    ...ctx,
    recordOutcome: (scope) => settleRow(scope.db, row, { outcome: 'DONE' }),
  });
}

/** One row of an import, dry while the import is checked. What exists already is not created again. */
async function importRow(running: RunningJob, row: JobRow, ctx: ApiContext): Promise<void> {
  const { job, country } = running;
  const type = job.action as ImportTypeName;
  const isCheck = job.status === 'CHECKING';
  const scope: Scope = { ...ctx, now: providerNow(ctx.clockOffsetMs), db: db() };
  const input = await withIds(scope, inputOf(type, sourceOf(job), row.input, country));
  const settleExisting = async (except?: string) => {
    const existing = await findExisting(scope, type, input, except);
    if (existing) await settleRow(db(), row, { outcome: 'UNCHANGED', resourceId: existing });
    return existing !== null;
  };
  if (await settleExisting()) return;
  if (isCheck) {
    const same = await findSameRow(scope, row);
    if (same !== null) {
      const reasons = [{ field: '_', message: `Row ${same} of the file is the same.` }];
      return settleRow(db(), row, { outcome: 'UNCHANGED', reasons });
    }
    const preview = { timeoutMs: CHECK_TIMEOUT_MS, beforeRollback: async () => {} };
    await run(job, input, { ...ctx, dryRun: { eventCount: 0, events: [] }, preview });
    return settleRow(db(), row, { outcome: 'DONE' });
  }
  const recordOutcome = async (on: WriteScope, result: object) => {
    const { id } = result as { id: string };
    // Another row or file may create the same at this moment. The second of the two finds the first and is rolled back.
    const key = keyOf(type, input);
    if (key !== null) {
      await lockKey(on, key);
      if (await findExisting(on, type, input, id)) throw new ExistsAlready();
    }
    await settleRow(on.db, row, { outcome: 'DONE', resourceId: id });
  };
  try {
    await run(job, input, { ...ctx, recordOutcome });
  } catch (error) {
    const isTaken = refusalOf(error, input).body.rejectionReasons.some(
      ({ code }) => code === 'ALREADY_EXISTS',
    );
    if (!(isTaken || isCausedBy(error, ExistsAlready)) || !(await settleExisting())) throw error;
  }
}

/** What a row would create was created by another transaction meanwhile. */
class ExistsAlready extends Error {}

/** Runs the procedure of a job. */
async function run({ action }: RunningJob['job'], input: unknown, ctx: ApiContext): Promise<void> {
  const path = procedureOf(action);
  await procedures[path]?.({
    ctx,
    path,
    type: 'mutation',
    getRawInput: async () => input,
    input: undefined,
    signal: undefined,
    batchIndex: 0,
  });
}

function contextOf({ job, livemode, clockOffsetMs }: RunningJob, role: Role): ApiContext {
  return {
    providerId: job.providerId,
    livemode,
    clockOffsetMs,
    caller: { type: 'staff', id: job.staffUserId, name: job.staffName, role },
    correlationId: job.correlationId,
    isBackground: true,
  };
}

/**
 * Writes the refusal of a row. An unexpected error is an outcome too, as it is the answer of a request.
 * @throws the error when the database is unavailable, or another transaction held a lock for too long, so that the row is due again after its lease
 */
async function settleFailed(running: RunningJob, row: JobRow, error: unknown): Promise<void> {
  if (isCausedBy(error, RowTaken)) return;
  if (isDatabaseUnavailable(error)) throw error;
  if (hasTimedOut(error)) throw error;
  const refusal = refusalOf(error, row.input);
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

function isCausedBy(error: unknown, kind: new () => Error): boolean {
  if (error instanceof kind) return true;
  return error instanceof Error && isCausedBy(error.cause, kind);
}

function ignoreTaken(error: unknown): void {
  if (!isCausedBy(error, RowTaken)) throw error;
}
