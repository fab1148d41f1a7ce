import { and, desc, eq, ne } from 'drizzle-orm';
import type { z } from 'zod';
import { invoice, payment } from '../../../drizzle/schema/billing.ts';
import { refund } from '../../../drizzle/schema/refund.ts';
import type { invoiceId } from '../../contract/invoice.ts';
import { type InvoiceAccount, invoiceAccount } from '../../contract/portal/invoice.ts';
import { present } from '../../contract/present.ts';
import { isOneOf } from '../../db/statement.ts';
import { find } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { type InvoiceRow, invoiceResource } from '../model/invoice/resource.ts';
import { issuerOf } from '../model/provider/issuer.ts';

/** The limit of payments and of refunds in one answer. */
const MAX_ROWS = 100;

/**
 * The payments and refunds of an invoice, its issuer, and why it is VOID.
 * @throws NOT_FOUND
 */
export async function readInvoiceAccount(
  scope: Scope,
  { id }: z.output<typeof invoiceId>,
): Promise<InvoiceAccount> {
  const row = await find(scope, invoiceResource, id);
  const payments = await scope.db
    .select()
    .from(payment)
    .where(and(eq(payment.providerId, scope.providerId), eq(payment.invoiceId, id)))
    .orderBy(desc(payment.id))
    .limit(MAX_ROWS);
  const isVoid = row.status === 'VOID';
  const [issuer, refunds, replacedBy] = await Promise.all([
    issuerOf(scope),
    refundsOf(
      scope,
      payments.map((each) => each.id),
    ),
    isVoid ? replacementOf(scope, row) : null,
  ]);
  // A VOID invoice never changes again, so its last change is the one that voided it.
  const voided = isVoid ? { at: row.updatedAt, reason: row.voidReason, replacedBy } : null;
  return present(invoiceAccount, { issuer, taxRate: Number(row.taxRate), payments, refunds, voided });
}

async function refundsOf(scope: Scope, paymentIds: string[]) {
  if (paymentIds.length === 0) return [];
  return scope.db
    .select()
    .from(refund)
    .where(and(eq(refund.providerId, scope.providerId), isOneOf(refund.paymentId, paymentIds)))
    .orderBy(desc(refund.id))
    .limit(MAX_ROWS);
}

/** The invoice that covers the same period instead of a VOID one. */
async function replacementOf(scope: Scope, row: InvoiceRow) {
  const [found] = await scope.db
    .select({ id: invoice.id, number: invoice.number })
    .from(invoice)
    .where(
      and(
        eq(invoice.providerId, scope.providerId),
        eq(invoice.subscriptionId, row.subscriptionId),
        eq(invoice.kind, row.kind),
        eq(invoice.periodStart, row.periodStart),
        ne(invoice.status, 'VOID'),
      ),
    );
  return found ?? null;
}
