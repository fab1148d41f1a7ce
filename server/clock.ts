/**
 * The only reader of the system clock.
 *
 * Real time serves what faces the outside world: rate limits, sign-in, secret overlaps, signatures.
 * Everything a partner can see happen (`createdAt`, due dates, `occurredAt`) is on the provider's clock.
 */

/** The real time. */
export function realNow(): Date {
  return new Date();
}

/** Milliseconds that only go forward, for measuring how long something took. */
export function monotonicMs(): number {
  return performance.now();
}

/**
 * The provider's time: real time for a live provider, real time plus its test clock's offset in sandbox.
 * @param offsetMs how far the test clock was moved ahead of real time, in ms; 0 for a live provider
 */
export function providerNow(offsetMs: number): Date {
  return new Date(Date.now() + offsetMs);
}

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
/** A day is always 86,400 s: billing runs in UTC and knows no daylight saving. */
export const DAY_MS = 24 * HOUR_MS;

/** `at` moved by `ms` milliseconds. */
export function plus(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}
