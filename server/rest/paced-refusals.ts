import { monotonicMs, SECOND_MS } from '../clock.ts';

/** Refusals of one caller that are answered at once. A program that is a little too fast notices no delay. */
const AT_ONCE = 20;

/** The time in ms between further refusals of one caller. */
const EVERY_MS = 10;

/** The longest delay, in ms. A shutdown leaves requests more time. */
const MAX_DELAY_MS = 5 * SECOND_MS;

/** More callers than are refused in a few seconds. */
const MAX_CALLERS = 10_000;

export type PacedRefusals = {
  /** Resolves when a refusal of the caller may be answered. */
  turn(caller: string): Promise<void>;
  /** Ends all delays. Later refusals are answered at once. */
  release(): void;
};

/**
 * Delays refusals of a caller that ignores them: a refusal costs the thread half a millisecond, so a flood of refusals that are
 * answered at once takes all of it. Only 100 a second of one caller are answered. A refusal that would wait longer than the
 * limit is answered at once, because waiting requests take memory.
 * @param now a time in ms that only moves forward
 */
export function createPacedRefusals(now: () => number = monotonicMs): PacedRefusals {
  /** When the latest refusal of a caller is answered, in ms. */
  const latest = new Map<string, number>();
  const delayed = new Set<() => void>();
  let isReleased = false;

  return {
    turn(caller) {
      const at = now();
      const next = Math.max(
        (latest.get(caller) ?? Number.NEGATIVE_INFINITY) + EVERY_MS,
        at - AT_ONCE * EVERY_MS + EVERY_MS,
      );
      const delayMs = next - at;
      if (isReleased || delayMs > MAX_DELAY_MS) return Promise.resolve();
      if (latest.size >= MAX_CALLERS) latest.clear();
      latest.set(caller, next);
      if (delayMs <= 0) return Promise.resolve();
      return new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          delayed.delete(end);
          resolve();
        };
        const timer = setTimeout(end, delayMs);
        delayed.add(end);
      });
    },
    release() {
      isReleased = true;
      for (const end of delayed) end();
    },
  };
}
