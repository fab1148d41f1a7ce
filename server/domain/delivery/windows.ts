/** Attempts at a time to a webhook that nothing is known of, at least, and at most. */
const FIRST = 8;
const LEAST = 2;
const MOST = 64;

/** An answer that takes longer says that the receiver has enough to do, in ms. */
const BRISK_MS = 1_000;

/** Attempts at a time in all, so that thousands of hanging receivers cannot take all memory. */
const MOST_IN_ALL = 4_096;

/** At most so many windows are remembered; one that is forgotten starts anew. */
const REMEMBERED = 50_000;

/**
 * How many attempts each webhook gets at a time. It is more for one that takes deliveries briskly, less for one that
 * does not, so that a small receiver is not overrun and one that hangs ties up next to nothing.
 */
export function createWindows() {
  const windows = new Map<string, { size: number; busy: number }>();
  let inAll = 0;

  function windowOf(id: string) {
    const known = windows.get(id);
    if (known) return known;
    if (windows.size >= REMEMBERED) {
      for (const [oldest, { busy }] of windows) if (busy === 0) windows.delete(oldest);
    }
    const made = { size: FIRST, busy: 0 };
    windows.set(id, made);
    return made;
  }

  return {
    /** How many more may begin now. */
    roomOf(id: string): number {
      const { size, busy } = windowOf(id);
      const free = Math.min(size - busy, MOST_IN_ALL - inAll);
      // Taken a few at a time: a statement costs the database more than a row.
      return free < size / 4 ? 0 : free;
    },
    begun(id: string): void {
      windowOf(id).busy++;
      inAll++;
    },
    /** @param latencyMs how long the receiver took to take it; null when it did not */
    ended(id: string, latencyMs: number | null): void {
      const window = windowOf(id);
      window.busy--;
      inAll--;
      // One more for each that went well; half for each that did not.
      window.size =
        latencyMs !== null && latencyMs < BRISK_MS
          ? Math.min(MOST, window.size + 1)
          : Math.max(LEAST, Math.floor(window.size / 2));
    },
  };
}
