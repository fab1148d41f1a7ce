import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs, SECOND_MS } from '../clock.ts';
import type { DryRun } from '../contract/envelope.ts';
import { database, isJob, send, type Tx } from '../db/client.ts';
import { lazyTransaction } from '../db/driver/lazy-transaction.ts';
import { isRolledBackCommit } from '../db/errors.ts';
import { metrics } from '../metrics.ts';
import { isTracing, traced } from '../tracing.ts';
import { eventsCommitted } from './committed-events.ts';
import { eventsOf, limitTime, type Preview, RolledBack } from './dry-run.ts';
import { ClockAdvances, isTransient, ToExplain, ToRepeat } from './failures.ts';
import { type Answer, claimKey, type Idempotency, replay } from './idempotency-key.ts';
import { inTurnOfJobs } from './in-turn-of-jobs.ts';
import {
  clockAdvances,
  followsTestClock,
  knownClock,
  type ProviderClock,
  readClock,
  type TimeOrigin,
  timeOf,
} from './provider-clock.ts';
import { type Caller, emptyOutbox, type Outbox, type WriteScope } from './scope.ts';
import { wakeNow } from './wake.ts';
import { flush, flushParts, writeAlone } from './write-out.ts';

/** The origin of a unit of work, before its transaction. */
export type Origin = TimeOrigin & {
  caller: Caller;
  correlationId: string;
  /** Set for a dry run: the work is done and rolled back, and this receives its events. */
  dryRun?: DryRun;
  /** Set when the dry run is a preview of the portal. */
  preview?: Preview;
};

type Work<T> = (scope: WriteScope) => Promise<T>;

const MAX_ATTEMPTS = 4;

/** How long a job waits where the test clock is being advanced, and how often it tries meanwhile, in ms. Most advances take less. */
const ADVANCE_MS = 3 * SECOND_MS;
const ADVANCE_CHECK_MS = SECOND_MS / 4;

/**
 * Runs one unit of work: state, events, audit entries and the answer commit together or not at all. Its inserts are collected. The
 * first read or lock opens the transaction and claims the key. All that a unit writes which reads nothing is one statement,
 * the claim included. The work is repeated after a deadlock and when a test clock moved meanwhile, so it must have no effect outside the
 * transaction. A dry run is rolled back and sends no wake-up. Work on a sandbox does not wait for the locks of an advance of its clock.
 * @param key the stored answer of a known key is returned instead of the result of the work
 * @throws NOT_FOUND for a provider that does not exist; CONFLICT for the key of another request, or while the first request with
 *   it is running; SERVICE_UNAVAILABLE while the test clock is being advanced, which in a job is ClockAdvances after a moment; whatever
 *   `work` throws
 */
export function transaction<T>(origin: Origin, work: Work<T>, key?: Idempotency): Promise<T> {
  if (!isTracing()) return attemptAll(origin, work, key);
  const { correlationId, caller } = origin;
  const attributes = { 'demarc.caller': caller.type };
  return traced('transaction', { correlationId, attributes }, () => attemptAll(origin, work, key));
}

async function attemptAll<T>(origin: Origin, work: Work<T>, key?: Idempotency): Promise<T> {
  const clock = origin.dryRun ? null : knownClock(origin);
  // Each attempt after the one at a known clock opens its transaction first.
  for (let attempt = clock ? 0 : 1; ; attempt++) {
    try {
      const isLast = attempt === MAX_ATTEMPTS;
      return await attemptAs(origin, work, { key, clock: attempt === 0 ? clock : null, isLast });
    } catch (error) {
      if (error instanceof RolledBack) return error.result as T;
      if (error instanceof KnownKey && key) return replay(key, error.answer);
      if (error instanceof ToExplain) throw await error.explain();
      if (error instanceof ClockAdvances && !isJob()) throw clockAdvances();
      if (attempt === MAX_ATTEMPTS || !isTransient(error)) throw error;
    }
  }
}

type Attempt = {
  key: Idempotency | undefined;
  /** The clock that the work begins with; it is read first when absent. */
  clock: ProviderClock | null;
  /** Whether the work counts even if the clock moved. */
  isLast: boolean;
};

/**
 * An attempt of a request, or of a job. Jobs share connections by turns. What a job has begun, as a message that was sent, it waits to
 * record while the test clock is being advanced; between its tries it has no connection.
 */
async function attemptAs<T>(origin: Origin, work: Work<T>, attempt: Attempt): Promise<T> {
  if (!isJob()) return attemptOnce(origin, work, attempt);
  const until = monotonicMs() + ADVANCE_MS;
  for (;;) {
    try {
      return await inTurnOfJobs(origin.providerId, () => attemptOnce(origin, work, attempt));
    } catch (error) {
      if (!(error instanceof ClockAdvances) || monotonicMs() >= until) throw error;
    }
    await sleep(ADVANCE_CHECK_MS);
  }
}

async function attemptOnce<T>(origin: Origin, work: Work<T>, { key, clock, isLast }: Attempt): Promise<T> {
  const outbox = emptyOutbox();
  const scopeOn = (db: Tx, at: ProviderClock): WriteScope => {
    const { providerId, caller, correlationId } = origin;
    return { providerId, caller, correlationId, livemode: at.livemode, now: timeOf(origin, at), db, outbox };
  };
  let used = clock;
  const unit = lazyTransaction(database().sql, async (tx, waitedMs) => {
    metrics.waitedForConnection(waitedMs);
    if (origin.preview) await limitTime(tx, origin.preview);
    const read = await readClock(tx, origin);
    used ??= read;
    if (!origin.now && read.offsetMs !== used.offsetMs) throw new ToRepeat();
    if (key) await claim(scopeOn(tx, used), key, origin);
    await sendCollected(tx, outbox);
  });
  let flushed: Promise<void> | undefined;
  let types: ReadonlySet<string> = new Set();
  try {
    const result = await unit.run(async () => {
      if (!used) await unit.open();
      else outbox.collected = { inserts: [], send: unit.open };
      const scope = scopeOn(unit.tx, used as ProviderClock);
      const followed = followsTestClock(origin, scope) ? (used as ProviderClock).offsetMs : null;
      const result = await begun(work, scope, () => unit.isOpen() || (!key && followed === null));
      if (unit.isOpen() && followed !== null && !isLast) {
        const { offsetMs } = await readClock(unit.tx, origin);
        if (offsetMs !== followed) throw new ToRepeat();
      }
      for (const finish of outbox.beforeCommit) await finish(scope);
      types = new Set(outbox.events.map(({ type }) => type));
      if (unit.isOpen()) await flushParts(scope);
      if (origin.dryRun) {
        await origin.preview?.beforeRollback(scope);
        await flush(scope);
        Object.assign(origin.dryRun, await eventsOf(scope));
        throw new RolledBack(result);
      }
      if (unit.isOpen()) flushed = sendWithCommit(scope);
      else await commitAlone(scope, followed);
      return result;
    });
    await flushed;
    wakeNow(origin.providerId, ...outbox.wakes);
    if (types.size > 0) eventsCommitted(origin.providerId, types);
    return result;
  } catch (error) {
    throw await causeOf(error, flushed);
  }
}

/** Does the work. @param mayFail whether its refusal counts: the answer of a known key comes first, and a refusal may depend on the time */
async function begun<T>(work: Work<T>, scope: WriteScope, mayFail: () => boolean): Promise<T> {
  try {
    return await work(scope);
  } catch (error) {
    throw mayFail() ? error : new ToRepeat();
  }
}

/** The key has a stored answer, which takes the place of the work. */
class KnownKey extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super('the key is known');
    this.answer = answer;
  }
}

/** @throws KnownKey; CONFLICT. A dry run only checks the key. */
async function claim(scope: WriteScope, key: Idempotency, { dryRun }: Origin): Promise<void> {
  const kept = await claimKey(scope, key, dryRun !== undefined);
  if (kept && !dryRun) throw new KnownKey(kept);
}

/** Sends the inserts that were collected before the transaction began, in their order. */
async function sendCollected(on: Tx, outbox: Outbox): Promise<void> {
  const { collected } = outbox;
  outbox.collected = undefined;
  if (!collected) return;
  try {
    for (const { text, params } of collected.inserts) await send(on, text, params);
  } catch (error) {
    throw collected.errorFor?.(error) ?? error;
  }
}

/**
 * Commits a unit that has read nothing, as one statement.
 * @param clockOffsetMs of the test clock that the work used, in ms; null where it does not matter
 */
async function commitAlone(scope: WriteScope, clockOffsetMs: number | null): Promise<void> {
  const { collected } = scope.outbox;
  const isWritten = await writeAlone(scope, collected?.inserts ?? [], clockOffsetMs).catch((error) => {
    throw collected?.errorFor?.(error) ?? error;
  });
  if (!isWritten) throw new ToRepeat();
}

/**
 * Sends the last statement of a transaction without waiting for it. COMMIT follows at once, which saves a round trip. If the
 * statement fails, PostgreSQL answers COMMIT with a rollback, and the promise rejects with the cause.
 */
function sendWithCommit(scope: WriteScope): Promise<void> {
  const flushed = flush(scope);
  // It is awaited after COMMIT was answered. Until then its failure must not count as unhandled.
  flushed.catch(() => {});
  return flushed;
}

/** Why a transaction failed: COMMIT says only that it was rolled back, the statement that was sent with it says why. */
async function causeOf(error: unknown, sentWithCommit?: Promise<void>): Promise<unknown> {
  if (!isRolledBackCommit(error) || !sentWithCommit) return error;
  return sentWithCommit.then(
    () => error,
    (cause) => cause,
  );
}
