import type { z } from 'zod';
import type { invoiceId } from '../../../contract/invoice.ts';
import type { PdfDocument } from '../../../contract/pdf-document.ts';
import type { InvoiceFacts } from '../../../documents/invoice-facts.ts';
import { renderDocument } from '../../../documents/render-document.ts';
import { find } from '../../../state/resource.ts';
import type { Scope } from '../../../work/scope.ts';
import { partiesOf } from './parties.ts';
import { type InvoiceRow, invoiceResource } from './resource.ts';

/**
 * The invoice as a PDF. The bytes stay the same while the invoice stays the same. Contract: Invoice.
 * @throws NOT_FOUND
 */
export async function readInvoicePdf(scope: Scope, { id }: z.output<typeof invoiceId>): Promise<PdfDocument> {
  return documentOf(scope, await find(scope, invoiceResource, id));
}

/** The PDF of an invoice row. */
export async function documentOf(scope: Scope, row: InvoiceRow): Promise<PdfDocument> {
  const facts = await factsOf(scope, row);
  return { fileName: `${facts.number}.pdf`, content: await renderDocument(scope.providerId, facts) };
}

/** What the documents of an invoice show. */
export async function factsOf(scope: Scope, row: InvoiceRow): Promise<InvoiceFacts> {
  const { status, currency, subtotal, taxRate, tax, total, amountPaid, amountRefunded, amountDue } = row;
  return {
    ...(await partiesOf(scope, row.subscriberId)),
    number: row.number ?? row.id,
    ...{ status, currency, subtotal, taxRate, tax, total, amountPaid, amountRefunded, amountDue },
    lines: row.lines.map(({ description, quantity, unitAmount, amount, periodStart, periodEnd }) => ({
      ...{ description, quantity, unitAmount, amount },
      period: periodStart && periodEnd ? { start: new Date(periodStart), end: new Date(periodEnd) } : null,
    })),
    issuedAt: row.issuedAt,
    dueAt: row.dueAt,
    paidAt: row.paidAt,
  };
}
