import { Refusal } from '../contract/errors.ts';
import { may } from '../contract/roles.ts';
import { permissionRefusal } from '../contract/texts/permission-texts.ts';
import { hasTimedOut, isDatabaseUnavailable } from '../db/errors.ts';
import { stopJob } from '../domain/job/control.ts';
import { type JobRow, type RowResult, RowTaken } from '../domain/job/rows.ts';
import type { RunningJob } from '../domain/job/running-job.ts';
import { log } from '../log.ts';
import { isHeldUp } from '../work/failures.ts';
import { transaction } from '../work/transaction.ts';
import type { ApiContext } from './context.ts';
import { refusalOf } from './refusal.ts';
import { appRouter } from './root.ts';
import { permissionOf, procedureOf } from './routers/job.ts';

type Runnable = (call: object) => Promise<unknown>;

// tRPC's types do not say that a procedure can be called with one object.
const procedures = appRouter._def.procedures as unknown as Record<string, Runnable>;

/** A job, and the context of the person as whom its rows run. */
export type PersonAtWork = { job: RunningJob['job']; ctx: ApiContext };

/** The context of the rows of a job. A job whose person has left the team or lost the permission stops itself: then null. */
export async function asPerson(running: RunningJob): Promise<PersonAtWork | null> {
  const { job, person, livemode, clockOffsetMs } = running;
  const permission = permissionOf(appRouter, job.action);
  if (!person || !may(person, permission)) {
    await stopItself(job, person ? permissionRefusal(permission) : `${job.staffName} has left the team.`);
    return null;
  }
  const ctx: ApiContext = {
    providerId: job.providerId,
    livemode,
    clockOffsetMs,
    caller: { type: 'staff', ...person },
    correlationId: job.correlationId,
    isBackground: true,
  };
  return { job, ctx };
}

/** Runs the procedure of a job. @throws the refusals of the procedure */
export async function runProcedure(
  { action }: RunningJob['job'],
  input: unknown,
  ctx: ApiContext,
): Promise<void> {
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

/**
 * Writes the refusal of a row. An unexpected error is an outcome too, as it is the answer of a request.
 * @param failed the error, and the input that the procedure got
 * @throws the error when the database is unavailable, or other work of the account held the row up, so that it is due again after its
 *   lease
 */
export async function settleFailed(
  { job }: Pick<PersonAtWork, 'job'>,
  row: JobRow,
  { error, input }: { error: unknown; input: unknown },
  settle: (result: RowResult) => Promise<void>,
): Promise<void> {
  if (isCausedBy(error, RowTaken)) return;
  if (isDatabaseUnavailable(error)) throw error;
  if (hasTimedOut(error) || isHeldUp(error)) throw error;
  const refusal = refusalOf(error, input);
  if (refusal.key === 'FORBIDDEN') return stopItself(job, refusal.body.rejectionReasons[0]?.message ?? '');
  if (refusal.key === 'INTERNAL_ERROR') {
    const { jobId, position } = row;
    log.error({ err: error, providerId: row.providerId, jobId, position }, 'row of a job failed');
  }
  const reasons = refusal.body.rejectionReasons.map(({ field, message }) => ({ field, message }));
  await settle({ outcome: 'REFUSED', reasons }).catch(ignoreTaken);
}

/** Stops a job whose person may not do it any more. */
async function stopItself(job: RunningJob['job'], reason: string): Promise<void> {
  const { id, providerId, correlationId } = job;
  const caller = { type: 'system', name: 'jobs' } as const;
  try {
    await transaction({ providerId, caller, correlationId }, (scope) => stopJob(scope, { id }, reason));
  } catch (error) {
    // Another row has stopped it.
    if (!(error instanceof Refusal)) throw error;
  }
}

/** Whether an error of a kind is behind another one. */
export function isCausedBy(error: unknown, kind: new () => Error): boolean {
  if (error instanceof kind) return true;
  return error instanceof Error && isCausedBy(error.cause, kind);
}

function ignoreTaken(error: unknown): void {
  if (!isCausedBy(error, RowTaken)) throw error;
}
