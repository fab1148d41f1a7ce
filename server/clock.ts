/**
 * The only reader of the system clock. Contract: Time.
 *
 * Real time is for what concerns the outside: rate limits, sign-in, secret overlaps, signatures. Everything else
 * (`createdAt`, due dates, `occurredAt`) uses the provider's clock.
 */

/** The current real time. */
export function realNow(): Date {
  return new Date();
}

/** Milliseconds that only move forward, to measure durations. */
export function monotonicMs(): number {
  return performance.now();
}

/** Microseconds of real time since 1970, for spans shorter than a millisecond. */
export function realMicroseconds(): number {
  return Math.round((performance.timeOrigin + performance.now()) * 1_000);
}

/**
 * The provider's time: real time when live, real time plus the test clock's offset in the sandbox. Contract: Time.
 * @param offsetMs how far the test clock is ahead of real time, in ms; 0 for a live provider
 */
export function providerNow(offsetMs: number): Date {
  return new Date(Date.now() + offsetMs);
}

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;

/** `at` plus `ms` milliseconds. */
export function plus(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}
