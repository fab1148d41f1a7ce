import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS, monotonicMs } from '../clock.ts';
import { ownerOf } from '../networks.ts';

/** A longer handshake is costly, in ms of the thread. One with a usual chain of certificates takes 2, and with the longest one 80. */
const COSTLY_MS = 30;

/** The share of the thread that the handshakes of costly addresses take together. */
const SHARE = 1 / 20;

/** How long an address stays costly after its last costly handshake, in ms. */
const STAYS_COSTLY_MS = 10 * MINUTE_MS;

/**
 * Limits the time of the thread for handshakes of TLS with hosts that a partner chose, and whose certificates take long to verify. An
 * address is costly after its first such handshake, whatever its names; from then on its handshakes wait for their turn among those of all
 * costly addresses.
 */
export function createCostlyHandshakes({ costlyMs = COSTLY_MS, share = SHARE } = {}) {
  /** By owner of an address, in the order of their end. */
  const costly = new Map<string, { ms: number; until: number }>();
  /** When the next handshake of a costly address may begin, on the monotonic clock. */
  let nextAt = 0;

  function costOf(owner: string): number | null {
    for (const [each, { until }] of costly) {
      if (until > monotonicMs()) break;
      costly.delete(each);
    }
    return costly.get(owner)?.ms ?? null;
  }

  return {
    /**
     * Waits for the turn of an address while it is costly.
     * @param timeout ms
     * @returns false where it does not come in time
     */
    async turnOf(address: string, timeout: number): Promise<boolean> {
      const end = monotonicMs() + timeout;
      for (;;) {
        const [ms, now] = [costOf(ownerOf(address)), monotonicMs()];
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
    took(address: string, ms: number): void {
      const owner = ownerOf(address);
      costly.delete(owner);
      if (ms > costlyMs) costly.set(owner, { ms, until: monotonicMs() + STAYS_COSTLY_MS });
    },
  };
}

export type CostlyHandshakes = ReturnType<typeof createCostlyHandshakes>;
