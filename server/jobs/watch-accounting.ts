import type { Logger } from 'inngest';
import { providersWithSessionsToAnnounce } from '../domain/network/announce-sessions.ts';
import { wake } from './wake.ts';

/** How long after one look the next one comes, in ms. Contract: Events. */
const PAUSE_MS = 500;

interface WatchOptions {
  log: Pick<Logger, 'warn'>;
  /** Called with each provider that has sessions to be announced; wakes the job by default. */
  found?: (providerId: string) => void;
  pauseMs?: number;
}

/**
 * Looks twice a second for sessions that accounting began or ended. FreeRADIUS commits them, not this process, so no
 * wake-up follows the commit. The table is empty as a rule, and every process may look.
 * @returns stops it
 */
export function watchAccounting({ log, found, pauseMs = PAUSE_MS }: WatchOptions): () => void {
  const report = found ?? ((providerId) => wake('sessions/due', providerId));
  let isFailing = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    try {
      for (const providerId of await providersWithSessionsToAnnounce()) report(providerId);
      isFailing = false;
    } catch (err) {
      // Once for each time that the database is away; the minute's sweep does the same work.
      if (!isFailing) log.warn({ err }, 'accounting is not watched');
      isFailing = true;
    }
    if (!isStopped) timer = setTimeout(look, pauseMs);
  }

  void look();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
