import { z } from 'zod';
import { issue, text, timeZoneInput } from '../primitives.ts';

/** The settings that the owner changes. */
export const providerUpdate = z.strictObject({
  /** Decimal share of each invoice, from 0 to below 1: "0.16" for 16 %. */
  taxRate: text(1, 20).superRefine((rate, ctx) => {
    if (!rate) return;
    if (!/^\d+(\.\d{1,6})?$/.test(rate)) {
      issue(ctx, 'INVALID_FORMAT', 'Enter a percentage with at most four decimals, such as 16.');
    } else if (!/^0+(\.|$)/.test(rate)) issue(ctx, 'OUT_OF_RANGE', 'Enter less than 100 %.');
  }),
  timeZone: timeZoneInput,
});

export type ProviderUpdate = z.output<typeof providerUpdate>;
