/** Attempts at a time to a webhook that nothing is known of, at least, and at most. */
const FIRST = 8;
const LEAST = 2;
const MOST = 64;

/** From this window on, deliveries are claimed ahead: so many windows in all, the one under way among them. */
const WIDE = 32;
const REACH = 6;

/** An answer that takes longer says that the receiver has enough to do, in ms. */
const BRISK_MS = 1_000;

/** Deliveries in hand in all, so that thousands of hanging receivers cannot take all memory. */
const MOST_IN_ALL = 4_096;

/** With so many in hand nothing more is held ready: the rest is for webhooks that have nothing under way. */
const MOST_AHEAD = MOST_IN_ALL / 2;

/** At most so many windows are remembered; one that is forgotten starts anew. */
const REMEMBERED = 50_000;

/**
 * How many attempts each webhook gets at a time. It is more for one that takes deliveries briskly, less for one that
 * does not, so that a small receiver is not overrun and one that hangs ties up next to nothing. For one that has shown
 * to be brisk some more are held ready, so that its next attempts need not wait for the database.
 */
export function createWindows() {
  const windows = new Map<string, { size: number; busy: number; held: number }>();
  let inAll = 0;

  function windowOf(id: string) {
    const known = windows.get(id);
    if (known) return known;
    if (windows.size >= REMEMBERED) {
      for (const [oldest, { busy, held }] of windows) if (busy + held === 0) windows.delete(oldest);
    }
    const made = { size: FIRST, busy: 0, held: 0 };
    windows.set(id, made);
    return made;
  }

  return {
    /** How many more may be claimed now. */
    roomOf(id: string): number {
      const { size, busy, held } = windowOf(id);
      const isAhead = size >= WIDE && inAll < MOST_AHEAD;
      const reach = isAhead ? size * REACH : size;
      const free = Math.min(reach - busy - held, MOST_IN_ALL - inAll);
      // Taken many at a time: a statement costs the database more than a row.
      return free < reach / (isAhead ? 2 : 4) ? 0 : free;
    },
    /** Whether one of those held may begin. */
    isOpen(id: string): boolean {
      const { size, busy } = windowOf(id);
      return busy < size;
    },
    held(id: string): void {
      windowOf(id).held++;
      inAll++;
    },
    /** So many of those held were given back. */
    letGo(id: string, n: number): void {
      windowOf(id).held -= n;
      inAll -= n;
    },
    /** An attempt of one that was held. */
    begun(id: string): void {
      const window = windowOf(id);
      window.held--;
      window.busy++;
    },
    /**
     * @param latencyMs how long the receiver took to take it; null when it did not
     * @returns whether it was brisk
     */
    ended(id: string, latencyMs: number | null): boolean {
      const window = windowOf(id);
      window.busy--;
      inAll--;
      const isBrisk = latencyMs !== null && latencyMs < BRISK_MS;
      // One more for each that went well; half for each that did not.
      window.size = isBrisk ? Math.min(MOST, window.size + 1) : Math.max(LEAST, Math.floor(window.size / 2));
      return isBrisk;
    },
  };
}
