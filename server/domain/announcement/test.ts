import { and, desc, eq, gt } from 'drizzle-orm';
import { auditEntry } from '../../../drizzle/schema/provider.ts';
import { HOUR_MS, plus, SECOND_MS } from '../../clock.ts';
import { refuse } from '../../contract/errors.ts';
import { splitFullName } from '../../contract/full-name.ts';
import type { AnnouncementTest } from '../../contract/portal/announcement.ts';
import { limitPerAccount } from '../../limit-per-account.ts';
import { smsGateways } from '../../sms/registry.ts';
import { isDemo } from '../../stand-ins.ts';
import { audit } from '../../work/audit.ts';
import { lowestId, newId } from '../../work/ids.ts';
import type { Scope } from '../../work/scope.ts';
import { transaction } from '../../work/transaction.ts';
import { filledOf, requireFillable } from '../message/texts.ts';
import { mailServerFor, smsGatewayOf } from '../messaging/email/accounts.ts';
import { renderToSubscriber } from '../messaging/email/compose.ts';
import { valuesOfReader } from '../messaging/email/values.ts';
import { exampleLink } from '../model/customer-page/link.ts';
import { issuerOf } from '../model/provider/issuer.ts';
import { logoOf } from '../model/provider/logo.ts';
import { requireStaff } from '../model/staff-caller.ts';

/** The most tests of an account within an hour: the number of an SMS is entered, and may be that of a stranger. */
const MAX_TESTS = 20;
const TESTS_WITHIN_MS = HOUR_MS;

/** Tests of an account whose outcome is open. Only those that were sent count within the hour. */
const underWay = limitPerAccount(3, 2);

/**
 * Sends the text of an announcement to the person who calls, with the name of that person and example data. Outside any
 * transaction, because it may take seconds; the audit trail records it. Contract: Announcements.
 * @throws VALIDATION_FAILED for a text that cannot be filled; PRECONDITION in a sandbox, without a mail server or gateway, and with the
 *   answer of one that did not take it; RATE_LIMITED above the limit of an hour
 */
export function testAnnouncement(scope: Scope, given: AnnouncementTest): Promise<{ to: string }> {
  return underWay(scope.providerId, async () => {
    await requireFewTests(scope);
    return send(scope, given);
  });
}

/** @throws RATE_LIMITED */
async function requireFewTests({ db, providerId, now }: Scope): Promise<void> {
  const since = plus(now, -TESTS_WITHIN_MS);
  const [first] = await db
    .select({ at: auditEntry.createdAt })
    .from(auditEntry)
    .where(
      and(
        ...[eq(auditEntry.providerId, providerId), eq(auditEntry.resourceId, providerId)],
        ...[eq(auditEntry.action, 'provider.test_message'), gt(auditEntry.id, lowestId('auditEntry', since))],
      ),
    )
    .orderBy(desc(auditEntry.id))
    .limit(1)
    .offset(MAX_TESTS - 1);
  if (!first) return;
  const leftMs = first.at.getTime() - since.getTime();
  throw refuse('RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil(leftMs / SECOND_MS)) });
}

async function send(scope: Scope, given: AnnouncementTest): Promise<{ to: string }> {
  const { channel, subject = null, email = null, sms = null } = given;
  requireFillable('NOTICE', { subject, email, sms });
  if (!scope.livemode && !isDemo(scope.providerId)) throw refused('A sandbox sends no messages.');
  const staff = requireStaff(scope);
  const issuer = await issuerOf(scope);
  const reader = { ...splitFullName(staff.name), accountNumber: '48201750' };
  const values = valuesOfReader({ reader, issuer, pageLink: exampleLink });
  const text = { subject, body: (channel === 'EMAIL' ? email : sms) ?? '' };
  const to = (channel === 'EMAIL' ? staff.email : given.phone) ?? '';
  if (channel === 'EMAIL') {
    const server = await mailServerFor(scope, { isToStaff: false }).catch(asRefusal);
    if (!server) throw refused('No mail server is configured.');
    const { openEmailTransport, WATCHED_MS } = await import('../../email/transport.ts');
    const filled = filledOf('EMAIL', text, values);
    const filledText = { kind: 'NOTICE' as const, subject: filled.subject ?? '', body: filled.body };
    const message = await renderToSubscriber(
      await logoOf(scope),
      { ...filledText, values, issuer, language: 'en' },
      { to, isSent: true },
    );
    const transport = openEmailTransport(server, WATCHED_MS);
    const outcome = await transport
      .send({
        ...message,
        from: { ...message.from, address: server.sender },
        messageId: `<${newId('mail', scope.now)}.${scope.correlationId}@${server.sender.split('@')[1]}>`,
      })
      .finally(() => transport.close());
    if (!outcome.sent) throw refused(outcome.error);
  } else {
    const gateway = await smsGatewayOf(scope).catch(asRefusal);
    if (!gateway) throw refused('No gateway for SMS is connected.');
    const outcome = await smsGateways[gateway.gateway].send(gateway.account, {
      to,
      text: filledOf('SMS', text, values).body,
    });
    if (outcome.result !== 'accepted') throw refused(outcome.error);
  }
  const { providerId, caller, correlationId } = scope;
  await transaction({ providerId, caller, correlationId }, async (written) =>
    audit(
      written,
      'provider.test_message',
      { type: 'provider', id: providerId },
      { channel: { before: null, after: channel }, to: { before: null, after: `…${to.slice(-4)}` } },
    ),
  );
  return { to };
}

function refused(message: string) {
  return refuse('PRECONDITION', { field: 'channel', message: message.slice(0, 500) });
}

function asRefusal(error: Error): never {
  throw refused(error.message);
}
