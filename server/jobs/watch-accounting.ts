import type { Logger } from 'inngest';
import { providersWithSessionsToAnnounce } from '../domain/network/announce-sessions.ts';
import { wake } from './wake.ts';

/** The pause between two polls, in ms: a quarter of the time in which an event is sent. Contract: Events. */
export const PAUSE_MS = 500;

interface WatchOptions {
  log: Pick<Logger, 'warn'>;
  /** Called with each provider that has sessions to announce; by default wakes the job. */
  found?: (providerId: string) => void;
  pauseMs?: number;
}

/**
 * Polls twice a second for sessions that accounting started or ended. FreeRADIUS commits them, so no wake-up of this process
 * follows the commit. The table is usually empty, and every process polls.
 * @returns a function that stops the polling
 */
export function watchAccounting({ log, found, pauseMs = PAUSE_MS }: WatchOptions): () => void {
  const report = found ?? ((providerId) => wake('sessions/due', providerId));
  let isFailing = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function poll(): Promise<void> {
    try {
      for (const providerId of await providersWithSessionsToAnnounce()) report(providerId);
      isFailing = false;
    } catch (err) {
      // Logged once per outage. The minute's sweep does the same work.
      if (!isFailing) log.warn({ err }, 'polling for accounting failed');
      isFailing = true;
    }
    if (!isStopped) timer = setTimeout(poll, pauseMs);
  }

  void poll();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
