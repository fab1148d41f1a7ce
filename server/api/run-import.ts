import { monotonicMs, providerNow } from '../clock.ts';
import type { RejectionReason } from '../contract/errors.ts';
import type { ImportTypeName } from '../contract/portal/import-fields.ts';
import { isAtWork } from '../contract/portal/job-values.ts';
import { db } from '../db/client.ts';
import { hasTimedOut, isDatabaseUnavailable } from '../db/errors.ts';
import { type Decision, decide } from '../domain/import/decide.ts';
import {
  findEarlierRows,
  findHolders,
  type HolderIndex,
  indexOf,
  lockSubscriber,
} from '../domain/import/holders.ts';
import { type Keys, keysOf } from '../domain/import/identity.ts';
import { inputOf, nameOf, prepareInput, validate, withNumbers } from '../domain/import/input.ts';
import { runLanes, separateLanes } from '../domain/import/lanes.ts';
import { resolveReferences } from '../domain/import/references.ts';
import { claimImportRows } from '../domain/job/claim-import-rows.ts';
import { sourceOf } from '../domain/job/import.ts';
import { type JobRow, type RowResult, settleRow } from '../domain/job/rows.ts';
import { callerOf, findRunningJob, type RunningJob } from '../domain/job/running-job.ts';
import { log } from '../log.ts';
import { isHeldUp, isTransient } from '../work/failures.ts';
import { mapInTurns } from '../work/map-in-turns.ts';
import type { Scope, WriteScope } from '../work/scope.ts';
import { refusalOf } from './refusal.ts';
import { asPerson, isCausedBy, type PersonAtWork, runProcedure, settleFailed } from './run-row.ts';

/** Lanes of one batch that run at the same time. */
const LANES = 4;

/** The longest wait of a dry run for a lock, and its longest statement, in ms. Other requests may wait for its locks. */
const CHECK_TIMEOUT_MS = 2_000;

/** A row, ready to be decided. */
type Prepared = {
  row: JobRow;
  input: Record<string, unknown>;
  keys: Keys;
  name: string | null;
  reasons: RejectionReason[];
};

/** What the rows of a batch share. */
type Batch = {
  job: RunningJob['job'];
  type: ImportTypeName;
  isCheck: boolean;
  scope: Scope;
  holders: HolderIndex;
};

/**
 * Runs the due rows of the imports of one provider, a batch at a time, until nothing is due or the budget is spent. Rows that
 * may concern the same subscriber, plan or subscription run in the order of the file, so that each has the outcome that it would
 * have if all rows ran one after the other. Contract: Imports.
 * @param budgetMs real time in which new batches begin, in ms
 */
export async function drainImports({
  providerId,
  budgetMs,
}: {
  providerId: string;
  budgetMs: number;
}): Promise<{ more: boolean }> {
  const started = monotonicMs();
  while (monotonicMs() - started < budgetMs) {
    const rows = await claimImportRows(providerId);
    const [first] = rows;
    if (!first) return { more: false };
    try {
      await runApart(rows, (some) => runBatch(providerId, first.jobId, some));
    } catch (err) {
      log.error(
        { err, providerId, jobId: first.jobId },
        'rows of an import failed; they are due after their lease',
      );
    }
  }
  return { more: true };
}

/**
 * Runs the rows of a batch, and those of one that throws each alone: a row that throws alone is refused, and keeps no other row waiting.
 * @throws errors that a later attempt may not have
 */
async function runApart(rows: JobRow[], run: (rows: JobRow[]) => Promise<void>): Promise<void> {
  try {
    await run(rows);
  } catch (error) {
    if (mayPass(error)) throw error;
    for (const row of rows) await run([row]).catch((own) => refuseUnread(row, own));
  }
}

/** Whether a later attempt may not have an error. */
function mayPass(error: unknown): boolean {
  return (
    error instanceof NoLongerAtWork ||
    isTransient(error) ||
    isDatabaseUnavailable(error) ||
    hasTimedOut(error) ||
    isHeldUp(error)
  );
}

/** Refuses a row whose values could not be read or stored. */
async function refuseUnread(row: JobRow, error: unknown): Promise<void> {
  if (mayPass(error)) throw error;
  const running = await findRunningJob(row.providerId, row.jobId);
  const settle = (result: RowResult) => settleRow(db(), row, result);
  if (running) await settleFailed(running, row, { error, input: row.input }, settle);
}

async function runBatch(providerId: string, jobId: string, rows: JobRow[]): Promise<void> {
  const running = await findRunningJob(providerId, jobId);
  // Rows that were claimed while their job was stopped do not begin.
  if (!running || !isAtWork(running.job.status)) return;
  const { job, livemode, clockOffsetMs } = running;
  const type = job.action as ImportTypeName;
  const caller = callerOf(running);
  const { correlationId } = job;
  const scope: Scope = {
    providerId,
    livemode,
    caller,
    correlationId,
    now: providerNow(clockOffsetMs),
    db: db(),
  };
  const prepared = await prepare(scope, running, rows);
  const keys = prepared.map((row) => row.keys);
  const isCheck = job.status === 'CHECKING';
  const earlier = isCheck ? await findEarlierRows(scope, jobId, keys) : [];
  const holders = indexOf([...(await findHolders(scope, type, keys)), ...earlier]);
  const batch: Batch = { job, type, isCheck, scope, holders };
  await runLanes(separateLanes(prepared), LANES, (row) => runRow(batch, row));
}

/** The input of each row, with what its references name and all reasons of the API's schema. */
async function prepare(scope: Scope, { job, country }: RunningJob, rows: JobRow[]): Promise<Prepared[]> {
  const type = job.action as ImportTypeName;
  const source = sourceOf(job);
  await prepareInput(type, source);
  const read = await mapInTurns(rows, (row) => inputOf(type, source, row.input, country));
  const resolved = await resolveReferences(
    scope,
    read.map(({ input }) => input),
    country,
  );
  return mapInTurns(rows, (row, i) => {
    const { input: written, faults, ambiguous } = read[i] ?? { input: {}, faults: [], ambiguous: {} };
    const { ids = {}, faults: missing = [], currency = null } = resolved[i] ?? {};
    const whole = { input: { ...written, ...ids }, faults: [...faults, ...missing], ambiguous };
    const withValues = withNumbers(type, whole, currency);
    const checked = validate(type, withValues);
    const { input } = withValues;
    const isValid = 'values' in checked;
    return {
      ...{ row, input, name: nameOf(type, written) },
      keys: isValid ? keysOf(type, checked.values) : [],
      reasons: isValid ? [] : checked.reasons,
    };
  });
}

/** One row: refused, the same as something, or created, dry while the import is checked. */
async function runRow(batch: Batch, prepared: Prepared): Promise<void> {
  const { type, isCheck, holders } = batch;
  const { row, input, keys, name, reasons } = prepared;
  const running = await findRunningJob(row.providerId, row.jobId);
  // A stop, or another role, counts from the next row.
  const person = running && isAtWork(running.job.status) ? await asPerson(running) : null;
  if (!person) throw new NoLongerAtWork();
  const settle = (result: RowResult) =>
    settleRow(db(), row, { name, ...(isCheck && { keys }), ...result, reasons: shown(result.reasons) });
  try {
    if (reasons.length > 0) return await settle({ outcome: 'REFUSED', reasons });
    const decision = decide(type, keys, holders.sharing(keys));
    if (decision.is !== 'new') return await settle(outcomeOf(decision));
    const id = isCheck ? await runDry(person, input) : await create(batch, person, prepared);
    if (isCheck) await settle({ outcome: 'DONE' });
    holders.add({ id, position: row.position, keys });
  } catch (error) {
    const later = await decideAgain(batch, keys, error);
    if (later) await settle(outcomeOf(later));
    else await settleFailed(person, row, { error, input }, settle);
  }
}

/** The row's job was stopped, or its person has left. The row has no outcome, and its lane ends. */
class NoLongerAtWork extends Error {}

function shown(reasons: RowResult['reasons']) {
  return reasons?.map(({ field, message }) => ({ field, message }));
}

function outcomeOf(decision: Exclude<Decision, { is: 'new' }>): RowResult {
  if (decision.is === 'refused') return { outcome: 'REFUSED', reasons: decision.reasons };
  const { id, position } = decision.holder;
  if (id !== null) return { outcome: 'UNCHANGED', resourceId: id };
  return {
    outcome: 'UNCHANGED',
    reasons: [{ field: '_', message: `Row ${position} of the file is the same.` }],
  };
}

async function runDry({ ctx, job }: PersonAtWork, input: object): Promise<null> {
  const preview = { timeoutMs: CHECK_TIMEOUT_MS, beforeRollback: async () => {} };
  await runProcedure(job, input, { ...ctx, dryRun: { eventCount: 0, events: [] }, preview });
  return null;
}

/** Creates what a row stands for, and returns its id. */
async function create(
  { type }: Batch,
  { ctx, job }: PersonAtWork,
  { row, input, keys, name }: Prepared,
): Promise<string | null> {
  let created: string | null = null;
  const recordOutcome = async (on: WriteScope, result: object) => {
    const { id } = result as { id: string };
    // No index makes subscriptions unique. Another file may create the same at this moment.
    if (type === 'subscriptions') {
      await lockSubscriber(on, String(input.subscriberId));
      const others = await findHolders(on, type, [keys], id);
      if (decide(type, keys, others).is !== 'new') throw new ExistsAlready();
    }
    await settleRow(on.db, row, { outcome: 'DONE', resourceId: id, name });
    created = id;
  };
  await runProcedure(job, input, { ...ctx, recordOutcome });
  return created;
}

/** What a row would create was created by another transaction meanwhile. */
class ExistsAlready extends Error {}

/** The decision about a row whose values another request took after the batch began; null for any other failure. */
async function decideAgain(
  { scope, type }: Batch,
  keys: Keys,
  error: unknown,
): Promise<Exclude<Decision, { is: 'new' }> | null> {
  const isTaken = refusalOf(error, {}).body.rejectionReasons.some(({ code }) => code === 'ALREADY_EXISTS');
  if (!isTaken && !isCausedBy(error, ExistsAlready)) return null;
  const decision = decide(type, keys, await findHolders(scope, type, [keys]));
  return decision.is === 'new' ? null : decision;
}
