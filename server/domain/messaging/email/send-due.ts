import { and, eq, sql } from 'drizzle-orm';
import { mail } from '../../../../drizzle/schema/mail.ts';
import { monotonicMs, plus, realNow } from '../../../clock.ts';
import { db } from '../../../db/client.ts';
import type { Scope } from '../../../db/scope.ts';
import { type Origin, transaction } from '../../../db/transaction.ts';
import { log } from '../../../log.ts';
import { mailServer, senderAddress } from '../../../mail/mail-server.ts';
import { LEASE_MS, RETRY_WAITS_MS } from '../../../mail/schedule.ts';
import type { MailTransport, SendOutcome } from '../../../mail/transport.ts';
import { change, type Patch } from '../../../state/record.ts';
import { find, presentOne } from '../../../state/resource.ts';
import { transition } from '../../../state/transition.ts';
import { type MailRow, mailResource } from '../../model/email/resource.ts';
import { letterOf } from './compose.ts';
import { reasonToDrop } from './drop-reason.ts';

/** Mails taken at a time: few enough to be sent well within the lease. */
const BATCH = 20;

/**
 * Sends what is due of one provider's mails until nothing is left or the budget is spent. A mail is claimed under a
 * lease, and its end is written only by the attempt that holds it; killed in between, it is sent again after the lease,
 * under the same message id. A mail server that does not answer ends the run: the sweep comes back in a minute.
 * @param budgetMs real time after which nothing more is claimed, in ms
 */
export async function sendDueMails(work: {
  providerId: string;
  budgetMs: number;
}): Promise<{ more: boolean }> {
  if (mailServer === null) return { more: false };
  const started = monotonicMs();
  let transport: MailTransport | undefined;
  try {
    while (monotonicMs() - started < work.budgetMs) {
      const claimed = await claim(work.providerId);
      if (claimed.length === 0) return { more: false };
      const { openMailTransport } = await import('../../../mail/transport.ts');
      transport ??= openMailTransport(mailServer);
      const via = transport;
      const outcomes = await Promise.all(claimed.map((row) => attempt(via, row)));
      if (outcomes.every((outcome) => outcome === 'server gone')) return { more: false };
    }
    return { more: true };
  } finally {
    transport?.close();
  }
}

/** Live providers with mails that are due; none where there is no mail server. */
export async function providersWithDueMails(): Promise<string[]> {
  if (mailServer === null) return [];
  const rows = await db()
    .selectDistinct({ providerId: mail.providerId })
    .from(mail)
    .where(and(eq(mail.status, 'QUEUED'), sql`${mail.nextAttemptAt} <= ${realNow().toISOString()}`));
  return rows.map(({ providerId }) => providerId);
}

/** Takes due mails, oldest first. The count of attempts is the claim: only who holds the latest may write the end. */
async function claim(providerId: string): Promise<MailRow[]> {
  const now = realNow();
  return db()
    .update(mail)
    .set({ attempts: sql`${mail.attempts} + 1`, nextAttemptAt: plus(now, LEASE_MS) })
    .where(
      and(
        eq(mail.providerId, providerId),
        // An array is made once; `in` might look again for every row, and take more than it should.
        sql`${mail.id} = any(array(
          select id from mail
          where provider_id = ${providerId} and status = 'QUEUED' and next_attempt_at <= ${now.toISOString()}
          order by next_attempt_at, id limit ${BATCH} for update skip locked))`,
      ),
    )
    .returning();
}

type Outcome = { dropped: string } | (SendOutcome & { to: string });

async function attempt(transport: MailTransport, row: MailRow): Promise<'done' | 'server gone'> {
  const caller = { type: 'system', name: 'mail' } as const;
  const origin: Origin = {
    providerId: row.providerId,
    livemode: true,
    caller,
    correlationId: row.correlationId,
  };
  try {
    const outcome = await sendOne(transport, { ...origin, livemode: true, now: realNow(), db: db() }, row);
    await settle(origin, row, outcome);
    return 'isServerGone' in outcome && outcome.isServerGone ? 'server gone' : 'done';
  } catch (error) {
    // Whatever it is, the lease runs out and another attempt comes.
    log.error({ err: error, mailId: row.id, providerId: row.providerId }, 'mail attempt failed');
    return 'done';
  }
}

async function sendOne(transport: MailTransport, scope: Scope, row: MailRow): Promise<Outcome> {
  const dropped = await reasonToDrop(scope, row);
  if (dropped) return { dropped };
  const { to } = await presentOne(scope, mailResource, await find(scope, mailResource, row.id));
  const { attachments, ...letter } = await letterOf(scope, row, to);
  const outcome = await transport.send({
    ...letter,
    // The same for every attempt, so that a mail that went out twice is known for one; another when it is sent again.
    messageId: `<${row.id}.${row.correlationId}@${senderAddress.split('@')[1]}>`,
    attachments: attachments.map(({ fileName, content }) => ({
      filename: fileName,
      content,
      contentType: 'application/pdf',
    })),
  });
  return { ...outcome, to };
}

/** Writes how an attempt ended, unless the mail is somebody else's by now. */
async function settle(origin: Origin, claimed: MailRow, outcome: Outcome): Promise<void> {
  await transaction(origin, async (scope) => {
    const [row] = await scope.db
      .select()
      .from(mail)
      .where(
        and(
          eq(mail.providerId, scope.providerId),
          eq(mail.id, claimed.id),
          eq(mail.status, 'QUEUED'),
          eq(mail.attempts, claimed.attempts),
        ),
      )
      .for('no key update');
    if (!row) return;
    const over: Patch<typeof mailResource> = { nextAttemptAt: null, error: null };
    if ('dropped' in outcome) {
      await transition(scope, mailResource, row, 'drop', { ...over, error: outcome.dropped });
    } else if (outcome.sent) {
      await transition(scope, mailResource, row, 'send', { ...over, sentAt: realNow(), sentTo: outcome.to });
    } else {
      const wait = RETRY_WAITS_MS[row.attempts - 1];
      const { error } = outcome;
      if (outcome.isFinal || wait === undefined) {
        await transition(scope, mailResource, row, 'fail', { ...over, error });
      } else {
        await change(scope, mailResource, row, { nextAttemptAt: plus(realNow(), wait), error });
      }
    }
  });
}
