import { providerNow } from '../clock.ts';
import { invalid, Refusal, refuse } from '../contract/errors.ts';
import { type Db, db, replicaDb } from '../db/client.ts';
import { requireMatch } from '../domain/audit/require-match.ts';
import { limitPerAccount } from '../limit-per-account.ts';
import { withAnnouncedRefusals } from '../state/announced-refusal.ts';
import { etagOf } from '../state/etag.ts';
import { sourceOf } from '../state/resource.ts';
import { isTracing, traced } from '../tracing.ts';
import { accountsKey, claimKey, keepAnswer, replay, stillRunning } from '../work/idempotency-key.ts';
import { inSlotOf } from '../work/in-slot.ts';
import type { Scope, WriteScope } from '../work/scope.ts';
import { transaction } from '../work/transaction.ts';
import type { ApiContext } from './context.ts';

type Call<I> = { ctx: ApiContext; input: I };

/** Runs a request in a slot of its partner. @throws SERVICE_UNAVAILABLE when the process is at its capacity */
function inSlot<T>(ctx: ApiContext, work: () => Promise<T>): Promise<T> {
  return ctx.isBackground ? work() : inSlotOf(ctx.providerId, work);
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
    const answer = () => (replica ? orOnPrimary(readOn(replica), readOn) : readOn());
    return inSlot(ctx, ctx.tag ? async () => tagged(ctx, await answer()) : answer);
  };
}

/** Notes the entity tag of what is read. */
function tagged<O>({ tag }: ApiContext, result: O): O {
  if (tag && typeof result === 'object' && result !== null) tag.value = etagOf(result);
  return result;
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

type WriteOptions = { secret?: boolean; movesClock?: true };

/**
 * A procedure that writes. The verb runs as one unit of work with its events, its audit entries and, for a request with
 * an `Idempotency-Key`, the key and the answer. A known key returns its stored answer, and nothing of the verb counts. A
 * failure changes nothing, except that an announced refusal writes its event. A dry run does not use up the key, and
 * runs again for a known key of the same request. Contract: Idempotency, Dry run.
 * @param secret whether the answer contains a secret and is stored encrypted
 * @param movesClock whether the verb moves the account's clock
 */
export function write<I, O extends object>(
  verb: (scope: WriteScope, input: I) => Promise<O>,
  { secret = false, movesClock }: WriteOptions = {},
) {
  return ({ ctx, input }: Call<I>): Promise<O> => {
    const { idempotency, dryRun } = ctx;
    const work = async (scope: WriteScope): Promise<O> => {
      if (ctx.ifMatch) await requireMatch(scope, ctx.ifMatch);
      const result = await (isTracing()
        ? traced(verb.name, {}, () => verb(scope, input))
        : verb(scope, input));
      if (ctx.tag && !dryRun && sourceOf(result)) ctx.tag.value = etagOf(result);
      await ctx.recordOutcome?.(scope, result);
      if (idempotency && !dryRun) keepAnswer(scope, idempotency, result, secret);
      return result;
    };
    return inSlot(ctx, () => withAnnouncedRefusals({ ...ctx, movesClock }, work, idempotency));
  };
}

/**
 * A procedure that rows of jobs alone run.
 * @throws FORBIDDEN for a request
 */
export function ofJobs<I, O>(run: (call: Call<I>) => Promise<O>) {
  return async (call: Call<I>): Promise<O> => {
    if (!call.ctx.isBackground) throw refuse('FORBIDDEN');
    return run(call);
  };
}

/**
 * Keys whose action runs in this process. Another process may run the same action, which is safe; one answer is stored.
 */
const running = new Set<string>();

/** Requests of one account that wait for other systems at a time. Each holds memory and a connection for as long as the system likes. */
const MAX_CONTACTS = 100;

const contacts = limitPerAccount(MAX_CONTACTS, 1);

/**
 * A procedure that tries another system for the person who waits. The system may take seconds, in which the call holds neither a slot nor
 * a connection of the database.
 * @throws RATE_LIMITED for too many of the account at a time
 */
export function trial<I, O>(verb: (scope: Scope, input: I) => Promise<O>) {
  return ({ ctx, input }: Call<I>): Promise<O> => contacts(ctx.providerId, () => verb(readScope(ctx), input));
}

/**
 * A procedure that contacts an external system. `action` runs outside any transaction and slot and may take seconds; then `note`
 * records the outcome, as in `write`. `action` must be safe to repeat, because a retry after a crash runs it again. A
 * known key returns its stored answer without a second action. A dry run is refused.
 * @throws VALIDATION_FAILED for a dry run; RATE_LIMITED for too many of the account at a time
 */
export function external<I, O extends object>(
  action: (scope: Scope, input: I) => Promise<void>,
  note: (scope: WriteScope, input: I) => Promise<O>,
) {
  const noted = write(note);
  return async ({ ctx, input }: Call<I>): Promise<O> => {
    const { idempotency } = ctx;
    if (ctx.dryRun) throw invalid([{ field: 'Dry-Run', code: 'NOT_ALLOWED' }]);
    const kept =
      idempotency && (await inSlot(ctx, () => transaction(ctx, (scope) => claimKey(scope, idempotency))));
    if (kept) return replay<O>(idempotency, kept);
    const { ifMatch } = ctx;
    if (ifMatch) await inSlot(ctx, () => transaction(ctx, (scope) => requireMatch(scope, ifMatch)));
    const key = idempotency && accountsKey(ctx, idempotency);
    if (key && running.has(key)) throw stillRunning();
    if (key) running.add(key);
    try {
      const contact = () => action(readScope(ctx), input);
      await (ctx.isBackground ? contact() : contacts(ctx.providerId, contact));
      return await noted({ ctx, input });
    } finally {
      if (key) running.delete(key);
    }
  };
}
