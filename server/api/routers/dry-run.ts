import type { DryRun } from '../../contract/envelope.ts';
import { invalidValue, type Refusal, refuse } from '../../contract/errors.ts';
import type { Operation } from '../../contract/operation.ts';
import { dryRunOperations } from '../../contract/operations/dry-run.ts';
import { type DryRunAnswer, MAX_SHOWN_EVENTS } from '../../contract/portal/dry-run.ts';
import { hasTimedOut } from '../../db/errors.ts';
import { type Effects, namesIn, noEffects, readEffects } from '../../domain/dry-run/read-effects.ts';
import type { ApiContext } from '../context.ts';
import { read } from '../handlers.ts';
import { refusalOf } from '../refusal.ts';
import { routerOf } from '../trpc.ts';

type Runnable = ((call: object) => Promise<unknown>) & {
  _def: { meta?: { operation?: Operation } };
};

/** The longest wait of a dry run for a lock, and its longest statement. Other requests may wait for its locks. */
const TIMEOUT_MS = 2_000;

/**
 * Runs the procedures of other routers dry, for the portal's previews. Each checks its own permission.
 * @param resources the router with these procedures
 */
export function dryRunRouterOf(resources: { _def: { procedures: object } }) {
  const procedures = resources._def.procedures as Record<string, Runnable>;
  return routerOf(dryRunOperations, {
    run: ({ ctx, input }) => runDry(ctx, procedures[input.procedure], input),
  });
}

/**
 * Runs one procedure and rolls it back. No idempotency key is used. A refusal is part of the answer. Contract: Dry run.
 * @throws VALIDATION_FAILED for a procedure without a dry run; CONFLICT when another request holds a lock for too long
 */
async function runDry(
  ctx: ApiContext,
  runnable: Runnable | undefined,
  { procedure: path, input }: { procedure: string; input: Record<string, unknown> },
): Promise<DryRunAnswer> {
  if (!runnable?._def.meta?.operation?.hasDryRun) {
    throw invalidValue('procedure', 'It has no dry run.');
  }
  const dryRun: DryRun = { eventCount: 0, events: [] };
  let effects: Effects = noEffects;
  const refusal = await runnable({
    ctx: {
      ...ctx,
      idempotency: undefined,
      dryRun,
      preview: {
        timeoutMs: TIMEOUT_MS,
        beforeRollback: async (scope) => {
          effects = await readEffects(scope);
        },
      },
    } satisfies ApiContext,
    path,
    type: 'mutation',
    getRawInput: async () => input,
    input: undefined,
    signal: undefined,
    batchIndex: 0,
  }).then(
    () => null,
    (error: unknown) => expectedRefusal(error, input),
  );
  const events = dryRun.events.slice(0, MAX_SHOWN_EVENTS);
  if (refusal) {
    const names = await read((scope) => namesIn(scope, events))({ ctx, input });
    effects = { ...noEffects, names };
  }
  return {
    refusal: refusal && { status: refusal.status, ...refusal.body },
    eventCount: dryRun.eventCount,
    events,
    ...effects,
  };
}

/** The refusal that the real request would get. Anything else is an error of the dry run. */
function expectedRefusal(error: unknown, input: unknown): Refusal {
  if (hasTimedOut(error)) {
    throw refuse('CONFLICT', { message: 'Another change of the same data is still running.', retryAfter: 1 });
  }
  const refusal = refusalOf(error, input);
  if (refusal.status >= 500) throw error;
  return refusal;
}
