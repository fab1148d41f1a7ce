import { and, eq } from 'drizzle-orm';
import { charge } from '../../../../drizzle/schema/charge.ts';
import { staffUser } from '../../../../drizzle/schema/staff.ts';
import { subscriber } from '../../../../drizzle/schema/subscriber.ts';
import type { Scope } from '../../../db/scope.ts';
import type { Issuer } from '../../../documents/invoice-pdf.ts';
import type { Letter, Words } from '../../../mail/letter.ts';
import { findOrNull } from '../../../state/resource.ts';
import type { MailRow } from '../../model/email/resource.ts';
import { documentOf } from '../../model/invoice/document.ts';
import { type InvoiceRow, invoiceResource } from '../../model/invoice/resource.ts';
import { paymentResource } from '../../model/payment/resource.ts';
import { issuerOf } from '../../model/provider/issuer.ts';

export type MailLetter = Letter & { attachments: { fileName: string; content: Uint8Array }[] };

/**
 * A mail as its reader sees it. What happened is told as it was then; names, the invoice's number and the way to pay
 * are those of today.
 * @param to the address it is written to
 */
export async function letterOf(scope: Scope, row: MailRow, to: string): Promise<MailLetter> {
  const [issuer, invoice, firstName] = await Promise.all([
    issuerOf(scope),
    'invoiceId' in row.facts && row.facts.invoiceId
      ? findOrNull(scope, invoiceResource, row.facts.invoiceId)
      : null,
    firstNameOf(scope, row),
  ]);
  const words = await wordsOf(scope, row, { issuer, invoice, firstName });
  // Read when the first mail is rendered: a process may run for days without one.
  const { renderLetter } = await import('../../../mail/render.ts');
  const letter = await renderLetter(words, issuer, to);
  const isAttached = invoice && (row.kind === 'INVOICE' || row.kind === 'RECEIPT');
  return { ...letter, attachments: isAttached ? [await documentOf(scope, invoice)] : [] };
}

type Known = { issuer: Issuer; invoice: InvoiceRow | null; firstName: string };

async function wordsOf(scope: Scope, row: MailRow, { issuer, invoice, firstName }: Known): Promise<Words> {
  const words = await import('../../../mail/words.ts');
  if ('url' in row.facts) {
    const { url, at, until } = row.facts;
    const told = { firstName, url, at: new Date(at), timeZone: issuer.timeZone, isSandbox: !issuer.livemode };
    return until === null
      ? words.webhookDisabledWords(told)
      : words.webhookFailingWords({ ...told, until: new Date(until) });
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
      return words.invoiceWords(facts);
    case 'OVERDUE':
      return words.overdueWords({ ...facts, until: new Date(until ?? at) });
    case 'SUSPENSION':
      return words.suspensionWords(facts);
    default: {
      const { reference = '', refundDue = false } = row.facts;
      const paidUntil = refundDue ? null : (invoice?.lines[0]?.periodEnd ?? null);
      return words.receiptWords({
        ...facts,
        what: facts.what ?? (await chargeBehind(scope, row)),
        ...{ reference, refundDue },
        paidUntil: paidUntil === null ? null : new Date(paidUntil),
      });
    }
  }
}

/** What a payment without an invoice was for. */
async function chargeBehind(scope: Scope, { factId }: MailRow): Promise<string | null> {
  const paid = await findOrNull(scope, paymentResource, factId);
  if (!paid?.chargeId) return null;
  const [row] = await scope.db
    .select({ description: charge.description })
    .from(charge)
    .where(and(eq(charge.providerId, scope.providerId), eq(charge.id, paid.chargeId)));
  return row?.description ?? null;
}

async function firstNameOf(scope: Scope, { subscriberId, staffUserId }: MailRow): Promise<string> {
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
