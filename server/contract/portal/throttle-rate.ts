import { z } from 'zod';

/** The speed of subscriptions past their data cap. */
export const throttleRate = z.object({
  downloadSpeedMbps: z.number(),
  uploadSpeedMbps: z.number(),
  /** Number of subscriptions past their cap in the running cycle. */
  throttled: z.int(),
});
export type ThrottleRate = z.output<typeof throttleRate>;

/** Speeds within the bounds of a plan. */
export const throttleRateSet = z.strictObject({
  downloadSpeedMbps: z.number().min(0.1).max(1_000),
  uploadSpeedMbps: z.number().min(0.1).max(100_000),
});
export type ThrottleRateSet = z.output<typeof throttleRateSet>;
