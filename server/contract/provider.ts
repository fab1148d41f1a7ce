import { z } from 'zod';
import { MAX_ADVANCE_DAYS } from './days.ts';
import { railNames } from './enums.ts';
import { listInput, listOutput } from './paging.ts';
import {
  currencyInput,
  idOutput,
  instantInput,
  instantOutput,
  issue,
  moneyOutput,
  text,
  timestamps,
} from './primitives.ts';

export const providerSnapshot = z
  .object({
    id: idOutput('provider'),
    name: z.string(),
    livemode: z.boolean(),
    timeZone: z.string().meta({ examples: ['Africa/Nairobi'] }),
    taxRate: z.number().meta({ description: 'Decimal share of each invoice, 0.16 for 16 %.' }),
    rails: z
      .array(
        z.object({
          name: z.enum(railNames).meta({ description: 'The rail, as a payment takes it.' }),
          currencies: z.array(z.string()).meta({ description: 'The currencies that the rail takes.' }),
        }),
      )
      .meta({ description: 'The rails that payments of this account can use, with their currencies.' }),
    ...timestamps,
  })
  .meta({ id: 'Provider' });
export type ProviderSnapshot = z.output<typeof providerSnapshot>;

export const scheduleDRowSnapshot = z
  .object({
    id: idOutput('scheduleDRow'),
    planType: z.string(),
    currency: z.string(),
    minSpeedMbps: z.number().meta({ description: 'The floor applies to download speeds above this.' }),
    maxSpeedMbps: z.number().meta({ description: 'And up to and including this.' }),
    floorAmount: moneyOutput('currency'),
    effectiveFrom: instantOutput,
    ...timestamps,
  })
  .meta({ id: 'ScheduleDRow' });

export const scheduleDList = listInput(['minSpeedMbps', 'floorAmount', 'effectiveFrom'], {
  planType: text(1, 40).optional(),
  currency: currencyInput.optional(),
});
export const scheduleDPage = listOutput(scheduleDRowSnapshot);

export const testClockSnapshot = z
  .object({
    now: instantOutput,
    offsetSeconds: z.number().meta({ description: 'How far the test clock is ahead of real time.' }),
  })
  .meta({ id: 'TestClock' });

/** Either the target instant or the distance. */
export const testClockAdvance = z
  .strictObject({
    to: instantInput.optional().meta({ description: 'The target instant; a past one changes nothing.' }),
    by: z
      .strictObject({
        days: z.int().min(0).max(MAX_ADVANCE_DAYS).optional(),
        hours: z
          .int()
          .min(0)
          .max(MAX_ADVANCE_DAYS * 24)
          .optional(),
      })
      .optional()
      .meta({ minProperties: 1 }),
  })
  .superRefine((value, ctx) => {
    if (value.to && value.by) issue(ctx, 'INVALID_VALUE', 'Give either `to` or `by`.', ['by']);
    if (!value.to && !value.by) issue(ctx, 'REQUIRED', 'Give `to` or `by`.', ['to']);
    if (value.by && value.by.days === undefined && value.by.hours === undefined) {
      issue(ctx, 'REQUIRED', 'Enter days, hours or both.', ['by', 'days']);
    }
  })
  .meta({ oneOf: [{ required: ['to'] }, { required: ['by'] }] });

export type TestClockAdvance = z.output<typeof testClockAdvance>;
