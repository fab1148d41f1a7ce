/** A day in ms. It always has 86,400 s: billing uses UTC without daylight saving. */
export const DAY_MS = 86_400_000;

/** A number of days with its unit: `1 day`, `30 days`. */
export function daysText(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

/** The maximum number of days of one advance of a test clock. Contract: Time. */
export const MAX_ADVANCE_DAYS = 400;
