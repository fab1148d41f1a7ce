import { MINUTE_MS, monotonicMs } from './clock.ts';
import type { Limit } from './concurrency.ts';

/** How long an owner stays slow after its last slow work, in ms. */
const STAYS_SLOW_MS = 10 * MINUTE_MS;

/**
 * Owners whose work took long. They share a half of the places, so that they delay each other, and not the owners whose work is short.
 * @param slowMs work that takes longer makes its owner slow
 */
export function createSlowOwners({ places, slowMs }: { places: number; slowMs: number }) {
  const shared: Limit = { key: 'slow owners', limit: Math.max(1, Math.floor(places / 2)) };
  /** By owner, on the monotonic clock. */
  const slowUntil = new Map<string, number>();
  return {
    /** The limits that an owner has beside its own. */
    limitsOf(owner: string): Limit[] {
      if ((slowUntil.get(owner) ?? 0) > monotonicMs()) return [shared];
      slowUntil.delete(owner);
      return [];
    },
    async measured<T>(owner: string, work: () => Promise<T>): Promise<T> {
      const began = monotonicMs();
      try {
        return await work();
      } finally {
        if (monotonicMs() - began > slowMs) slowUntil.set(owner, monotonicMs() + STAYS_SLOW_MS);
      }
    },
  };
}
