import { refuse } from '../../contract/errors.ts';
import { splitFullName } from '../../contract/full-name.ts';
import type { AnnouncementTest } from '../../contract/portal/announcement.ts';
import { smsGateways } from '../../sms/registry.ts';
import { isDemo } from '../../stand-ins.ts';
import { audit } from '../../work/audit.ts';
import { newId } from '../../work/ids.ts';
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

/**
 * Sends the text of an announcement to the person who calls, with the name of that person and example data. Outside any
 * transaction, because it may take seconds; the audit trail records it. Contract: Announcements.
 * @throws VALIDATION_FAILED for a text that cannot be filled; PRECONDITION in a sandbox, without a mail server or gateway, and with the
 *   answer of one that did not take it
 */
export async function testAnnouncement(scope: Scope, given: AnnouncementTest): Promise<{ to: string }> {
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
