import { passOnRefunds, providersWithRefundsDue } from '../domain/refund/pass-on.ts';
import { jobEvents } from './client.ts';
import { defineDrain } from './define-drain.ts';

/** Refunds that a gateway has to carry out. */
export const refundsDue = defineDrain({
  id: 'refunds-due',
  event: jobEvents['refunds/due'],
  cron: '* * * * *',
  budgetMs: 20_000,
  drain: passOnRefunds,
  listDue: providersWithRefundsDue,
});
