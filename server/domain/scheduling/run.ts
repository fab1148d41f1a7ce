import { randomUUID } from 'node:crypto';
import { monotonicMs, realNow } from '../../clock.ts';
import type { WriteScope } from '../../db/scope.ts';
import { databaseError, flush, transaction } from '../../db/transaction.ts';
import { noteDueWork } from '../../events/audit.ts';
import { lockSubscribers } from '../lifecycle/context/billing-context.ts';
import type { DueItem, DueWork } from '../model/due-work.ts';
import { scheduledWork } from './due-work.ts';

/** Items of one kind taken at a time, unless a run says otherwise. */
const CHUNK = 1_000;

/**
 * Items handed to a kind of work at once. The sets of a round go their way side by side: while PostgreSQL writes for
 * one, the next is prepared.
 */
const SET = 250;

/** What PostgreSQL says to every statement that follows the one that failed. */
const IN_FAILED_TRANSACTION = '25P02';

/** Rounds in one transaction of a live run: how much is done, or undone, at once. */
const ROUNDS = 4;

/** What a round has to know of a kind of work. */
export type RoundWork = Pick<DueWork, 'name' | 'due' | 'run'> & Partial<Pick<DueWork, 'byTime'>>;

/** Who does what time alone brings about, whoever moved the clock. */
const BILLING_RUN = { type: 'system', name: 'billing run' } as const;

type RunOptions = {
  /** Told before each round when the earliest thing of it is due: all before that is done. */
  onRound?: (earliest: Date) => Promise<void>;
  /** What is done when it is due; everything that time alone brings about unless given. */
  works?: readonly RoundWork[];
  /**
   * Whether subscribers are locked before anything of theirs, as requests do. What comes in one long transaction would
   * else hold their subscriptions from early rounds and ask for them in late ones, and meet requests in a circle.
   */
  locksFirst?: boolean;
  /** Items of one kind taken at a time. */
  chunk?: number;
};

type Batch = { work: RoundWork; items: DueItem[] };

/**
 * Does what fell due up to an instant, each thing at its own due instant. Live runs and the test clock both come
 * through here. What concerns one subscriber happens strictly in order; what concerns different ones is done
 * together, a set at a time: each round takes of every subscriber the earliest thing that is due.
 * @returns whether it stopped after `rounds` with more to do
 */
export async function runDue(
  scope: WriteScope,
  until: Date,
  rounds: number,
  { onRound, works = scheduledWork, locksFirst = false, chunk = CHUNK }: RunOptions = {},
): Promise<{ more: boolean }> {
  for (let round = 0; round < rounds; round++) {
    const batches = await nextRound(scope, until, works, chunk);
    if (batches.length === 0) return { more: false };
    await onRound?.(earliestOf(batches));
    if (locksFirst) {
      await lockSubscribers(
        scope,
        batches.flatMap(({ items }) => items),
      );
    }
    await runSets(scope, batches.flatMap(setsOf));
  }
  return { more: true };
}

/** One kind's items of a round, no more at a time than are good for one statement. */
function setsOf({ work, items }: Batch): Batch[] {
  return Array.from({ length: Math.ceil(items.length / SET) }, (_, i) => ({
    work,
    items: items.slice(i * SET, (i + 1) * SET),
  }));
}

/**
 * The sets of a round, of all kinds side by side: nobody's things are in two of them. All of them end before a failure
 * is told: none may write once the transaction is over.
 */
async function runSets(scope: WriteScope, sets: Batch[]): Promise<void> {
  const failures: unknown[] = [];
  await Promise.all(
    sets.map(async ({ work, items }) => {
      const own = ownScope(scope, work);
      try {
        await work.run(own, items);
        noteDueWork(own);
        await flush(own);
      } catch (error) {
        failures.push(error);
      }
    }),
  );
  // One of them tells what happened, and whether it is worth another try; the others only hear that all is off.
  const cause = failures.find((error) => databaseError(error)?.code !== IN_FAILED_TRANSACTION);
  if (failures.length > 0) throw cause ?? failures[0];
}

/** A scope with an outbox of its own. What time brings about is the system's, and is noted by root resource. */
function ownScope(scope: WriteScope, { name, byTime }: RoundWork): WriteScope {
  const outbox = { ...scope.outbox, events: [], audit: [] };
  if (!byTime) return { ...scope, outbox };
  return { ...scope, caller: BILLING_RUN, outbox: { ...outbox, due: { name, entries: new Map() } } };
}

/** Of every subscriber the earliest due item, in sets of one kind. */
async function nextRound(
  scope: WriteScope,
  until: Date,
  works: readonly RoundWork[],
  chunk: number,
): Promise<Batch[]> {
  const found: Batch[] = await Promise.all(
    works.map(async (work) => ({ work, items: await work.due(scope, until, chunk) })),
  );
  const horizon = Math.min(...found.map(({ items }) => horizonOf(items, until, chunk)));
  const earliest = new Map<string, { item: DueItem; work: RoundWork }>();
  for (const { work, items } of found) {
    for (const item of items) {
      const known = earliest.get(item.subscriberId);
      const isInSight = item.at.getTime() <= horizon;
      // Of things due at the same instant, the kind that is listed first comes first.
      if (isInSight && (!known || item.at < known.item.at)) earliest.set(item.subscriberId, { item, work });
    }
  }
  return found
    .map(({ work }) => ({
      work,
      items: [...earliest.values()].filter((chosen) => chosen.work === work).map(({ item }) => item),
    }))
    .filter(({ items }) => items.length > 0);
}

function earliestOf(batches: Batch[]): Date {
  return new Date(Math.min(...batches.flatMap(({ items }) => items.map(({ at }) => at.getTime()))));
}

/** Up to when a kind's items are all known: a full chunk may hide more after its last one. */
function horizonOf(items: DueItem[], until: Date, chunk: number): number {
  return items.length < chunk ? until.getTime() : (items.at(-1)?.at.getTime() ?? until.getTime());
}

/**
 * Works off what is due for one provider by its own clock, a transaction at a time, until nothing is left or the
 * budget is spent. Safe to run twice, at once, and to be killed anywhere: each transaction is whole.
 * @param budgetMs real time it may take, in ms
 */
export async function drainDue(work: { providerId: string; budgetMs: number }): Promise<{ more: boolean }> {
  const started = monotonicMs();
  while (monotonicMs() - started < work.budgetMs) {
    // What commits together shares a correlation id, and nothing else does.
    const origin = { providerId: work.providerId, caller: BILLING_RUN, correlationId: randomUUID() };
    const { more } = await transaction(origin, (scope) => runDue(scope, scope.now, ROUNDS));
    if (!more) return { more: false };
  }
  return { more: true };
}

/** Providers for which something is due by their own clocks. */
export async function providersWithDueWork(): Promise<string[]> {
  const found = await Promise.all(scheduledWork.map((work) => work.providersDue(realNow())));
  return [...new Set(found.flat())];
}
