import { type Refusal, refuse } from './contract/errors.ts';

/** The refusal of a request that the process has no room for. */
export function atCapacity(): Refusal {
  const message = 'The server is at its capacity. Try again in a moment.';
  return refuse('SERVICE_UNAVAILABLE', { message, retryAfter: 1 });
}
