import { and, count, eq, sql } from 'drizzle-orm';
import { payment } from '../../../../drizzle/schema/billing.ts';
import { refund } from '../../../../drizzle/schema/refund.ts';
import { refuse } from '../../../contract/errors.ts';
import { hasCreditNote } from '../../../contract/invoice-rules.ts';
import { asMinor, share, subtract, ZERO } from '../../../contract/money.ts';
import type { PdfDocument } from '../../../contract/pdf-document.ts';
import type { InvoiceFacts } from '../../../documents/invoice-facts.ts';
import { renderDocument } from '../../../documents/render-document.ts';
import { find } from '../../../state/resource.ts';
import type { Scope } from '../../../work/scope.ts';
import { refundResource } from '../refund/resource.ts';
import { factsOf } from './document.ts';
import { invoiceResource } from './resource.ts';

const numberOf = (invoice: string | null, nth: number) =>
  `${invoice ?? 'INV'}-CN-${String(nth).padStart(2, '0')}`;

/**
 * The credit note of a voided invoice, as a PDF: for all of it, `INV-000042-CN-01`. Contract: Credit notes.
 * @throws NOT_FOUND; PRECONDITION for an invoice that is not void
 */
export async function voidCreditNote(scope: Scope, { id }: { id: string }): Promise<PdfDocument> {
  const row = await find(scope, invoiceResource, id);
  if (row.status !== 'VOID') {
    throw refuse('PRECONDITION', {
      field: 'id',
      message: 'Only a voided invoice has a credit note of its own.',
    });
  }
  const facts = await factsOf(scope, row);
  return render(scope, {
    ...facts,
    number: numberOf(row.number, 1),
    creditOf: row.number,
    issuedAt: row.updatedAt,
  });
}

/**
 * The credit note of a refund of an invoice's payment, as a PDF. It has the share of the tax, and its number counts the refunds of the
 * invoice. Contract: Credit notes.
 * @throws NOT_FOUND; PRECONDITION for a refund of what paid no invoice
 */
export async function refundCreditNote(scope: Scope, { id }: { id: string }): Promise<PdfDocument> {
  const note = await creditNoteOf(scope, id);
  if (note) return note;
  throw refuse('PRECONDITION', { field: 'id', message: 'The refund is of money that paid no invoice.' });
}

/** As `refundCreditNote`; null for a refund of what paid no invoice. */
export async function creditNoteOf(scope: Scope, id: string): Promise<PdfDocument | null> {
  const made = await find(scope, refundResource, id);
  const [paid] = await scope.db
    .select()
    .from(payment)
    .where(and(eq(payment.providerId, scope.providerId), eq(payment.id, made.paymentId)));
  const row = paid?.invoiceId ? await find(scope, invoiceResource, paid.invoiceId) : null;
  if (!paid || !row || !hasCreditNote(paid, row.status)) return null;
  const [before] = await scope.db
    .select({ refunds: count() })
    .from(refund)
    .innerJoin(payment, and(eq(payment.providerId, refund.providerId), eq(payment.id, refund.paymentId)))
    .where(
      and(
        eq(payment.providerId, scope.providerId),
        eq(payment.invoiceId, row.id),
        sql`(${refund.createdAt}, ${refund.id}) < (
          select r.created_at, r.id from refund r where r.provider_id = ${scope.providerId} and r.id = ${id})`,
      ),
    );
  const facts = await factsOf(scope, row);
  const tax = row.total > 0 ? share(row.tax, made.amount, row.total) : ZERO;
  const net = subtract(made.amount, tax);
  const [first] = facts.lines;
  return render(scope, {
    ...facts,
    number: numberOf(row.number, (before?.refunds ?? 0) + 1),
    ...{ creditOf: row.number, issuedAt: made.createdAt },
    lines: [
      {
        description: `Refund: ${first?.description ?? ''}`,
        ...{ quantity: 1, unitAmount: net, amount: net, period: first?.period ?? null },
      },
    ],
    ...{ subtotal: net, tax, total: asMinor(made.amount) },
  });
}

/** A credit note is paid by nothing: only its total is shown. */
async function render({ providerId }: Scope, facts: InvoiceFacts): Promise<PdfDocument> {
  const note = { ...facts, status: 'VOID', paidAt: null, amountPaid: ZERO, amountRefunded: ZERO } as const;
  return { fileName: `${facts.number}.pdf`, content: await renderDocument(providerId, note) };
}
