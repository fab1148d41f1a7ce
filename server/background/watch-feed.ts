import type { Logger } from 'inngest';
import { createFeedWatch } from '../domain/event/place-events.ts';
import { poll } from './poll.ts';

/** The pause between two polls, in ms. Events of this process wake what waits at once. */
const PAUSE_MS = 250;

/**
 * Wakes the requests of this process that wait for events when another process commits some.
 * @returns a function that stops the polling
 */
export function watchFeed({ log }: { log: Pick<Logger, 'warn'> }): () => void {
  return poll(createFeedWatch(), {
    log,
    failure: 'polling for events of other processes failed',
    pauseMs: PAUSE_MS,
  });
}
