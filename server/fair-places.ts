import { createConcurrency } from './concurrency.ts';
import { refuse } from './contract/errors.ts';
import { createSlowOwners } from './slow-owners.ts';

/** `Retry-After` in seconds where too many wait. */
const RETRY_AFTER = 2;

/** An owner waits only while it has fewer than this many times the free places to wait: one alone gets 4 of 5. */
const SHARE = 4;

type Choice = {
  /** Work at the same time. */
  places: number;
  /** Work of one owner at the same time: by default as much as there are places. */
  ofOwner?: number;
  /** Work that may wait for a place. */
  waiting: number;
  /** Work that takes longer makes its owner slow, in ms. By default none does. */
  slowMs?: number;
};

export type FairPlaces = {
  /**
   * Runs work in a place. Owners take turns, so that much work of one delays the next work of another by one only.
   * @param owner the account or the person
   * @throws SERVICE_UNAVAILABLE where too many wait
   */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>;
};

/** Places for work that takes a processor or much memory. */
export function createFairPlaces(choice: Choice): FairPlaces {
  const { places, ofOwner = places, waiting, slowMs = Number.POSITIVE_INFINITY } = choice;
  const concurrency = createConcurrency(places);
  const slow = createSlowOwners({ places, slowMs });
  return {
    async run(owner, work) {
      const limits = [{ key: owner, limit: ofOwner }, ...slow.limitsOf(owner)];
      const placesToWait = waiting - concurrency.waiting;
      if (!concurrency.isFree(limits) && concurrency.waitingWith(limits) >= SHARE * placesToWait)
        throw atCapacity();
      return concurrency.run(limits, () => slow.measured(owner, work));
    },
  };
}

function atCapacity() {
  return refuse('SERVICE_UNAVAILABLE', {
    message: 'Too many requests of this kind are in work. Try again in a moment.',
    retryAfter: RETRY_AFTER,
  });
}
