import { MINUTE_MS, monotonicMs } from '../clock.ts';
import { createConcurrency, type Limit } from '../concurrency.ts';

export type SystemsChoice = {
  /** Calls at a time, of all accounts. They wait most of their time, and hold no connection to the database meanwhile. */
  places?: number;
  /** A call that takes longer makes its account slow, in ms. */
  slowMs?: number;
};

/** How long an account stays slow after its last slow call, in ms. */
const STAYS_SLOW_MS = 10 * MINUTE_MS;

/**
 * Places for functions that wait for systems of partners. Accounts whose systems answer late share a half of the places, so that they
 * delay each other, and not the accounts whose systems answer.
 */
export function createPlacesOfSystems({ places = 32, slowMs = 10_000 }: SystemsChoice = {}) {
  const concurrency = createConcurrency(places);
  const shareOfSlow: Limit = { key: 'slow accounts', limit: Math.max(1, Math.floor(places / 2)) };
  /** By account, on the monotonic clock. */
  const slowUntil = new Map<string, number>();

  function isSlow(account: string): boolean {
    const isStill = (slowUntil.get(account) ?? 0) > monotonicMs();
    if (!isStill) slowUntil.delete(account);
    return isStill;
  }

  return {
    concurrency,
    /** @throws Stopped */
    run<T>(account: string, limits: readonly Limit[], call: () => Promise<T>): Promise<T> {
      return concurrency.run(isSlow(account) ? [...limits, shareOfSlow] : limits, async () => {
        const began = monotonicMs();
        try {
          return await call();
        } finally {
          if (monotonicMs() - began > slowMs) slowUntil.set(account, monotonicMs() + STAYS_SLOW_MS);
        }
      });
    },
  };
}
