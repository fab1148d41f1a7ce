import { z } from 'zod';
import { issue } from './primitives.ts';

/**
 * A whole number from `min` to `max`. `z.int()` would stop at a fraction, and the answer must list all other faults
 * too.
 */
export function whole(min: number, max: number) {
  return z
    .number()
    .superRefine((value, ctx) => {
      if (!Number.isInteger(value)) issue(ctx, 'INVALID_FORMAT', 'Enter a whole number.');
    })
    .min(min)
    .max(max)
    .meta({ type: 'integer' });
}
