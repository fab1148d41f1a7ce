import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { providerNow } from '../clock.ts';
import { type DryRun, MAX_DRY_EVENTS } from '../contract/envelope.ts';
import { refuse } from '../contract/errors.ts';
import { db, send, type Tx } from './client.ts';
import { type Caller, emptyOutbox, type Outbox, type WriteScope } from './scope.ts';
import type { WakeName } from './wake-names.ts';

/** Where a piece of work comes from, before it has a transaction and a time. */
export type Origin = {
  providerId: string;
  caller: Caller;
  correlationId: string;
  /** Where it is known already; read when absent. */
  livemode?: boolean;
  /** The provider's time for the work; its clock is read when absent. */
  now?: Date;
  /** Whether the work itself moves the provider's clock. */
  movesClock?: true;
  /** Set when the work runs dry: everything is done, then rolled back, and this says what would have been announced. */
  dryRun?: DryRun;
};

const MAX_ATTEMPTS = 4;

/** Called with the wake-ups of each committed transaction; the jobs set it. Losing one costs latency, never work. */
let afterCommit: (providerId: string, wakes: ReadonlySet<WakeName>) => void = () => {};

/** Says who is told, after a commit, that there is work to do. */
export function onCommit(listener: typeof afterCommit): void {
  afterCommit = listener;
}

/** Tells of work that was committed by a single statement, outside any `transaction`. */
export function wakeNow(providerId: string, wake: WakeName): void {
  afterCommit(providerId, new Set([wake]));
}

/**
 * Runs one unit of work: state, events and audit commit together or not at all. Deadlocks are tried again, and so is
 * what a test clock overtook, so `work` must have no effect outside the transaction. A dry run is rolled back at its end,
 * and wakes no job.
 * @throws NOT_FOUND for a provider that does not exist; whatever `work` throws
 */
export async function transaction<T>(origin: Origin, work: (scope: WriteScope) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const outbox = emptyOutbox();
    try {
      const { made, flushed } = await db().transaction(async (tx) => {
        const { scope, offsetMs } = await openScope(tx, origin, outbox);
        const made = await work(scope);
        if (attempt < MAX_ATTEMPTS && (await wasOvertaken(scope, origin, offsetMs))) throw new Overtaken();
        for (const finish of outbox.beforeCommit) await finish(scope);
        if (origin.dryRun) {
          await flush(scope);
          Object.assign(origin.dryRun, await announcedBy(scope));
          throw new RolledBack(made);
        }
        return { made, flushed: sendWithCommit(scope) };
      });
      await flushed;
      if (outbox.wakes.size > 0) afterCommit(origin.providerId, outbox.wakes);
      return made;
    } catch (error) {
      if (error instanceof RolledBack) return error.made as T;
      if (attempt === MAX_ATTEMPTS || !isTransient(error)) throw error;
    }
  }
}

/** Ends the transaction of a dry run, of which only the answer is left. */
class RolledBack extends Error {
  readonly made: unknown;

  constructor(made: unknown) {
    super('a dry run is rolled back');
    this.made = made;
  }
}

/**
 * The events of the open transaction, in the order in which the list of events shows them. They are read from the table,
 * which has all of them, whichever part of the work wrote them: `recorded_at` is the start of their transaction. What
 * COMMIT would check is checked first.
 */
async function announcedBy({ db: on, providerId, correlationId }: WriteScope): Promise<DryRun> {
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
  // A live provider's clock is the real time; there is nothing to read.
  if (origin.livemode) return { livemode: true, offsetMs: 0 };
  const [row] = await on.execute<{ livemode: boolean; clock_offset_ms: string }>(
    sql`select livemode, clock_offset_ms from provider where id = ${origin.providerId}`,
  );
  if (!row) throw refuse('NOT_FOUND');
  return { livemode: row.livemode, offsetMs: Number(row.clock_offset_ms) };
}

/** The test clock moved while the work went on, which waited for what the move brought about. */
class Overtaken extends Error {}

/** Whether the work took another time for the present than there is by now. */
async function wasOvertaken(scope: WriteScope, origin: Origin, offsetMs: number): Promise<boolean> {
  if (scope.livemode || origin.now || origin.movesClock) return false;
  return (await clockOf(scope.db, origin)).offsetMs !== offsetMs;
}

/**
 * The last statements of a transaction, sent and not waited for: COMMIT goes out right behind them, which saves a
 * round trip. When one fails, PostgreSQL answers that COMMIT by rolling back, and the promise tells why.
 */
function sendWithCommit(scope: WriteScope): Promise<void> {
  const flushed = flush(scope);
  // It is awaited only when COMMIT is answered; until then a failure must not count as unhandled.
  flushed.catch(() => {});
  return flushed;
}

/** All of it in one statement: each more would cost a message, and PostgreSQL a start. */
const WRITE_OUT = `
  with announced as (
    insert into event (provider_id, id, type, resource_id, body, occurred_at, created_at, updated_at, correlation_id)
    select $1, e.id, e.type, e.resource_id, e.body, e.at::timestamptz, e.at::timestamptz, e.at::timestamptz, $2
    from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) as e (id, type, resource_id, body, at)
  ), noted as (
    insert into audit_entry (
      provider_id, id, actor_type, actor_id, actor_name, action, resource_type, resource_id, changes, affected,
      correlation_id, created_at, updated_at
    )
    select $1, a.id, $8, $9, $10, a.action, a.resource_type, a.resource_id, a.changes, a.affected, $2,
      a.at::timestamptz, a.at::timestamptz
    from unnest($11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[])
      as a (id, action, resource_type, resource_id, changes, affected, at)
  ), kept as (
    insert into idempotency_key (provider_id, correlation_id, key, fingerprint, status, body, resource_id, created_at)
    select $1, $2, $18, $19, $20::bigint, $21, $22, $23::timestamptz where $18::text is not null
  )
  select '${'deliveries/due' satisfies WakeName}' as wake where exists (
    select from webhook w
    where w.provider_id = $1 and w.status = 'ACTIVE'
      and exists (select 1 from unnest($4::text[]) as e (type) where webhook_wants(w.events, e.type)))
  union all
  select '${'outbound-sync/due' satisfies WakeName}' where current_setting('demarc.outbound_sync_due', true) = 'on'`;

/**
 * Writes the events, the audit entries and the answer that the scope collected so far. They are on their way when it
 * returns: nothing that is sent later overtakes them.
 */
export async function flush(scope: WriteScope): Promise<void> {
  const { providerId, correlationId, caller, outbox } = scope;
  const { events, audit, answer } = outbox;
  if (events.length === 0 && audit.length === 0 && !answer) return;
  outbox.events = [];
  outbox.audit = [];
  outbox.answer = undefined;
  const values = [
    ...[providerId, correlationId],
    events.map((e) => e.id),
    events.map((e) => e.type),
    events.map((e) => e.resourceId),
    events.map((e) => e.body),
    events.map((e) => e.occurredAt.toISOString()),
    ...[caller.type, caller.type === 'system' ? null : caller.id, caller.name],
    audit.map((a) => a.id),
    audit.map((a) => a.action),
    audit.map((a) => a.resourceType),
    audit.map((a) => a.resourceId),
    audit.map((a) => a.changes),
    audit.map((a) => a.affected),
    audit.map((a) => a.at.toISOString()),
    ...[answer?.key ?? null, answer?.fingerprint ?? null, answer?.status ?? null, answer?.body ?? null],
    ...[answer?.resourceId ?? null, scope.now.toISOString()],
  ];
  // What triggers queued: the one on events in the same statement, that for mirrors when the subscription was written.
  const queued = await send<{ wake: WakeName }>(scope.db, WRITE_OUT, values).execute();
  for (const { wake } of queued) outbox.wakes.add(wake);
}

/**
 * What is in the way now and not a moment later: a key that another request has just claimed, and a period that begins
 * in the very millisecond in which another began, or would have.
 */
const passing = new Set(['idempotency_key_provider_id_key_pk', 'billing_cycle_period', 'invoice_period']);

/** Deadlock, serialisation failure, what is in the way for a moment only, and a clock that moved. */
function isTransient(error: unknown): boolean {
  if (error instanceof Overtaken) return true;
  const { code, constraint } = databaseError(error) ?? {};
  return code === '40P01' || code === '40001' || (code === '23505' && passing.has(constraint ?? ''));
}

/** The driver's own codes where there is no connection. */
const noConnection = /^(?:CONNECT_TIMEOUT|CONNECTION_(?:CLOSED|ENDED|DESTROYED))$/;
/** The system's, which any service may cause: those of a statement bear its text. */
const unreachable = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
/** PostgreSQL's own for a server that is not up. */
const notUp = /^(?:08...|57P0[123]|53300)$/;

/** Whether an error says that the database is away, so that the same request may succeed in a moment. */
export function isDatabaseAway(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause) {
    const code = 'code' in e && typeof e.code === 'string' ? e.code : '';
    if (noConnection.test(code) || (unreachable.test(code) && 'query' in e)) return true;
    if (e instanceof postgres.PostgresError && notUp.test(code)) return true;
  }
  return false;
}

/** The PostgreSQL error inside whatever was thrown: its SQLSTATE and, where one broke, the constraint's name. */
export function databaseError(error: unknown): { code: string; constraint?: string } | null {
  for (let e = error; e instanceof Error; e = e.cause) {
    if ('code' in e && typeof e.code === 'string' && /^[0-9A-Z]{5}$/.test(e.code)) {
      return { code: e.code, constraint: (e as { constraint_name?: string }).constraint_name };
    }
  }
  return null;
}
