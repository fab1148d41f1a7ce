import { processDueEvents, providersWithDueEvents } from '../domain/inbound-event/process-due.ts';
import { jobEvents } from './client.ts';
import { defineDrain } from './define-drain.ts';

/** What external systems told us and nobody has acted upon yet. */
export const inboundDue = defineDrain({
  id: 'inbound-due',
  event: jobEvents['inbound/due'],
  cron: '* * * * *',
  budgetMs: 20_000,
  drain: processDueEvents,
  listDue: providersWithDueEvents,
});
