/** Concurrent attempts to one webhook: for a webhook without history, and the bounds. */
const INITIAL_SIZE = 8;
const MIN_SIZE = 2;
const MAX_SIZE = 64;

/** A window grows while fewer attempts of the process are in flight. Above it, a larger window only opens connections. */
const GROWS_BELOW = 128;

/** After so many fast attempts in a row deliveries are prefetched. A webhook then has this many windows of claimed deliveries in all. */
const PREFETCH_AFTER = 24;
const WINDOWS_CLAIMED = 6;

/** An endpoint that takes longer to answer is overloaded, in ms. */
const FAST_MS = 1_000;

/** Claimed deliveries of all webhooks. The bound protects the memory of the process from thousands of hanging endpoints. */
const MAX_CLAIMED = 4_096;

/** Above this number nothing is prefetched: the rest is for webhooks that have no attempt in flight. */
const MAX_CLAIMED_WITH_PREFETCH = MAX_CLAIMED / 2;

/** From this share of the claimed deliveries on, a webhook may get fewer than it has places for. */
const CROWDED_FROM = 3 / 4;

/** A webhook whose window was dropped starts with the initial size again. */
const MAX_WINDOWS = 50_000;

type Window = {
  size: number;
  /** First attempts in flight, and retries. */
  inFlight: number;
  retrying: number;
  prefetched: number;
  fastInARow: number;
};

/** See `createConcurrencyWindows`. */
export type ConcurrencyWindows = ReturnType<typeof createConcurrencyWindows>;

/**
 * The concurrency window of each webhook: how many attempts may be in flight. It grows while the endpoint accepts
 * deliveries quickly, and halves when it is slow or fails. A small endpoint is therefore not overloaded, and one that hangs
 * occupies two connections. For a fast endpoint deliveries are prefetched, so that its next attempts do not wait for
 * the database. Windows do not grow while the process itself is busy: its endpoints then reuse their connections.
 *
 * A retry does not wait for the window, which is small after failures: the schedule says when it starts. Its bound is that of the
 * largest window, and that of the window itself once the process has claimed half of what it can.
 */
export function createConcurrencyWindows({ maxClaimed = MAX_CLAIMED } = {}) {
  const windows = new Map<string, Window>();
  let claimed = 0;
  let inFlightInAll = 0;

  function windowOf(id: string) {
    const known = windows.get(id);
    if (known) return known;
    if (windows.size >= MAX_WINDOWS) {
      for (const [unused, { inFlight, retrying, prefetched }] of windows) {
        if (inFlight + retrying + prefetched === 0) windows.delete(unused);
      }
    }
    const made: Window = { size: INITIAL_SIZE, inFlight: 0, retrying: 0, prefetched: 0, fastInARow: 0 };
    windows.set(id, made);
    return made;
  }

  return {
    /** How many deliveries may be claimed now for their first attempt. */
    capacity(id: string): number {
      const { size, inFlight, prefetched, fastInARow } = windowOf(id);
      const prefetches = fastInARow >= PREFETCH_AFTER && claimed < MAX_CLAIMED_WITH_PREFETCH;
      const limit = prefetches ? size * WINDOWS_CLAIMED : size;
      const free = Math.min(limit - inFlight - prefetched, maxClaimed - claimed);
      // Claims are batched: a statement costs the database more than a row.
      return free < limit / (prefetches ? 2 : 4) ? 0 : free;
    },
    /** How many retries may be claimed now. */
    retryCapacity(id: string): number {
      const { size, retrying } = windowOf(id);
      const limit = claimed < MAX_CLAIMED_WITH_PREFETCH ? MAX_SIZE : size;
      const free = Math.min(limit - retrying, maxClaimed - claimed);
      return free < limit / 4 ? 0 : free;
    },
    /** Whether the bound on claimed deliveries, and not a window, may have limited a capacity. */
    isCrowded(): boolean {
      return claimed >= maxClaimed * CROWDED_FROM;
    },
    /** Whether a prefetched delivery may start its first attempt. */
    canStart(id: string): boolean {
      const { size, inFlight } = windowOf(id);
      return inFlight < size;
    },
    /** A delivery was claimed. */
    prefetch(id: string): void {
      windowOf(id).prefetched++;
      claimed++;
    },
    /** `n` prefetched deliveries were released. */
    release(id: string, n: number): void {
      windowOf(id).prefetched -= n;
      claimed -= n;
    },
    /** A prefetched delivery started its attempt. */
    start(id: string, isRetry: boolean): void {
      const window = windowOf(id);
      window.prefetched--;
      if (isRetry) window.retrying++;
      else window.inFlight++;
      inFlightInAll++;
    },
    /**
     * An attempt ended.
     * @param latencyMs time until the endpoint accepted the delivery; null when it did not
     * @returns whether the endpoint accepted it quickly
     */
    end(id: string, isRetry: boolean, latencyMs: number | null): boolean {
      const window = windowOf(id);
      const grows = inFlightInAll < GROWS_BELOW;
      if (isRetry) window.retrying--;
      else window.inFlight--;
      inFlightInAll--;
      claimed--;
      const isFast = latencyMs !== null && latencyMs < FAST_MS;
      window.fastInARow = isFast ? window.fastInARow + 1 : 0;
      if (!isFast) window.size = Math.max(MIN_SIZE, Math.floor(window.size / 2));
      else if (grows) window.size = Math.min(MAX_SIZE, window.size + 1);
      return isFast;
    },
  };
}
