import { z } from 'zod';

/** What a subscription gets once its data cap is used up. Portal only. */
export const throttleRate = z.object({
  downloadSpeedMbps: z.number(),
  uploadSpeedMbps: z.number(),
  /** How many subscriptions are past their cap in their running cycle. */
  throttled: z.int(),
});
export type ThrottleRate = z.output<typeof throttleRate>;

/** Speeds as a plan may have them. */
export const throttleRateSet = z.strictObject({
  downloadSpeedMbps: z.number().min(0.1).max(1_000),
  uploadSpeedMbps: z.number().min(0.1).max(100_000),
});
export type ThrottleRateSet = z.output<typeof throttleRateSet>;
