import type { Refusal } from '../contract/errors.ts';
import type { Idempotency } from '../work/idempotency-key.ts';
import { emptyOutbox, type WriteScope } from '../work/scope.ts';
import { type Origin, transaction } from '../work/transaction.ts';

/**
 * A refusal with an event. The request fails and changes nothing. `announce` writes the event and its audit entry in a
 * separate transaction.
 */
export class AnnouncedRefusal extends Error {
  readonly refusal: Refusal;
  readonly announce: (scope: WriteScope) => Promise<void>;
  /** The `rejection.reason` of the event. */
  readonly reason: string;

  constructor(
    refusal: Refusal,
    announce: (scope: WriteScope) => Promise<void>,
    reason: string = refusal.key,
  ) {
    super(refusal.message);
    this.name = 'AnnouncedRefusal';
    this.refusal = refusal;
    this.reason = reason;
    this.announce = announce;
  }
}

/**
 * Runs one unit of work. After an announced refusal it is rolled back, the event is written in a second one, and the
 * refusal itself is thrown.
 * @param key of the first unit alone: see `transaction`
 * @throws Refusal
 */
export async function withAnnouncedRefusals<T>(
  origin: Origin,
  work: (scope: WriteScope) => Promise<T>,
  key?: Idempotency,
): Promise<T> {
  try {
    return await transaction(origin, work, key);
  } catch (error) {
    if (!(error instanceof AnnouncedRefusal)) throw error;
    await transaction(origin, error.announce);
    throw error.refusal;
  }
}

/**
 * Runs a part of a transaction in a savepoint. After an announced refusal it rolls back to the savepoint and writes the
 * event; the transaction continues.
 * @returns the reason of the refusal; null when there was none
 */
export async function savepointWithAnnouncedRefusals(
  scope: WriteScope,
  work: (scope: WriteScope) => Promise<unknown>,
): Promise<string | null> {
  const outbox = emptyOutbox();
  try {
    await scope.db.transaction((tx) => work({ ...scope, db: tx, outbox }));
  } catch (error) {
    if (!(error instanceof AnnouncedRefusal)) throw error;
    await error.announce(scope);
    return error.reason;
  }
  scope.outbox.events.push(...outbox.events);
  scope.outbox.audit.push(...outbox.audit);
  for (const wake of outbox.wakes) scope.outbox.wakes.add(wake);
  for (const finish of outbox.beforeCommit) scope.outbox.beforeCommit.add(finish);
  return null;
}
