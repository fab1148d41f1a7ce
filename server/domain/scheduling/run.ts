import { randomUUID } from 'node:crypto';
import { monotonicMs, realNow } from '../../clock.ts';
import { databaseError } from '../../db/errors.ts';
import { auditDueWork } from '../../work/audit.ts';
import type { WriteScope } from '../../work/scope.ts';
import { transaction } from '../../work/transaction.ts';
import { flush } from '../../work/write-out.ts';
import { lockSubscribers } from '../lifecycle/terms/billing-context.ts';
import type { DueItem, DueWork } from '../queue/due-work.ts';
import type { Lane } from '../queue/lane.ts';
import { scheduledWork } from './due-work.ts';

/** Items of one kind that a pass reads, unless the options say otherwise. */
const CHUNK = 2_000;

/** Items in one set. */
const SET = 250;

/** Sets that run at a time: while PostgreSQL writes one, the next is prepared. More would only hold more rows in memory. */
const CONCURRENT_SETS = 2;

/** The error code of PostgreSQL for a statement after a failed one in the same transaction. */
const IN_FAILED_TRANSACTION = '25P02';

/** What a pass uses of a kind of work. Work without `byTime` keeps the caller and the audit entries of its scope. */
export type PassWork = Pick<DueWork, 'due' | 'run'> &
  (Pick<DueWork, 'name' | 'byTime'> | { name?: undefined; byTime?: undefined });

/** The caller of due work, even where a request moved the clock. */
const BILLING_RUN = { type: 'system', name: 'billing run' } as const;

type RunOptions = {
  /** Called before each pass with its earliest due instant; all work before that instant is done. */
  onRound?: (earliest: Date) => Promise<void>;
  /** The kinds of work to run; all of them unless given. */
  works?: readonly PassWork[];
  /**
   * Whether each pass locks its subscribers first, as requests do. A long transaction needs this: it keeps subscription
   * locks of early passes, and a later lock on a subscriber could deadlock with a request.
   */
  locksFirst?: boolean;
  /** Items of one kind that a pass reads. */
  chunk?: number;
  /** Limits the run to the subscribers of a lane. */
  lane?: Lane;
};

type Batch = { work: PassWork; items: DueItem[] };

/**
 * Runs the work that is due up to an instant, each item at its own due instant, for live runs and the test clock. Each
 * pass takes the earliest due item of every subscriber. Items of one subscriber run in order, those of different
 * subscribers as sets. Contract: Time.
 * @returns whether more is due after `passes`
 */
export async function runDue(
  scope: WriteScope,
  until: Date,
  passes: number,
  { onRound, works = scheduledWork, locksFirst = false, chunk = CHUNK, lane }: RunOptions = {},
): Promise<{ more: boolean }> {
  for (let pass = 0; pass < passes; pass++) {
    const batches = await nextRound(scope, until, { works, chunk, lane });
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

/** Splits the items of one kind into sets that fit one statement. */
function setsOf({ work, items }: Batch): Batch[] {
  return Array.from({ length: Math.ceil(items.length / SET) }, (_, i) => ({
    work,
    items: items.slice(i * SET, (i + 1) * SET),
  }));
}

/**
 * Runs the sets of a pass, a few at a time; no subscriber is in two of them. A failure is thrown after all begun sets have
 * ended, because none may write after the end of the transaction.
 */
async function runSets(scope: WriteScope, sets: Batch[]): Promise<void> {
  const failures: unknown[] = [];
  const waiting = sets.values();
  const runNext = async () => {
    for (const { work, items } of waiting) {
      if (failures.length > 0) return;
      const own = ownScope(scope, work);
      try {
        await work.run(own, items);
        auditDueWork(own);
        await flush(own);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_SETS }, runNext));
  // The first failure has the cause and decides on a retry; the others only report the aborted transaction.
  const cause = failures.find((error) => databaseError(error)?.code !== IN_FAILED_TRANSACTION);
  if (failures.length > 0) throw cause ?? failures[0];
}

/** A scope with its own outbox. Due work has the system as its caller, and its audit entries by root resource. */
function ownScope(scope: WriteScope, work: PassWork): WriteScope {
  const outbox = { ...scope.outbox, events: [], audit: [] };
  if (!work.byTime) return { ...scope, outbox };
  return {
    ...scope,
    caller: BILLING_RUN,
    outbox: { ...outbox, due: { name: work.name, entries: new Map() } },
  };
}

/** The earliest due item of every subscriber, by kind of work. */
async function nextRound(
  scope: WriteScope,
  until: Date,
  { works, chunk, lane }: { works: readonly PassWork[]; chunk: number; lane: Lane | undefined },
): Promise<Batch[]> {
  const found: Batch[] = await Promise.all(
    works.map(async (work) => ({ work, items: await work.due(scope, until, chunk, lane) })),
  );
  const horizon = Math.min(...found.map(({ items }) => horizonOf(items, until, chunk)));
  const earliest = new Map<string, { item: DueItem; work: PassWork }>();
  for (const { work, items } of found) {
    for (const item of items) {
      const known = earliest.get(item.subscriberId);
      const isInSight = item.at.getTime() <= horizon;
      // Of items that are due at the same instant, the kind that is listed first runs first.
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

/** The instant up to which all items of a kind are read. After a full chunk there may be more. */
function horizonOf(items: DueItem[], until: Date, chunk: number): number {
  return items.length < chunk ? until.getTime() : (items.at(-1)?.at.getTime() ?? until.getTime());
}

/**
 * Runs the due work of one provider by its own clock, one pass a transaction, until nothing is due or the budget is
 * spent. Concurrent runs and a kill at any instruction are safe, because each transaction is complete.
 */
export async function drainDue(work: {
  providerId: string;
  /** Real time in which new transactions begin, in ms. */
  budgetMs: number;
  /** Limits the run to the subscribers of a lane. Runs of different lanes do not wait for each other, except to number invoices. */
  lane?: Lane;
}): Promise<{ more: boolean }> {
  const { lane } = work;
  const started = monotonicMs();
  while (monotonicMs() - started < work.budgetMs) {
    // Each transaction has its own correlation id.
    const origin = { providerId: work.providerId, caller: BILLING_RUN, correlationId: randomUUID() };
    const { more } = await transaction(origin, (scope) => {
      // A pass does not read the invoices that it issues; a later one would.
      scope.outbox.lateInvoices = [];
      return runDue(scope, scope.now, 1, { lane });
    });
    if (!more) return { more: false };
  }
  return { more: true };
}

/** The ids of the providers with due work by their own clocks. */
export async function providersWithDueWork(): Promise<string[]> {
  const found = await Promise.all(scheduledWork.map((work) => work.providersDue(realNow())));
  return [...new Set(found.flat())];
}
