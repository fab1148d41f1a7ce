import { sql } from 'drizzle-orm';
import { providerNow } from '../clock.ts';
import { refuse } from '../contract/errors.ts';
import { db, type Tx } from './client.ts';
import type { Caller, Outbox, WriteScope } from './scope.ts';

/** Where a piece of work comes from, before it has a transaction and a time. */
export type Origin = {
  providerId: string;
  caller: Caller;
  correlationId: string;
  /** The provider's time for the work; its clock is read when absent. */
  now?: Date;
};

const MAX_ATTEMPTS = 4;

/** Called with the wake-ups of each committed transaction; the jobs set it. Losing one costs latency, never work. */
let afterCommit: (providerId: string, wakes: ReadonlySet<string>) => void = () => {};

/** Says who is told, after a commit, that there is work to do. */
export function onCommit(listener: typeof afterCommit): void {
  afterCommit = listener;
}

/**
 * Runs one unit of work: state, events and audit commit together or not at all. Deadlocks are tried again, so
 * `work` must have no effect outside the transaction.
 * @throws NOT_FOUND for a provider that does not exist; whatever `work` throws
 */
export async function transaction<T>(origin: Origin, work: (scope: WriteScope) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const outbox: Outbox = { events: [], audit: [], wakes: new Set() };
    try {
      const result = await db().transaction(async (tx) => {
        const scope = await openScope(tx, origin, outbox);
        const made = await work(scope);
        await flush(scope);
        return made;
      });
      if (outbox.wakes.size > 0) afterCommit(origin.providerId, outbox.wakes);
      return result;
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isTransient(error)) throw error;
    }
  }
}

async function openScope(tx: Tx, origin: Origin, outbox: Outbox): Promise<WriteScope> {
  const { livemode, now } = await clockOf(tx, origin);
  return { ...origin, livemode, now, db: tx, outbox };
}

async function clockOf(on: Pick<Tx, 'execute'>, origin: Origin): Promise<{ livemode: boolean; now: Date }> {
  const [row] = await on.execute<{ livemode: boolean; clock_offset_ms: string }>(
    sql`select livemode, clock_offset_ms from provider where id = ${origin.providerId}`,
  );
  if (!row) throw refuse('NOT_FOUND');
  return { livemode: row.livemode, now: origin.now ?? providerNow(Number(row.clock_offset_ms)) };
}

/** Writes what the scope collected so far: one statement for all events, one for all audit entries. */
export async function flush(scope: WriteScope): Promise<void> {
  const { events, audit } = scope.outbox;
  scope.outbox.events = [];
  scope.outbox.audit = [];
  await Promise.all([
    events.length > 0 &&
      scope.db.execute(sql`
        insert into event (provider_id, id, type, resource_id, body, occurred_at, created_at, updated_at, correlation_id)
        select ${scope.providerId}, e.id, e.type, e.resource_id, e.body, e.at::timestamptz, e.at::timestamptz, e.at::timestamptz, ${scope.correlationId}
        from unnest(
          ${column(events, (e) => e.id)}::text[], ${column(events, (e) => e.type)}::text[],
          ${column(events, (e) => e.resourceId)}::text[], ${column(events, (e) => e.body)}::text[],
          ${column(events, (e) => e.occurredAt.toISOString())}::text[]
        ) as e (id, type, resource_id, body, at)`),
    audit.length > 0 &&
      scope.db.execute(sql`
        insert into audit_entry (
          provider_id, id, actor_type, actor_id, actor_name, action, resource_type, resource_id, changes,
          correlation_id, created_at, updated_at
        )
        select ${scope.providerId}, a.id, ${scope.caller.type}, ${actorId(scope.caller)}::text, ${scope.caller.name},
          a.action, a.resource_type, a.resource_id, a.changes, ${scope.correlationId}, a.at::timestamptz, a.at::timestamptz
        from unnest(
          ${column(audit, (a) => a.id)}::text[], ${column(audit, (a) => a.action)}::text[],
          ${column(audit, (a) => a.resourceType)}::text[], ${column(audit, (a) => a.resourceId)}::text[],
          ${column(audit, (a) => a.changes)}::text[], ${column(audit, (a) => a.at.toISOString())}::text[]
        ) as a (id, action, resource_type, resource_id, changes, at)`),
  ]);
}

function column<T>(rows: T[], value: (row: T) => string) {
  return sql.param(rows.map(value));
}

function actorId(caller: Caller): string | null {
  return caller.type === 'system' ? null : caller.id;
}

/** Deadlock, serialisation failure, and the race of two first requests with one idempotency key. */
function isTransient(error: unknown): boolean {
  const { code, constraint } = databaseError(error) ?? {};
  return (
    code === '40P01' ||
    code === '40001' ||
    (code === '23505' && constraint === 'idempotency_key_provider_id_key_pk')
  );
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
