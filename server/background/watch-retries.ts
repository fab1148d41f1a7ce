import type { Logger } from 'inngest';
import { createRetryWatch } from '../domain/messaging/delivery/due.ts';
import { poll } from './poll.ts';

/** The pause between two polls, in ms: a quarter of the second by which an attempt may be late. Contract: Outbound deliveries. */
const PAUSE_MS = 250;

/**
 * Starts the retries of deliveries when they are due. The times are in the database only, so any number of retries, those of a
 * process that was killed and those before a restart start alike, in whichever process finds them first.
 * @returns a function that stops the polling
 */
export function watchRetries({ log }: { log: Pick<Logger, 'warn'> }): () => void {
  return poll(createRetryWatch(), { log, failure: 'polling for due retries failed', pauseMs: PAUSE_MS });
}
