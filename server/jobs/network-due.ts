import { adjustSessions, providersWithSessionsToAdjust } from '../domain/network-session/adjust.ts';
import { jobEvents } from './client.ts';
import { defineDrain } from './define-drain.ts';

/** Sessions online that have to follow a change of speed or access. */
export const networkDue = defineDrain({
  id: 'network-due',
  event: jobEvents['network/due'],
  cron: '* * * * *',
  budgetMs: 20_000,
  drain: adjustSessions,
  listDue: providersWithSessionsToAdjust,
});
