import { HOUR_MS, MINUTE_MS } from '../clock.ts';

/** Waits after each attempt that failed, in ms of real time; after the last of them the mail is given up. */
export const RETRY_WAITS_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
] as const;

/** How long an attempt may take before another process may make the next, in ms: longer than any attempt does. */
export const LEASE_MS = 5 * MINUTE_MS;
