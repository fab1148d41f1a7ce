import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { invalid, Refusal, refuse } from '../contract/errors.ts';
import { reasonsOf } from '../contract/reasons.ts';
import { namesAt } from '../contract/schema-names.ts';
import { hasTimedOut, isDatabaseUnavailable, isInAnotherCell } from '../db/errors.ts';
import { accountRefusal } from '../domain/model/provider/account-status.ts';
import { schemaOf } from './sync-schemas.ts';

/**
 * Turns any error into the refusal that the caller sees. An unexpected error is INTERNAL_ERROR without details.
 * Contract: Errors.
 * @param input what the caller sent, to distinguish a missing field from an invalid one
 */
export function refusalOf(error: unknown, input: unknown): Refusal {
  const cause = error instanceof TRPCError && error.cause ? error.cause : error;
  if (cause instanceof Refusal) return cause;
  if (cause instanceof z.core.$ZodError) {
    const schema = schemaOf(cause);
    return invalid(reasonsOf(cause.issues, input, (path) => (schema ? namesAt(schema, path) : [])));
  }
  // The look-up of credentials, before any procedure, needs the database too.
  if (isDatabaseUnavailable(error))
    return refuse('SERVICE_UNAVAILABLE', {
      message: 'The database is unavailable. Try again in a moment.',
      retryAfter: 2,
    });
  if (isInAnotherCell(error)) return accountRefusal('MOVED') as Refusal;
  if (hasTimedOut(error))
    return refuse('SERVICE_UNAVAILABLE', {
      message: 'The request took too long and was stopped. Nothing has changed.',
      retryAfter: 2,
    });
  if (!(error instanceof TRPCError)) return refuse('INTERNAL_ERROR');
  // Refusals of tRPC itself.
  if (error.code === 'NOT_FOUND') return refuse('NOT_FOUND');
  if (error.code === 'BAD_REQUEST' || error.code === 'PARSE_ERROR') {
    return invalid([{ field: '_', code: 'INVALID_FORMAT' }]);
  }
  if (error.code === 'METHOD_NOT_SUPPORTED') {
    return refuse('NOT_ALLOWED', { allow: error.message.includes('query') ? 'GET' : 'POST' });
  }
  if (error.code === 'PAYLOAD_TOO_LARGE') return refuse('PAYLOAD_TOO_LARGE');
  return refuse('INTERNAL_ERROR');
}

/** 415 for a portal call whose body is not JSON. Under `/v1` the contract has 400. */
export function notJson(): Refusal {
  const { body } = invalid([{ field: '_', code: 'INVALID_FORMAT', message: 'The body must be JSON.' }]);
  return new Refusal('VALIDATION_FAILED', 415, body);
}
