import { issue, text } from './primitives.ts';

/** A day as `YYYY-MM-DD`; 30 February is none. */
export const dayInput = text(1, 10)
  .superRefine((day, ctx) => {
    const at = new Date(`${day}T00:00:00.000Z`);
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(at.getTime());
    if (!isDay || at.toISOString().slice(0, 10) !== day)
      issue(ctx, 'INVALID_FORMAT', 'Enter a day such as 2026-03-01.');
    else if (at.getUTCFullYear() < 1970) issue(ctx, 'OUT_OF_RANGE', 'Enter a day from 1970 on.');
  })
  .meta({ format: 'date', examples: ['2026-03-01'] });
