import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { invalid, Refusal, refuse } from '../contract/errors.ts';
import { reasonsOf } from '../contract/reasons.ts';
import { isDatabaseAway } from '../db/transaction.ts';

/**
 * Whatever was thrown, as the refusal a caller may see. Anything not foreseen is INTERNAL_ERROR and says nothing.
 * @param input what the caller sent, to tell a missing field from a wrong one
 */
export function refusalOf(error: unknown, input: unknown): Refusal {
  const cause = error instanceof TRPCError && error.cause ? error.cause : error;
  if (cause instanceof Refusal) return cause;
  if (cause instanceof z.core.$ZodError) return invalid(reasonsOf(cause.issues, input));
  if (error instanceof TRPCError && error.code === 'NOT_FOUND') return refuse('NOT_FOUND');
  if (error instanceof TRPCError && error.code === 'BAD_REQUEST') {
    return invalid([{ field: '_', code: 'INVALID_FORMAT' }]);
  }
  if (isDatabaseAway(error))
    return refuse('SERVICE_UNAVAILABLE', {
      message: 'Something this needs is away. Try again in a moment.',
      retryAfter: 2,
    });
  return refuse('INTERNAL_ERROR');
}
