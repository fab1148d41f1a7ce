import { sql } from 'drizzle-orm';
import { mail } from '../../../../drizzle/schema/mail.ts';
import { realNow } from '../../../clock.ts';
import { Refusal } from '../../../contract/errors.ts';
import { db } from '../../../db/client.ts';
import { isDatabaseUnavailable } from '../../../db/errors.ts';
import type { EmailTransport } from '../../../email/transport.ts';
import { log } from '../../../log.ts';
import { metrics } from '../../../metrics.ts';
import { find, presentOne } from '../../../state/resource.ts';
import type { Scope } from '../../../work/scope.ts';
import { type EmailRow, emailResource } from '../../model/email/resource.ts';
import { drain, isStillClaimed, providersWithDue } from '../../queue/leased-queue.ts';
import { type MailServer, mailServerFor, type OpenSmsAccount, smsGatewayOf } from './accounts.ts';
import { readAnnouncement } from './announcement.ts';
import { type CommonReads, commonReads } from './common-reads.ts';
import { composeEmail } from './compose.ts';
import { dropReason } from './drop-reason.ts';
import { queue } from './queue.ts';
import { type Outcome, recordOutcome } from './record-outcome.ts';
import { sendSms } from './send-sms.ts';

/** The ways to send of one run, each opened by the first message that needs it, and what its messages have in common. */
type Ways = {
  common: CommonReads;
  transports: Map<string, Promise<EmailTransport>>;
  gateway?: Promise<OpenSmsAccount | Error | null>;
  /** The mail server for subscribers, and that for staff. */
  servers: Map<boolean, Promise<MailServer | Error | null>>;
};

/**
 * Sends the due messages of one provider until nothing is due or the budget is spent. An email that is sent twice, because
 * a process was killed before it wrote the result, has the same message id both times. An SMS is never sent twice by itself. A mail
 * server or gateway that does not answer ends its part of the run; the sweep starts the next one within a minute.
 * @param budgetMs real time in which new attempts begin, in ms
 */
export async function sendDueEmails(work: {
  providerId: string;
  budgetMs: number;
}): Promise<{ more: boolean }> {
  const common = commonReads({ db: db(), providerId: work.providerId });
  const ways: Ways = { common, transports: new Map(), servers: new Map() };
  try {
    return await drain(queue, work, (row) => attempt(ways, row));
  } finally {
    for (const transport of ways.transports.values()) (await transport.catch(() => null))?.close();
  }
}

/** Providers with messages that are due. */
export function providersWithDueEmails(): Promise<string[]> {
  return providersWithDue(queue);
}

async function attempt(ways: Ways, row: EmailRow): Promise<'done' | 'unreachable'> {
  const { providerId, correlationId } = row;
  const caller = { type: 'system', name: 'mail' } as const;
  const origin = { providerId, livemode: true, caller, correlationId };
  const scope: Scope = { ...origin, now: realNow(), db: db() };
  const outcome = await sendOne(ways, scope, row).catch((error: unknown) => notPrepared(row, error));
  metrics.messageAttempted(row.channel, outcome.result);
  await recordOutcome(origin, row, outcome);
  return 'isServerGone' in outcome && outcome.isServerGone ? 'unreachable' : 'done';
}

/**
 * The outcome of a message whose text or document could not be made: nothing was sent. A text that cannot be filled with the values of
 * its reader is final, and says so.
 * @throws the error while the database is unavailable; the row is due again after its lease
 */
function notPrepared({ id, providerId }: EmailRow, err: unknown): Outcome {
  if (isDatabaseUnavailable(err)) throw err;
  if (err instanceof Refusal && err.key === 'VALIDATION_FAILED')
    return { result: 'refused', error: reasonOf(err) };
  log.error({ err, providerId, message: id }, 'a message could not be prepared');
  return { result: 'later', error: 'The message could not be prepared.', isServerGone: false };
}

const reasonOf = ({ body: { rejectionReasons } }: Refusal) =>
  rejectionReasons.map(({ message }) => message).join(' ');

async function sendOne(ways: Ways, scope: Scope, row: EmailRow): Promise<Outcome> {
  // A call that began has an unknown outcome: the gateway may have sent the SMS before the process was killed.
  if (row.callBeganAt !== null) {
    return { result: 'unknown', error: 'Demarc stopped during the call to the gateway.' };
  }
  const announced = await readAnnouncement(scope, row);
  if (announced?.isPaused) return { result: 'held' };
  const dropped = announced?.isOver ? 'The outage is over.' : await dropReason(scope, row);
  if (dropped) return { result: 'dropped', reason: dropped };
  const { to } = await presentOne(scope, emailResource, await find(scope, emailResource, row.id));
  if (row.channel === 'SMS') {
    ways.gateway ??= smsGatewayOf(scope).catch((error: Error) => error);
    const gateway = await ways.gateway;
    if (gateway instanceof Error) return { result: 'later', error: gateway.message, isServerGone: true };
    return sendSms(scope, row, { to, gateway, common: ways.common, begin: () => beginCall(row) });
  }
  return sendEmail(ways, scope, row, to);
}

/** Marks the row before a call that cannot be repeated. @returns false once a later attempt has begun */
async function beginCall(row: EmailRow): Promise<boolean> {
  const begun = await db()
    .update(mail)
    .set({ callBeganAt: realNow() })
    .where(sql`${isStillClaimed(queue, row)} and ${mail.status} = 'QUEUED' and ${mail.callBeganAt} is null`)
    .returning({ id: mail.id });
  return begun.length > 0;
}

async function sendEmail(ways: Ways, scope: Scope, row: EmailRow, to: string): Promise<Outcome> {
  const isToStaff = row.subscriberId === null;
  const opening =
    ways.servers.get(isToStaff) ?? mailServerFor(scope, { isToStaff }).catch((error: Error) => error);
  ways.servers.set(isToStaff, opening);
  const server = await opening;
  if (server instanceof Error) return { result: 'later', error: server.message, isServerGone: true };
  // An installation that started without its mail server for a while loses no email.
  if (!server) return { result: 'later', error: 'No mail server is configured.', isServerGone: true };
  let transport = ways.transports.get(server.url);
  if (!transport) {
    // Loaded with the first email: most runs of most processes send none.
    transport = import('../../../email/transport.ts').then(({ openEmailTransport }) =>
      openEmailTransport(server),
    );
    ways.transports.set(server.url, transport);
  }
  const { attachments, textId, language, ...message } = await composeEmail(scope, row, to, {
    showsLink: true,
    common: ways.common,
  });
  const outcome = await (await transport).send({
    ...message,
    from: { ...message.from, address: server.sender },
    // The same for every attempt, and another one when staff resends the email.
    messageId: `<${row.id}.${row.correlationId}@${server.sender.split('@')[1]}>`,
    attachments,
  });
  if (outcome.sent) return { result: 'accepted', to, textId, language };
  const { error, isFinal, isServerGone } = outcome;
  return isFinal ? { result: 'refused', error } : { result: 'later', error, isServerGone };
}
