import { drainDue, providersWithDueWork } from '../domain/billing/run.ts';
import { jobEvents } from './client.ts';
import { defineDrain } from './define-drain.ts';

/** What time brings about: so far, payments that expire. */
export const billingDue = defineDrain({
  id: 'billing-due',
  event: jobEvents['billing/due'],
  cron: '* * * * *',
  budgetMs: 5_000,
  drain: drainDue,
  listDue: providersWithDueWork,
});
