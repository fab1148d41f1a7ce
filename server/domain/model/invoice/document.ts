import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { subscriber } from '../../../../drizzle/schema/subscriber.ts';
import { fullNameOf } from '../../../contract/full-name.ts';
import type { InvoiceDocument, invoiceId } from '../../../contract/invoice.ts';
import type { InvoiceFacts } from '../../../documents/invoice-facts.ts';
import { renderInvoice } from '../../../documents/render-invoice.ts';
import { find } from '../../../state/resource.ts';
import type { Scope } from '../../../work/scope.ts';
import { issuerOf } from '../provider/issuer.ts';
import { logoOf } from '../provider/logo.ts';
import { type InvoiceRow, invoiceResource } from './resource.ts';

/**
 * The invoice as a PDF. The bytes stay the same while the invoice stays the same. Contract: Invoice.
 * @throws NOT_FOUND
 */
export async function readInvoicePdf(
  scope: Scope,
  { id }: z.output<typeof invoiceId>,
): Promise<InvoiceDocument> {
  return documentOf(scope, await find(scope, invoiceResource, id));
}

/** The PDF of an invoice row. */
export async function documentOf(scope: Scope, row: InvoiceRow): Promise<InvoiceDocument> {
  const facts = await factsOf(scope, row);
  return { fileName: `${facts.number}.pdf`, content: await renderInvoice(facts) };
}

/** What the documents of an invoice show. */
export async function factsOf(scope: Scope, row: InvoiceRow): Promise<InvoiceFacts> {
  const [issuer, logo, customers] = await Promise.all([
    issuerOf(scope),
    logoOf(scope),
    scope.db
      .select()
      .from(subscriber)
      .where(and(eq(subscriber.providerId, scope.providerId), eq(subscriber.id, row.subscriberId))),
  ]);
  const [customer] = customers;
  if (!customer) throw new Error(`${row.id} has no subscriber`);
  const { status, currency, subtotal, taxRate, tax, total, amountPaid, amountRefunded, amountDue } = row;
  return {
    issuer: { ...issuer, logo },
    customer: { ...customer, name: fullNameOf(customer) },
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
