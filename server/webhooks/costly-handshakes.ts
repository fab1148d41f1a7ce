import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS, monotonicMs } from '../clock.ts';

/** A longer handshake is costly, in ms of the thread. One with a usual chain of certificates takes 2, and with the longest one 80. */
const COSTLY_MS = 30;

/** The share of the thread that the handshakes of costly hosts take together. */
const SHARE = 1 / 20;

/** How long a host stays costly after its last costly handshake, in ms. */
const STAYS_COSTLY_MS = 10 * MINUTE_MS;

/**
 * Limits the time of the thread for handshakes of TLS with hosts that a partner chose, and whose certificates take long to verify. A host
 * is costly after its first such handshake; from then on its handshakes wait for their turn among those of all costly hosts.
 */
export function createCostlyHandshakes({ costlyMs = COSTLY_MS, share = SHARE } = {}) {
  const costly = new Map<string, { ms: number; until: number }>();
  /** When the next handshake of a costly host may begin, on the monotonic clock. */
  let nextAt = 0;

  function costOf(host: string): number | null {
    const cost = costly.get(host);
    if (cost && cost.until > monotonicMs()) return cost.ms;
    costly.delete(host);
    return null;
  }

  return {
    /**
     * Waits for the turn of a host while it is costly.
     * @param timeout ms
     * @returns false where it does not come in time
     */
    async turnOf(host: string, timeout: number): Promise<boolean> {
      const end = monotonicMs() + timeout;
      for (;;) {
        const [ms, now] = [costOf(host), monotonicMs()];
        if (ms === null) return true;
        if (now >= nextAt) {
          nextAt = now + ms / share;
          return true;
        }
        if (now >= end) return false;
        await sleep(Math.min(nextAt, end) - now, undefined, { ref: false });
      }
    },
    /** @param ms the time of the thread that a handshake took */
    took(host: string, ms: number): void {
      if (ms > costlyMs) costly.set(host, { ms, until: monotonicMs() + STAYS_COSTLY_MS });
      else costly.delete(host);
    },
  };
}

export type CostlyHandshakes = ReturnType<typeof createCostlyHandshakes>;
