import { and, desc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { invoice, payment } from '../../../drizzle/schema/billing.ts';
import { auditEntry, event } from '../../../drizzle/schema/provider.ts';
import { refund } from '../../../drizzle/schema/refund.ts';
import type { invoiceId } from '../../contract/invoice.ts';
import { type InvoiceAccount, invoiceAccount } from '../../contract/portal/invoice.ts';
import { present } from '../../contract/present.ts';
import { isOneOf } from '../../db/statement.ts';
import { find } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { type InvoiceRow, invoiceResource } from '../model/invoice/resource.ts';
import { voidReasonOf } from '../model/invoice/void-reason.ts';
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
  const [issuer, refunds, voided] = await Promise.all([
    issuerOf(scope),
    refundsOf(
      scope,
      payments.map((each) => each.id),
    ),
    row.status === 'VOID' ? findVoidReason(scope, row) : null,
  ]);
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

/** Invoices keep no reason, so the events of the change that voided this one give it. */
async function findVoidReason(scope: Scope, row: InvoiceRow) {
  // A VOID invoice never changes again, so its last audit entry is that of the change that voided it.
  const [entry] = await scope.db
    .select({ correlationId: auditEntry.correlationId })
    .from(auditEntry)
    .where(
      and(
        eq(auditEntry.providerId, scope.providerId),
        or(
          and(eq(auditEntry.resourceId, row.id), eq(auditEntry.action, 'invoice.void')),
          and(
            eq(auditEntry.resourceId, row.subscriptionId),
            sql`strpos(${auditEntry.affected}, ${row.id}) > 0`,
          ),
        ),
      ),
    )
    .orderBy(desc(auditEntry.createdAt), desc(auditEntry.id))
    .limit(1);
  const [replacedBy, events] = await Promise.all([
    replacementOf(scope, row),
    entry ? findEvents(scope, row, entry.correlationId) : [],
  ]);
  return {
    at: row.updatedAt,
    reason: voidReasonOf(events, replacedBy !== null),
    replacedBy,
  };
}

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

async function findEvents(
  scope: Scope,
  { subscriptionId, subscriberId, updatedAt }: InvoiceRow,
  correlationId: string,
) {
  const rows = await scope.db
    .select({ body: event.body })
    .from(event)
    .where(
      and(
        eq(event.providerId, scope.providerId),
        eq(event.correlationId, correlationId),
        inArray(event.resourceId, [subscriptionId, subscriberId]),
        sql`${event.occurredAt} = ${updatedAt.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(event.id);
  return rows.map(({ body }) => JSON.parse(body));
}
