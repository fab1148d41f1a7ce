import { databaseError, lostItsStatements } from '../db/errors.ts';

/** A failure that is explained after the rollback, because a transaction that failed answers no statement. */
export class ToExplain extends Error {
  /** Reads outside the transaction, and returns the error to throw. */
  readonly explain: () => Promise<unknown>;

  constructor(cause: unknown, explain: () => Promise<unknown>) {
    super('a failure to explain after the rollback', { cause });
    this.explain = explain;
  }
}

/** A unit of work that has to be done again. Nothing of it is written. */
export class ToRepeat extends Error {}

/** The test clock of the account is being advanced, which holds locks for as long as it takes. Nothing is written. */
export class ClockAdvances extends Error {
  constructor() {
    super('the test clock of the account is being advanced');
  }
}

/**
 * Whether other work of the account kept a unit of work from its locks: a transaction for longer than `lock_timeout`, or an advance of the
 * test clock. Nothing is written, and nothing is wrong with the unit: a job leaves it until later, and does not count a failure.
 */
export function isHeldUp(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause) if (e instanceof ClockAdvances) return true;
  return databaseError(error)?.code === '55P03';
}

/**
 * Constraints whose violation a retry resolves: a key that a concurrent request has just claimed, a period that starts in the
 * same millisecond as another, and a random number that is taken.
 */
const transientConstraints = new Set([
  'idempotency_key_provider_id_key_pk',
  'billing_cycle_period',
  'invoice_period',
  'subscriber_account_number',
]);

/**
 * Whether a retry may succeed: deadlock, serialization failure, transient constraint, lost statements or a unit of work that has
 * to be done again.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof ToRepeat || lostItsStatements(error)) return true;
  const { code, constraint } = databaseError(error) ?? {};
  return (
    code === '40P01' || code === '40001' || (code === '23505' && transientConstraints.has(constraint ?? ''))
  );
}
