import { and, eq } from 'drizzle-orm';
import { charge } from '../../../../drizzle/schema/charge.ts';
import { staffUser } from '../../../../drizzle/schema/staff.ts';
import { subscriber } from '../../../../drizzle/schema/subscriber.ts';
import type { Scope } from '../../../db/scope.ts';
import type { Issuer } from '../../../documents/invoice-pdf.ts';
import type { EmailContent, EmailMessage } from '../../../email/message.ts';
import { findOrNull } from '../../../state/resource.ts';
import type { EmailRow } from '../../model/email/resource.ts';
import { documentOf } from '../../model/invoice/document.ts';
import { type InvoiceRow, invoiceResource } from '../../model/invoice/resource.ts';
import { paymentResource } from '../../model/payment/resource.ts';
import { issuerOf } from '../../model/provider/issuer.ts';

export type ComposedEmail = EmailMessage & { attachments: { fileName: string; content: Uint8Array }[] };

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
  const { amount, currency, at, until, what } = row.facts;
  const facts = {
    firstName,
    ...{ amount, currency },
    number: invoice?.number ?? null,
    what: what ?? invoice?.lines[0]?.description ?? null,
    at: new Date(at),
    timeZone: issuer.timeZone,
    paymentInstructions: issuer.paymentInstructions,
  };
  switch (row.kind) {
    case 'INVOICE':
      return templates.invoiceEmail(facts);
    case 'OVERDUE':
      return templates.overdueEmail({ ...facts, until: new Date(until ?? at) });
    case 'SUSPENSION':
      return templates.suspensionEmail(facts);
    default: {
      const { reference = '', refundDue = false } = row.facts;
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
  const [row] = await scope.db
    .select({ description: charge.description })
    .from(charge)
    .where(and(eq(charge.providerId, scope.providerId), eq(charge.id, payment.chargeId)));
  return row?.description ?? null;
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
