import { providersWithDueMails, sendDueMails } from '../domain/mail/send-due.ts';
import { jobEvents } from './client.ts';
import { defineDrain } from './define-drain.ts';

/** Mails to subscribers, on their way through the mail server. */
export const mailsDue = defineDrain({
  id: 'mails-due',
  event: jobEvents['mail/due'],
  cron: '* * * * *',
  budgetMs: 20_000,
  drain: sendDueMails,
  listDue: providersWithDueMails,
});
