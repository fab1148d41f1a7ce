import { eq } from 'drizzle-orm';
import { mail } from '../../../../drizzle/schema/mail.ts';
import { HOUR_MS, MINUTE_MS } from '../../../clock.ts';
import { defineQueue } from '../../queue/leased-queue.ts';

/** The messages that are due to be sent. Its name is that of its figures, which stays. */
export const queue = defineQueue({
  name: 'emails',
  wake: 'emails/due',
  table: mail,
  key: ['id'],
  due: 'nextAttemptAt',
  where: () => eq(mail.status, 'QUEUED'),
  order: ['nextAttemptAt', 'id'],
  batch: 20,
  leaseMs: 5 * MINUTE_MS,
  besideAdvance: true,
  // A gateway for SMS that is down leaves the emails.
  systemOf: 'channel',
  retryWaitsMs: [
    MINUTE_MS,
    5 * MINUTE_MS,
    30 * MINUTE_MS,
    2 * HOUR_MS,
    6 * HOUR_MS,
    12 * HOUR_MS,
    24 * HOUR_MS,
  ],
});
