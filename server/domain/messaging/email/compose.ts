import { and, eq } from 'drizzle-orm';
import { staffUser } from '../../../../drizzle/schema/staff.ts';
import { subscriber } from '../../../../drizzle/schema/subscriber.ts';
import { formatMoney } from '../../../contract/format-money.ts';
import { formatTime } from '../../../contract/format-time.ts';
import { sentenceText } from '../../../contract/sentence.ts';
import type { Scope } from '../../../db/scope.ts';
import type { Issuer } from '../../../documents/invoice-pdf.ts';
import type { EmailContent, EmailMessage } from '../../../email/message.ts';
import { findOrNull } from '../../../state/resource.ts';
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
 */
export async function composeEmail(scope: Scope, row: EmailRow, to: string): Promise<ComposedEmail> {
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

type Known = { issuer: Issuer; invoice: InvoiceRow | null; firstName: string };

async function contentOf(
  scope: Scope,
  row: EmailRow,
  { issuer, invoice, firstName }: Known,
): Promise<EmailContent> {
  const templates = await import('../../../email/templates.ts');
  if ('url' in row.facts) {
    const { url, at, until } = row.facts;
    const webhook = {
      firstName,
      url,
      at: new Date(at),
      timeZone: issuer.timeZone,
      isSandbox: !issuer.livemode,
    };
    return until === null
      ? templates.webhookDisabledEmail(webhook)
      : templates.webhookFailingEmail({ ...webhook, until: new Date(until) });
  }
  const { amount, currency, at, until, what, reference = '', refundDue = false } = row.facts;
  // Facts without a URL belong to an email to a subscriber.
  const kind = row.kind as MoneyEmailKind;
  const facts = {
    firstName,
    ...{ amount, currency },
    statement: sentenceText(await statementOf(scope, { kind, factId: row.factId, facts: row.facts }), {
      money: formatMoney,
      time: (instant, detail) => formatTime(instant, issuer.timeZone, detail),
    }),
    number: invoice?.number ?? null,
    what: what ?? invoice?.lines[0]?.description ?? null,
    at: new Date(at),
    timeZone: issuer.timeZone,
    paymentInstructions: issuer.paymentInstructions,
  };
  switch (kind) {
    case 'INVOICE':
      return templates.invoiceEmail(facts);
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
