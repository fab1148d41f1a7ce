import { and, eq } from 'drizzle-orm';
import type { AccessFacts } from '../../../../drizzle/schema/mail.ts';
import { staffUser } from '../../../../drizzle/schema/staff.ts';
import { subscriber } from '../../../../drizzle/schema/subscriber.ts';
import type { AccessEmailKind } from '../../../contract/enums.ts';
import { maskedUrl } from '../../../contract/masked.ts';
import { sentenceText } from '../../../contract/sentence.ts';
import { formatMoney } from '../../../contract/texts/format-money.ts';
import { formatTime } from '../../../contract/texts/format-time.ts';
import type { Issuer } from '../../../documents/invoice-facts.ts';
import type { EmailContent, EmailMessage } from '../../../email/message.ts';
import { unseal } from '../../../sealed.ts';
import { findOrNull } from '../../../state/resource.ts';
import type { Scope } from '../../../work/scope.ts';
import type { EmailRow } from '../../model/email/resource.ts';
import { documentOf } from '../../model/invoice/document.ts';
import { type InvoiceRow, invoiceResource } from '../../model/invoice/resource.ts';
import { labelsOf } from '../../model/labels.ts';
import { paymentResource } from '../../model/payment/resource.ts';
import { issuerOf } from '../../model/provider/issuer.ts';
import { type MoneyEmailKind, statementOf } from './statement.ts';

type ComposedEmail = EmailMessage & { attachments: { fileName: string; content: Uint8Array }[] };

/**
 * Composes an email from its stored facts. Amounts and times are those of the fact. Names, the invoice number and the
 * payment instructions are the current ones.
 * @param to the address of the reader
 * @param showsLink whether the email has its link in clear, which gives access; only the reader may see it
 */
export async function composeEmail(
  scope: Scope,
  row: EmailRow,
  to: string,
  { showsLink = false } = {},
): Promise<ComposedEmail> {
  if ('organisation' in row.facts) return composeAccessEmail(scope, row, row.facts, to, showsLink);
  const [issuer, invoice, firstName] = await Promise.all([
    issuerOf(scope),
    'invoiceId' in row.facts && row.facts.invoiceId
      ? findOrNull(scope, invoiceResource, row.facts.invoiceId)
      : null,
    firstNameOf(scope, row),
  ]);
  const content = await contentOf(scope, row, { issuer, invoice, firstName });
  // Loaded with the first email: many processes render none for days.
  const { renderEmail } = await import('../../../email/render.ts');
  const message = await renderEmail(content, issuer, to);
  const isAttached = invoice && (row.kind === 'INVOICE' || row.kind === 'RECEIPT');
  return { ...message, attachments: isAttached ? [await documentOf(scope, invoice)] : [] };
}

/** An email about access to the portal. The sandbox and the live account share the people, so it is never a test. */
async function composeAccessEmail(
  scope: Scope,
  row: EmailRow,
  { link, until, ...facts }: AccessFacts,
  to: string,
  showsLink: boolean,
): Promise<ComposedEmail> {
  const issuer = await issuerOf(scope);
  const { accessEmail } = await import('../../../email/access-templates.ts');
  const content = accessEmail(row.kind as AccessEmailKind, {
    ...facts,
    email: to,
    at: row.createdAt,
    until: until ? new Date(until) : null,
    timeZone: issuer.timeZone,
    url: link ? (showsLink ? unseal(link, row.id) : 'The link is shown to the reader only.') : null,
  });
  const { renderEmail } = await import('../../../email/render.ts');
  return { ...(await renderEmail(content, { ...issuer, livemode: true }, to)), attachments: [] };
}

type Known = { issuer: Issuer; invoice: InvoiceRow | null; firstName: string };

async function contentOf(
  scope: Scope,
  row: EmailRow,
  { issuer, invoice, firstName }: Known,
): Promise<EmailContent> {
  const templates = await import('../../../email/templates.ts');
  if ('organisation' in row.facts) throw new Error(`${row.kind} has a template of its own`);
  const format = {
    money: formatMoney,
    time: (at: string, detail?: 'day') => formatTime(at, issuer.timeZone, detail),
  };
  if ('sentences' in row.facts) {
    return templates.notificationsEmail({
      firstName,
      statements: row.facts.sentences.map((sentence) => sentenceText(sentence, format)),
      organisation: issuer.name,
      isSandbox: !issuer.livemode,
    });
  }
  if ('url' in row.facts) {
    const { url, at, until } = row.facts;
    const webhook = {
      firstName,
      url: maskedUrl(url),
      at: new Date(at),
      timeZone: issuer.timeZone,
      isSandbox: !issuer.livemode,
    };
    return until === null
      ? templates.webhookDisabledEmail(webhook)
      : templates.webhookFailingEmail({ ...webhook, until: new Date(until) });
  }
  const {
    amount,
    currency,
    at,
    until,
    what,
    reference = '',
    refundDue = false,
    fromCredit = false,
  } = row.facts;
  // Facts without a URL belong to an email to a subscriber.
  const kind = row.kind as MoneyEmailKind;
  const facts = {
    firstName,
    ...{ amount, currency },
    statement: sentenceText(await statementOf(scope, { kind, factId: row.factId, facts: row.facts }), format),
    number: invoice?.number ?? null,
    what: what ?? invoice?.lines[0]?.description ?? null,
    at: new Date(at),
    timeZone: issuer.timeZone,
    paymentInstructions: issuer.paymentInstructions,
  };
  switch (kind) {
    case 'INVOICE':
      return templates.invoiceEmail({ ...facts, fromCredit });
    case 'OVERDUE':
      return templates.overdueEmail({ ...facts, until: new Date(until ?? at) });
    case 'SUSPENSION':
      return templates.suspensionEmail(facts);
    case 'RECEIPT': {
      const paidUntil = refundDue ? null : (invoice?.lines[0]?.periodEnd ?? null);
      return templates.receiptEmail({
        ...facts,
        what: facts.what ?? (await chargeDescription(scope, row)),
        ...{ reference, refundDue },
        paidUntil: paidUntil === null ? null : new Date(paidUntil),
      });
    }
  }
}

/** The charge that a payment without an invoice paid. */
async function chargeDescription(scope: Scope, { factId }: EmailRow): Promise<string | null> {
  const payment = await findOrNull(scope, paymentResource, factId);
  if (!payment?.chargeId) return null;
  const labels = await labelsOf(scope, { ids: [payment.chargeId] });
  return labels[payment.chargeId] ?? null;
}

async function firstNameOf(scope: Scope, { subscriberId, staffUserId }: EmailRow): Promise<string> {
  if (subscriberId === null) {
    const [person] = await scope.db
      .select({ name: staffUser.name })
      .from(staffUser)
      .where(eq(staffUser.id, staffUserId ?? ''));
    return person?.name ?? '';
  }
  const [row] = await scope.db
    .select({ firstName: subscriber.firstName })
    .from(subscriber)
    .where(and(eq(subscriber.providerId, scope.providerId), eq(subscriber.id, subscriberId)));
  return row?.firstName ?? '';
}
