import { z } from 'zod';
import { dayInput } from './day-input.ts';
import { idInput } from './primitives.ts';

/** The most days of one request. Contract: Network session. */
export const MAX_USAGE_DAYS = 366;

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
