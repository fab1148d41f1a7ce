import { Refusal, refuse } from './contract/errors.ts';

const message = 'The server is at its capacity. Try again in a moment.';

/** The refusal of a request that the process has no room for. */
export function atCapacity(): Refusal {
  return refuse('SERVICE_UNAVAILABLE', { message, retryAfter: 1 });
}

/** Whether an error is the refusal of `atCapacity`. */
export function isAtCapacity(error: unknown): boolean {
  return error instanceof Refusal && error.body.rejectionReasons.some((reason) => reason.message === message);
}
