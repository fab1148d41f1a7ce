import { eq } from 'drizzle-orm';
import { mail } from '../../../../drizzle/schema/mail.ts';
import { HOUR_MS, MINUTE_MS, realNow } from '../../../clock.ts';
import { db } from '../../../db/client.ts';
import { mailServer, senderAddress } from '../../../email/mail-server.ts';
import type { EmailTransport, SendOutcome } from '../../../email/transport.ts';
import { change, type Patch } from '../../../state/record.ts';
import { find, presentOne } from '../../../state/resource.ts';
import { transition } from '../../../state/transition.ts';
import type { Scope } from '../../../work/scope.ts';
import { type Origin, transaction } from '../../../work/transaction.ts';
import { type EmailRow, emailResource } from '../../model/email/resource.ts';
import { defineQueue, drain, lockClaimed, providersWithDue, retryAt } from '../../queue/leased-queue.ts';
import { composeEmail } from './compose.ts';
import { dropReason } from './drop-reason.ts';

const queue = defineQueue({
  name: 'emails',
  wake: 'emails/due',
  table: mail,
  key: ['id'],
  due: 'nextAttemptAt',
  where: () => eq(mail.status, 'QUEUED'),
  order: ['nextAttemptAt', 'id'],
  batch: 20,
  leaseMs: 5 * MINUTE_MS,
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

/**
 * Sends the due emails of one provider until nothing is due or the budget is spent. An email that is sent twice, because
 * a process was killed before it wrote the result, has the same message id both times. A mail server that does not
 * answer ends the run; the sweep starts the next one within a minute.
 * @param budgetMs real time in which new attempts begin, in ms
 */
export async function sendDueEmails(work: {
  providerId: string;
  budgetMs: number;
}): Promise<{ more: boolean }> {
  const server = mailServer;
  if (server === null) return { more: false };
  let transport: Promise<EmailTransport> | undefined;
  // Loaded with the first email: most runs of most processes send none.
  const open = () =>
    import('../../../email/transport.ts').then(({ openEmailTransport }) => openEmailTransport(server));
  try {
    return await drain(queue, work, async (row) => {
      transport ??= open();
      return attempt(await transport, row);
    });
  } finally {
    (await transport)?.close();
  }
}

/** Live providers with emails that are due; none where there is no mail server. */
export async function providersWithDueEmails(): Promise<string[]> {
  return mailServer === null ? [] : providersWithDue(queue);
}

type Outcome = { dropped: string } | (SendOutcome & { to: string });

async function attempt(transport: EmailTransport, row: EmailRow): Promise<'done' | 'unreachable'> {
  const { providerId, correlationId } = row;
  const caller = { type: 'system', name: 'mail' } as const;
  const origin = { providerId, livemode: true, caller, correlationId };
  const outcome = await sendOne(transport, { ...origin, now: realNow(), db: db() }, row);
  await record(origin, row, outcome);
  return 'isServerGone' in outcome && outcome.isServerGone ? 'unreachable' : 'done';
}

async function sendOne(transport: EmailTransport, scope: Scope, row: EmailRow): Promise<Outcome> {
  const dropped = await dropReason(scope, row);
  if (dropped) return { dropped };
  const { to } = await presentOne(scope, emailResource, await find(scope, emailResource, row.id));
  const { attachments, ...message } = await composeEmail(scope, row, to, { showsLink: true });
  const outcome = await transport.send({
    ...message,
    // The same for every attempt, and another one when staff resends the email.
    messageId: `<${row.id}.${row.correlationId}@${senderAddress.split('@')[1]}>`,
    attachments: attachments.map(({ fileName, content }) => ({
      filename: fileName,
      content,
      contentType: 'application/pdf',
    })),
  });
  return { ...outcome, to };
}

/** Writes the result of an attempt, unless a later attempt has begun. */
async function record(origin: Origin, claimed: EmailRow, outcome: Outcome): Promise<void> {
  await transaction(origin, async (scope) => {
    const row = await lockClaimed(scope.db, queue, claimed);
    if (row?.status !== 'QUEUED') return;
    const settled: Patch<typeof emailResource> = { nextAttemptAt: null, error: null };
    if ('dropped' in outcome) {
      await transition(scope, emailResource, row, 'drop', { ...settled, error: outcome.dropped });
    } else if (outcome.sent) {
      await transition(scope, emailResource, row, 'send', {
        ...settled,
        sentAt: realNow(),
        sentTo: outcome.to,
      });
    } else {
      const { error, isFinal } = outcome;
      const nextAttemptAt = isFinal ? null : retryAt(queue, row.attempts);
      if (nextAttemptAt) await change(scope, emailResource, row, { nextAttemptAt, error });
      else await transition(scope, emailResource, row, 'fail', { ...settled, error });
    }
  });
}
