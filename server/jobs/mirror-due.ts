import { providersWithServicesToTell } from '../domain/mirror/claim.ts';
import { tellServices } from '../domain/mirror/tell-due.ts';
import { jobEvents } from './client.ts';
import { defineDrain } from './define-drain.ts';

/** Subscriptions of ours that an external system has not been told of yet. */
export const mirrorDue = defineDrain({
  id: 'mirror-due',
  event: jobEvents['mirror/due'],
  cron: '* * * * *',
  budgetMs: 20_000,
  drain: tellServices,
  listDue: providersWithServicesToTell,
});
