import { z } from 'zod';
import { idInput, issue, text } from './primitives.ts';

/** The most days of one request. Contract: Network session. */
export const MAX_USAGE_DAYS = 366;

/** A day as `YYYY-MM-DD`; 30 February is none. */
const dayInput = text(1, 10)
  .superRefine((day, ctx) => {
    const at = new Date(`${day}T00:00:00.000Z`);
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(at.getTime());
    if (!isDay || at.toISOString().slice(0, 10) !== day)
      issue(ctx, 'INVALID_FORMAT', 'Enter a day such as 2026-03-01.');
    else if (at.getUTCFullYear() < 1970) issue(ctx, 'OUT_OF_RANGE', 'Enter a day from 1970 on.');
  })
  .meta({ format: 'date', examples: ['2026-03-01'] });

export const subscriptionUsageQuery = z.strictObject({
  id: idInput('subscription'),
  from: dayInput.optional().meta({
    description: 'The first day, in the time zone of your account; by default 29 days before `to`.',
  }),
  to: dayInput.optional().meta({ description: 'The last day; by default today.' }),
});

export const subscriptionUsage = z.array(
  z
    .object({
      day: z.string().meta({ format: 'date', description: 'In the time zone of your account.' }),
      inputOctets: z.int().meta({ description: 'From the subscriber.' }),
      outputOctets: z.int().meta({ description: 'To the subscriber.' }),
    })
    .meta({ id: 'UsageDay' }),
);
