import { randomUUID } from 'node:crypto';
import { monotonicMs, realNow } from '../../clock.ts';
import type { WriteScope } from '../../db/scope.ts';
import { flush, transaction } from '../../db/transaction.ts';
import { dueWork } from './due-work.ts';

/** Rows of one kind taken at a time. */
const CHUNK = 1_000;

/**
 * Does what fell due up to an instant, in the order of the instants, each at its own: the scope's clock stands at
 * the due time while it is done. Live runs and the test clock both come through here.
 * @returns whether it stopped at `maxSteps` with more to do
 */
export async function runDue(scope: WriteScope, until: Date, maxSteps: number): Promise<{ more: boolean }> {
  for (let step = 0; step < maxSteps; step++) {
    const next = await earliest(scope, until);
    if (!next) return { more: false };
    const then = { ...scope, now: next.at };
    await next.work.run(then, CHUNK);
    await flush(then);
  }
  return { more: true };
}

async function earliest(scope: WriteScope, until: Date) {
  let first: { work: (typeof dueWork)[number]; at: Date } | null = null;
  for (const work of dueWork) {
    const at = await work.nextDue(scope, until);
    if (at && (!first || at < first.at)) first = { work, at };
  }
  return first;
}

/**
 * Works off what is due for one provider by its own clock, a transaction at a time, until nothing is left or the
 * budget is spent. Safe to run twice, at once, and to be killed anywhere: each transaction is whole.
 * @param budgetMs real time it may take, in ms
 */
export async function drainDue(work: { providerId: string; budgetMs: number }): Promise<{ more: boolean }> {
  const started = monotonicMs();
  const origin = {
    providerId: work.providerId,
    caller: { type: 'system', name: 'billing run' } as const,
    correlationId: randomUUID(),
  };
  while (monotonicMs() - started < work.budgetMs) {
    const { more } = await transaction(origin, (scope) => runDue(scope, scope.now, 10));
    if (!more) return { more: false };
  }
  return { more: true };
}

/** Providers for which something is due by their own clocks. */
export async function providersWithDueWork(): Promise<string[]> {
  const found = await Promise.all(dueWork.map((work) => work.providersDue(realNow())));
  return [...new Set(found.flat())];
}
