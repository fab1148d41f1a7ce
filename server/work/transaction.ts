import { sql } from 'drizzle-orm';
import { monotonicMs, providerNow } from '../clock.ts';
import { type DryRun, MAX_DRY_EVENTS } from '../contract/envelope.ts';
import { refuse } from '../contract/errors.ts';
import { db, type Tx } from '../db/client.ts';
import { databaseError, isRolledBackCommit, lostItsStatements } from '../db/errors.ts';
import { metrics } from '../metrics.ts';
import { isTracing, traced } from '../tracing.ts';
import { type Caller, emptyOutbox, type Outbox, type WriteScope } from './scope.ts';
import type { WakeName } from './wake-names.ts';
import { flush } from './write-out.ts';

/** The origin of a unit of work, before its transaction. */
export type Origin = {
  providerId: string;
  caller: Caller;
  correlationId: string;
  /** Read from the database when absent. */
  livemode?: boolean;
  /** The provider's time for the work; the clock of the provider when absent. */
  now?: Date;
  /** Whether the work itself moves the provider's clock. */
  movesClock?: true;
  /** Set for a dry run: the work is done and rolled back, and this receives its events. */
  dryRun?: DryRun;
};

const MAX_ATTEMPTS = 4;

/** Called with the wake-ups of each committed transaction. Losing one costs latency, never work. */
let afterCommit: (providerId: string, wakes: ReadonlySet<WakeName>) => void = () => {};

/** Sets the listener for the wake-ups of committed transactions. */
export function onCommit(listener: typeof afterCommit): void {
  afterCommit = listener;
}

/** Sends the wake-ups of work that a single statement committed, outside any `transaction`. */
export function wakeNow(providerId: string, ...wakes: WakeName[]): void {
  if (wakes.length > 0) afterCommit(providerId, new Set(wakes));
}

/** A failure that is explained after the rollback, because a transaction that failed answers no statement. */
export class ToExplain extends Error {
  /** Reads outside the transaction, and returns the error to throw. */
  readonly explain: () => Promise<unknown>;

  constructor(cause: unknown, explain: () => Promise<unknown>) {
    super('a failure to explain after the rollback', { cause });
    this.explain = explain;
  }
}

/**
 * Runs one unit of work: state, events and audit entries commit together or not at all. It is retried after a deadlock and
 * when a test clock moved meanwhile, so `work` must have no effect outside the transaction. A dry run is rolled back and
 * sends no wake-up.
 * @throws NOT_FOUND for a provider that does not exist; whatever `work` throws
 */
export function transaction<T>(origin: Origin, work: (scope: WriteScope) => Promise<T>): Promise<T> {
  return tracedAsTransaction(origin, () => attemptAll(origin, work));
}

/** Runs a unit of work in a span of its own, if traces are recorded. */
export function tracedAsTransaction<T>(
  { correlationId, caller }: Pick<Origin, 'correlationId' | 'caller'>,
  work: () => Promise<T>,
): Promise<T> {
  if (!isTracing()) return work();
  const attributes = { 'demarc.caller': caller.type };
  return traced('transaction', { correlationId, attributes }, work);
}

async function attemptAll<T>(origin: Origin, work: (scope: WriteScope) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const outbox = emptyOutbox();
    const requestedMs = monotonicMs();
    let flushed: Promise<void> | undefined;
    try {
      const result = await db().transaction(async (tx) => {
        metrics.waitedForConnection(monotonicMs() - requestedMs);
        const { scope, offsetMs } = await openScope(tx, origin, outbox);
        const result = await work(scope);
        if (attempt < MAX_ATTEMPTS && (await hasClockMoved(scope, origin, offsetMs))) throw new ClockMoved();
        for (const finish of outbox.beforeCommit) await finish(scope);
        if (origin.dryRun) {
          await flush(scope);
          Object.assign(origin.dryRun, await eventsOf(scope));
          throw new RolledBack(result);
        }
        flushed = sendWithCommit(scope);
        return result;
      });
      await flushed;
      if (outbox.wakes.size > 0) afterCommit(origin.providerId, outbox.wakes);
      return result;
    } catch (thrown) {
      const error = await causeOf(thrown, flushed);
      if (error instanceof RolledBack) return error.result as T;
      if (error instanceof ToExplain) throw await error.explain();
      if (attempt === MAX_ATTEMPTS || !isTransient(error)) throw error;
    }
  }
}

/** Why a transaction failed: COMMIT says only that it was rolled back, the statement that was sent with it says why. */
async function causeOf(error: unknown, sentWithCommit?: Promise<void>): Promise<unknown> {
  if (!isRolledBackCommit(error) || !sentWithCommit) return error;
  return sentWithCommit.then(
    () => error,
    (cause) => cause,
  );
}

/** Ends the transaction of a dry run. Only its result remains. */
class RolledBack extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super('a dry run is rolled back');
    this.result = result;
  }
}

/**
 * The events of the open transaction, in the order of the list of events. They are read from the table, because triggers
 * write events too; `recorded_at` is the start of the transaction. The checks of COMMIT run first.
 */
async function eventsOf({ db: on, providerId, correlationId }: WriteScope): Promise<DryRun> {
  await on.execute(sql`set constraints all immediate`);
  const rows = await on.execute<{ body: string; n: string }>(sql`
    select body, count(*) over () as n from event
    where provider_id = ${providerId} and correlation_id = ${correlationId} and recorded_at = now()::timestamptz(3)
    order by created_at, id limit ${MAX_DRY_EVENTS}`);
  return { eventCount: Number(rows[0]?.n ?? 0), events: rows.map(({ body }) => JSON.parse(body)) };
}

async function openScope(tx: Tx, origin: Origin, outbox: Outbox) {
  const { livemode, offsetMs } = await clockOf(tx, origin);
  const now = origin.now ?? providerNow(offsetMs);
  const scope: WriteScope = { ...origin, livemode, now, db: tx, outbox };
  return { scope, offsetMs };
}

async function clockOf(on: Tx, origin: Origin): Promise<{ livemode: boolean; offsetMs: number }> {
  // The clock of a live provider is real time.
  if (origin.livemode) return { livemode: true, offsetMs: 0 };
  const [row] = await on.execute<{ livemode: boolean; clock_offset_ms: string }>(
    sql`select livemode, clock_offset_ms from provider where id = ${origin.providerId}`,
  );
  if (!row) throw refuse('NOT_FOUND');
  return { livemode: row.livemode, offsetMs: Number(row.clock_offset_ms) };
}

/** The test clock moved while the work ran or waited for locks. */
class ClockMoved extends Error {}

/** Whether the provider's clock differs from the one that the work used. */
async function hasClockMoved(scope: WriteScope, origin: Origin, offsetMs: number): Promise<boolean> {
  if (scope.livemode || origin.now || origin.movesClock) return false;
  return (await clockOf(scope.db, origin)).offsetMs !== offsetMs;
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

/**
 * Constraints whose violation a retry resolves: a key that a concurrent request has just claimed, and a period that starts
 * in the same millisecond as another.
 */
const transientConstraints = new Set([
  'idempotency_key_provider_id_key_pk',
  'billing_cycle_period',
  'invoice_period',
]);

/**
 * Whether a retry may succeed: deadlock, serialization failure, transient constraint, lost statements or a clock that moved.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof ClockMoved || lostItsStatements(error)) return true;
  const { code, constraint } = databaseError(error) ?? {};
  return (
    code === '40P01' || code === '40001' || (code === '23505' && transientConstraints.has(constraint ?? ''))
  );
}
