import { HOUR_MS, MINUTE_MS, plus, SECOND_MS } from '../clock.ts';

/** The delay from each failure to the next attempt, in ms. With the immediate first attempt there are eight. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
];

/** The share by which a delay is shorter or longer, so that deliveries that failed together are not retried together. */
const JITTER = 0.1;

/**
 * When a failed delivery is retried, in real time. Contract: Outbound deliveries.
 * @param failures the number of failures so far, with this one
 * @param failedAt the end of the last attempt
 * @param random from 0 to 1
 * @returns null after the last retry
 */
export function nextAttemptAt(failures: number, failedAt: Date, random = Math.random()): Date | null {
  const delay = RETRY_DELAYS_MS[failures - 1];
  return delay === undefined ? null : plus(failedAt, Math.round(delay * (1 + JITTER * (2 * random - 1))));
}
