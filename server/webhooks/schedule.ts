import { HOUR_MS, MINUTE_MS, plus, SECOND_MS } from '../clock.ts';

/** How long after each failure the next attempt is made. With the first, at once, they are eight. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
];

/** The share by which a delay may be shorter or longer, so that what failed together does not come back together. */
const JITTER = 0.1;

/**
 * When a delivery is tried again. Real time. Contract: Outbound deliveries.
 * @param failures those so far, this one included
 * @param failedAt when the last attempt ended
 * @param random from 0 to 1
 * @returns null when it is given up
 */
export function nextAttemptAt(failures: number, failedAt: Date, random = Math.random()): Date | null {
  const delay = RETRY_DELAYS_MS[failures - 1];
  return delay === undefined ? null : plus(failedAt, Math.round(delay * (1 + JITTER * (2 * random - 1))));
}
