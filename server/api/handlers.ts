import { sql } from 'drizzle-orm';
import { plus, providerNow } from '../clock.ts';
import { DAY_MS } from '../contract/days.ts';
import { successBody } from '../contract/envelope.ts';
import { invalid, Refusal, refuse } from '../contract/errors.ts';
import { type Db, db, replicaDb, send } from '../db/client.ts';
import { createFairSlots } from '../db/fair-slots.ts';
import { env } from '../env.ts';
import { isSealed, seal, unseal } from '../sealed.ts';
import { withAnnouncedRefusals } from '../state/announced-refusal.ts';
import { isTracing, traced } from '../tracing.ts';
import { atOnce } from '../work/at-once.ts';
import type { Scope, WriteScope } from '../work/scope.ts';
import { transaction } from '../work/transaction.ts';
import { lockOfKey } from '../work/write-out.ts';
import type { Answer, ApiContext, Idempotency, Preview } from './context.ts';

type Call<I> = { ctx: ApiContext; input: I };

/** As many requests as the process has connections: a write holds one for its transaction. */
const slots = createFairSlots(env.DATABASE_CONNECTIONS);

/** Runs a request in a slot of its partner. @throws SERVICE_UNAVAILABLE when the process is at its capacity */
function inSlot<T>(ctx: ApiContext, work: () => Promise<T>): Promise<T> {
  return ctx.isBackground ? work() : slots.run(ctx.providerId, work);
}

/** The scope of a request outside any transaction. */
export function readScope(ctx: ApiContext, on: Db = db()): Scope {
  const { providerId, livemode, caller, correlationId, clockOffsetMs } = ctx;
  return { providerId, livemode, caller, correlationId, now: providerNow(clockOffsetMs), db: on };
}

/**
 * A procedure that only reads. The verb gets a scope outside any transaction.
 * @param mayBeStale whether a replica may answer, with data that is some seconds old
 */
export function read<I, O>(
  verb: (scope: Scope, input: I) => Promise<O>,
  { mayBeStale = false }: { mayBeStale?: boolean } = {},
) {
  return ({ ctx, input }: Call<I>): Promise<O> => {
    const replica = mayBeStale || ctx.mayBeStale ? replicaDb() : null;
    const readOn = (on?: Db) => {
      const scope = readScope(ctx, on);
      return isTracing() ? traced(verb.name, {}, () => verb(scope, input)) : verb(scope, input);
    };
    return inSlot(ctx, () => (replica ? orOnPrimary(readOn(replica), readOn) : readOn()));
  };
}

/** A read of the replica. If it fails, as when the replica is lost or cancels it, the primary answers. */
async function orOnPrimary<O>(onReplica: Promise<O>, onPrimary: () => Promise<O>): Promise<O> {
  try {
    return await onReplica;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    return onPrimary();
  }
}

type WriteOptions = { secret?: boolean; movesClock?: true; readsNothing?: true };

/**
 * A procedure that writes. The verb runs in one transaction with its events, its audit entries and, for a request with
 * an `Idempotency-Key`, the key and the answer. A known key returns its stored answer without running the verb. A
 * failure changes nothing, except that an announced refusal writes its event. A dry run does not use up the key, and
 * runs again for a known key of the same request. Contract: Idempotency, Dry run.
 * @param secret whether the answer contains a secret and is stored encrypted
 * @param movesClock whether the verb moves the account's clock
 * @param readsNothing whether the verb only inserts rows. It then runs before the key is looked up, and all that it writes is one
 *   statement with the claim of the key. If that writes nothing, the verb runs again in a transaction.
 */
export function write<I, O extends object>(
  verb: (scope: WriteScope, input: I) => Promise<O>,
  { secret = false, movesClock, readsNothing }: WriteOptions = {},
) {
  return ({ ctx, input }: Call<I>): Promise<O> => {
    const perform = async (scope: WriteScope): Promise<O> => {
      const result = await (isTracing()
        ? traced(verb.name, {}, () => verb(scope, input))
        : verb(scope, input));
      await ctx.recordOutcome?.(scope, result);
      if (ctx.idempotency && !ctx.dryRun) keep(scope, ctx.idempotency, result, secret);
      return result;
    };
    const inTransaction = async (scope: WriteScope): Promise<O> => {
      const { idempotency, dryRun, preview } = ctx;
      if (preview) await limitTime(scope, preview);
      const kept = idempotency && (await claim(scope, idempotency, dryRun !== undefined));
      if (kept && !dryRun) {
        idempotency.answer = kept;
        return JSON.parse(kept.body).data as O;
      }
      const result = await perform(scope);
      if (preview) scope.outbox.beforeCommit.add(preview.beforeRollback);
      return result;
    };
    const canBeAtOnce = readsNothing && !ctx.dryRun && !ctx.recordOutcome;
    return inSlot(ctx, async () => {
      const done = canBeAtOnce ? await atOnce(ctx, perform) : null;
      return done ? done.result : withAnnouncedRefusals({ ...ctx, movesClock }, inTransaction);
    });
  };
}

/** A preview fails where a request would wait for a lock, because other requests wait for the locks that it holds. */
async function limitTime({ db: on }: WriteScope, { timeoutMs }: Preview): Promise<void> {
  await on.execute(
    sql`select set_config('lock_timeout', ${`${timeoutMs}`}, true), set_config('statement_timeout', ${`${timeoutMs}`}, true)`,
  );
}

/** A key that is unique across accounts. The stored answer is encrypted for it. */
function accountsKey({ providerId }: { providerId: string }, { key }: Pick<Idempotency, 'key'>): string {
  return `${providerId} ${key}`;
}

/**
 * Keys whose action runs in this process. Another process may run the same action, which is safe; one answer is stored.
 */
const running = new Set<string>();

/**
 * A procedure that contacts an external system. `action` runs outside any transaction and slot and may take seconds; then `note`
 * records the outcome, as in `write`. `action` must be safe to repeat, because a retry after a crash runs it again. A
 * known key returns its stored answer without a second action. A dry run is refused.
 * @throws VALIDATION_FAILED for a dry run
 */
export function external<I, O extends object>(
  action: (scope: Scope, input: I) => Promise<void>,
  note: (scope: WriteScope, input: I) => Promise<O>,
) {
  const noted = write(note);
  return async ({ ctx, input }: Call<I>): Promise<O> => {
    const { idempotency } = ctx;
    if (ctx.dryRun) throw invalid([{ field: 'Dry-Run', code: 'NOT_ALLOWED' }]);
    const kept = idempotency && (await transaction(ctx, (scope) => claim(scope, idempotency)));
    if (kept) {
      idempotency.answer = kept;
      return JSON.parse(kept.body).data as O;
    }
    const key = idempotency && accountsKey(ctx, idempotency);
    if (key && running.has(key)) throw stillRunning();
    if (key) running.add(key);
    try {
      await action(readScope(ctx), input);
      return await noted({ ctx, input });
    } finally {
      if (key) running.delete(key);
    }
  };
}

type Found = {
  locked: boolean;
  fingerprint: string | null;
  status: string;
  body: string;
  correlation_id: string;
  resource_id: string | null;
};

/** The stored answer of a key, and whether `lock` was taken. */
const keyStatement = (lock: string) => `
  select lock.locked, k.fingerprint, k.status, k.body, k.correlation_id, k.resource_id
  from (select ${lock} as locked) lock
  left join idempotency_key k on k.provider_id = $1 and k.key = $2`;

const LOCK = lockOfKey('$1', '$2');
const CLAIM_KEY = keyStatement(`pg_try_advisory_xact_lock(${LOCK})`);
const CHECK_KEY = keyStatement(`
  case when pg_try_advisory_lock_shared(${LOCK}) then pg_advisory_unlock_shared(${LOCK}) else false end`);

/**
 * Claims the key for this transaction without waiting. A dry run only checks whether another request holds it, so it
 * never blocks a real request. Contract: Idempotency.
 * @returns the stored answer of a known key
 * @throws CONFLICT for the key of another request, or while the first request is running
 */
async function claim(scope: WriteScope, idempotency: Idempotency, isDry = false): Promise<Answer | null> {
  const { key, fingerprint } = idempotency;
  const [found] = await send<Found>(scope.db, isDry ? CHECK_KEY : CLAIM_KEY, [scope.providerId, key]);
  const isOver = found?.resource_id ? await wasDeletedLongAgo(scope, found.resource_id) : false;
  if (found?.fingerprint && !isOver) {
    if (found.fingerprint !== fingerprint) {
      throw refuse('CONFLICT', {
        field: 'Idempotency-Key',
        message: 'This key was used for a different request.',
      });
    }
    const { body, correlation_id: correlationId } = found;
    return {
      status: Number(found.status),
      // Only answers with a secret are encrypted.
      body: isSealed(body) ? unseal(body, accountsKey(scope, idempotency)) : body,
      correlationId,
      replayed: true,
    };
  }
  if (!found?.locked) {
    throw stillRunning();
  }
  if (isOver) {
    await scope.db.execute(
      sql`delete from idempotency_key where provider_id = ${scope.providerId} and key = ${key}`,
    );
  }
  return null;
}

/** How long a key is kept after its resource was deleted. Contract: Idempotency. */
const KEY_RETENTION_MS = 30 * DAY_MS;

/** Whether the keys of a resource are free again. Only plans, webhooks and integrations can be deleted. */
async function wasDeletedLongAgo({ db: on, providerId, now }: WriteScope, id: string): Promise<boolean> {
  const [deleted] = await on.execute(sql`
    select 1 from (
      select provider_id, id, status, updated_at from plan
      union all select provider_id, id, status, updated_at from webhook
      union all select provider_id, id, status, updated_at from integration
    ) resource
    where provider_id = ${providerId} and id = ${id} and status = 'deleted'
      and updated_at <= ${plus(now, -KEY_RETENTION_MS).toISOString()}`);
  return deleted !== undefined;
}

function stillRunning() {
  return refuse('CONFLICT', {
    field: 'Idempotency-Key',
    message: 'The first request with this key is still running.',
    retryAfter: 1,
  });
}

/** Stores the answer in the statement that writes the events and audit entries. */
function keep(scope: WriteScope, idempotency: Idempotency, result: object, secret: boolean): void {
  const body = successBody(result, scope.correlationId);
  const { key, fingerprint, status } = idempotency;
  const resourceId = 'id' in result && typeof result.id === 'string' ? result.id : null;
  const atRest = secret ? seal(body, accountsKey(scope, idempotency)) : body;
  scope.outbox.answer = { key, fingerprint, status, body: atRest, resourceId };
  idempotency.answer = { status, body, correlationId: scope.correlationId, replayed: false };
}
