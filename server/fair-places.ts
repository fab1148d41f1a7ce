import { refuse } from './contract/errors.ts';
import { FairQueue } from './fair-queue.ts';

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
export function createFairPlaces({ places, ofOwner = places, waiting }: Choice): FairPlaces {
  const queue = new FairQueue<() => void>();
  const atWork = new Map<string, number>();
  let taken = 0;
  let waits = 0;

  const mayStart = (owner: string) => taken < places && (atWork.get(owner) ?? 0) < ofOwner;

  function start(owner: string): void {
    taken++;
    atWork.set(owner, (atWork.get(owner) ?? 0) + 1);
  }

  function end(owner: string): void {
    taken--;
    const left = (atWork.get(owner) ?? 1) - 1;
    if (left > 0) atWork.set(owner, left);
    else atWork.delete(owner);
    queue.take(
      () => taken < places,
      (next) => mayStart(next),
      (next, begin) => {
        waits--;
        start(next);
        begin();
      },
    );
  }

  return {
    async run(owner, work) {
      if (mayStart(owner)) start(owner);
      else {
        if (queue.waitingOf(owner) >= SHARE * (waiting - waits)) throw atCapacity();
        waits++;
        await new Promise<void>((begin) => queue.add(owner, begin));
      }
      try {
        return await work();
      } finally {
        end(owner);
      }
    },
  };
}

function atCapacity() {
  return refuse('SERVICE_UNAVAILABLE', {
    message: 'Too many requests of this kind are in work. Try again in a moment.',
    retryAfter: RETRY_AFTER,
  });
}
