import { closeCheckouts, providersWithPagesToClose } from '../domain/payment/close-checkouts.ts';
import { jobEvents } from './client.ts';
import { defineDrain } from './define-drain.ts';

/** Pages of a gateway on which nothing is to be paid any more. */
export const checkoutsDue = defineDrain({
  id: 'checkouts-due',
  event: jobEvents['checkouts/due'],
  cron: '* * * * *',
  budgetMs: 20_000,
  drain: closeCheckouts,
  listDue: providersWithPagesToClose,
});
