import type { Logger } from 'inngest';
import { providersWithSessionFacts } from '../domain/network/announce-sessions.ts';
import { PROCESSING_BEFORE_EVENTS_MS, processAccounting } from '../domain/network/process-accounting.ts';
import { poll } from './poll.ts';
import { wake } from './wake.ts';

/** The pause between two polls, in ms: a quarter of the time in which an event is sent. Contract: Events. */
export const PAUSE_MS = 500;

type WatchOptions = {
  log: Pick<Logger, 'warn'>;
  /** Called with each provider that has sessions to announce; by default wakes the job. */
  found?: (providerId: string) => void;
  pauseMs?: number;
};

/**
 * Processes accounting twice a second, without a pause while more waits, and reports the providers with sessions that it started or
 * ended. FreeRADIUS commits the accounting, so no wake-up of this process follows the commit. The tables are usually empty, and every
 * process polls.
 * @returns a function that stops the polling
 */
export function watchAccounting({ log, found, pauseMs = PAUSE_MS }: WatchOptions): () => void {
  const report = found ?? ((providerId) => wake('sessions/due', providerId));
  const work = async () => {
    const isMore = await processAccounting({ budgetMs: PROCESSING_BEFORE_EVENTS_MS });
    for (const providerId of await providersWithSessionFacts()) report(providerId);
    return isMore;
  };
  // The minute's sweep does the same work.
  return poll(work, { log, failure: 'polling for accounting failed', pauseMs });
}
