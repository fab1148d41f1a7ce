import { drainDeliveries, providersWithDueDeliveries } from '../domain/delivery/due.ts';
import { jobEvents } from './client.ts';
import { defineDrain } from './define-drain.ts';

/** Events on their way to webhooks. */
export const deliveriesDue = defineDrain({
  id: 'deliveries-due',
  event: jobEvents['deliveries/due'],
  cron: '* * * * *',
  budgetMs: 5_000,
  drain: drainDeliveries,
  listDue: providersWithDueDeliveries,
});
