import type { Refusal } from '../contract/errors.ts';
import { emptyOutbox, type WriteScope } from '../db/scope.ts';
import { type Origin, transaction } from '../db/transaction.ts';

/**
 * A refusal that the world hears of: the request fails and changes nothing, and what `announce` writes (an event, its
 * audit entry) commits on its own.
 */
export class Announced extends Error {
  readonly refusal: Refusal;
  readonly announce: (scope: WriteScope) => Promise<void>;
  /** What the world hears as the reason. */
  readonly reason: string;

  constructor(
    refusal: Refusal,
    announce: (scope: WriteScope) => Promise<void>,
    reason: string = refusal.key,
  ) {
    super(refusal.message);
    this.name = 'Announced';
    this.refusal = refusal;
    this.reason = reason;
    this.announce = announce;
  }
}

/**
 * One unit of work like any other; a refusal the world hears of is rolled back, announced in a transaction of its own,
 * and thrown as the refusal it is.
 * @throws Refusal
 */
export async function announcing<T>(origin: Origin, work: (scope: WriteScope) => Promise<T>): Promise<T> {
  try {
    return await transaction(origin, work);
  } catch (error) {
    if (!(error instanceof Announced)) throw error;
    await transaction(origin, error.announce);
    throw error.refusal;
  }
}

/**
 * A part of a larger unit of work that may be refused in public: what it did is taken back and the refusal announced,
 * within the transaction of the whole, which goes on.
 * @returns the reason of the refusal; null when there was none
 */
export async function announcingWithin(
  scope: WriteScope,
  work: (scope: WriteScope) => Promise<unknown>,
): Promise<string | null> {
  const outbox = emptyOutbox();
  try {
    await scope.db.transaction((tx) => work({ ...scope, db: tx, outbox }));
  } catch (error) {
    if (!(error instanceof Announced)) throw error;
    await error.announce(scope);
    return error.reason;
  }
  scope.outbox.events.push(...outbox.events);
  scope.outbox.audit.push(...outbox.audit);
  for (const wake of outbox.wakes) scope.outbox.wakes.add(wake);
  for (const finish of outbox.beforeCommit) scope.outbox.beforeCommit.add(finish);
  return null;
}
