import { z } from 'zod';
import { issue } from './primitives.ts';

/**
 * A whole number from `min` to `max`. `z.int()` would end the checking at a fraction, and the answer has to name
 * everything else that is wrong too.
 */
export function whole(min: number, max: number) {
  return z
    .number()
    .superRefine((value, ctx) => {
      if (!Number.isInteger(value)) issue(ctx, 'INVALID_FORMAT', 'Give a whole number.');
    })
    .min(min)
    .max(max)
    .meta({ type: 'integer' });
}
