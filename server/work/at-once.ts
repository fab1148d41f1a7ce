import { providerNow } from '../clock.ts';
import { Refusal } from '../contract/errors.ts';
import type { Tx } from '../db/client.ts';
import { type AtOnce, emptyOutbox, type WriteScope } from './scope.ts';
import { isTransient, type Origin, ToExplain, tracedAsTransaction, wakeNow } from './transaction.ts';
import { writeAtOnce } from './write-out.ts';

/** The origin of a request, with its account. */
type RequestOrigin = Pick<Origin, 'providerId' | 'caller' | 'correlationId'> & {
  livemode: boolean;
  /** How far the test clock is ahead of real time, in ms. */
  clockOffsetMs: number;
};

/**
 * Runs a unit of work that inserts rows and reads nothing. All of it, the claim of the idempotency key included, is one
 * statement: one message instead of the four of `transaction`. A test clock that moves while the statement waits counts as
 * moved after it.
 * @returns null when nothing was written and `transaction` decides: the work is refused, the key is known or in use, or the
 *   test clock has moved
 * @throws what explains a violated constraint; an Error for work that reads
 */
export function atOnce<T>(
  origin: RequestOrigin,
  work: (scope: WriteScope) => Promise<T>,
): Promise<{ result: T } | null> {
  return tracedAsTransaction(origin, () => attempt(origin, work));
}

async function attempt<T>(
  { providerId, caller, correlationId, livemode, clockOffsetMs }: RequestOrigin,
  work: (scope: WriteScope) => Promise<T>,
): Promise<{ result: T } | null> {
  const collected: AtOnce = { inserts: [] };
  const outbox = { ...emptyOutbox(), atOnce: collected };
  const now = providerNow(clockOffsetMs);
  const scope: WriteScope = { providerId, caller, correlationId, livemode, now, db: unreadable, outbox };
  try {
    const result = await work(scope);
    const isWritten = await writeAtOnce(scope, collected.inserts, livemode ? null : clockOffsetMs);
    if (!isWritten) return null;
    wakeNow(providerId, ...outbox.wakes);
    return { result };
  } catch (thrown) {
    // A refusal comes after the answer of a known key.
    if (thrown instanceof Refusal || isTransient(thrown)) return null;
    const error = collected.errorFor?.(thrown) ?? thrown;
    throw error instanceof ToExplain ? await error.explain() : error;
  }
}

/** Stands in for the transaction. Any use is an error, because work at once must not read. */
const unreadable = new Proxy({} as Tx, {
  get() {
    throw new Error('work at once cannot read');
  },
});
