import type { Refusal } from '../contract/errors.ts';
import type { WriteScope } from '../db/scope.ts';
import { type Origin, transaction } from '../db/transaction.ts';

/**
 * A refusal that the world hears of: the request fails and changes nothing, and what `announce` writes (an event, its
 * audit entry) commits on its own.
 */
export class Announced extends Error {
  readonly refusal: Refusal;
  readonly announce: (scope: WriteScope) => Promise<void>;

  constructor(refusal: Refusal, announce: (scope: WriteScope) => Promise<void>) {
    super(refusal.message);
    this.name = 'Announced';
    this.refusal = refusal;
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
