import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { invoice, payment } from '../../../../drizzle/schema/billing.ts';
import { plus } from '../../../clock.ts';
import { DAY_MS } from '../../../contract/days.ts';
import type { invoiceKinds } from '../../../contract/enums.ts';
import { TRANSIT_DAYS } from '../../../contract/payment-rules.ts';
import { isOneOf } from '../../../db/statement.ts';
import type { Scope } from '../../../work/scope.ts';

type InvoiceKind = (typeof invoiceKinds)[number];

/** How long what a payment pays for waits for its money, in ms. Contract: Money in transit. */
export const TRANSIT_MS = TRANSIT_DAYS * DAY_MS;

/** Whether a wait for money in transit is over at an instant. Contract: Money in transit. */
export function isTransitOver(dueAt: Date, at: Date): boolean {
  return plus(dueAt, TRANSIT_MS) <= at;
}

/** A payment whose invoice is VOID pays for nothing that could wait. */
const paysForSomething = or(sql`${payment.invoiceId} is null`, eq(invoice.status, 'OPEN'));

const ofInvoice = and(eq(invoice.providerId, payment.providerId), eq(invoice.id, payment.invoiceId));

/**
 * The wait of due work for a payment in transit, for `dueRows`.
 * @param of the column of payments that names what is paid
 * @param row the columns of the due row with the provider and with that id
 * @param kind limits it to payments of invoices of a kind
 */
export function waitsForMoney(
  of: PgColumn,
  { providerId, id }: { providerId: PgColumn; id: PgColumn },
  kind?: InvoiceKind,
): { which: SQL; ms: number } {
  const ofKind = kind ? sql`${invoice.kind} = ${sql.raw(`'${kind}'`)}` : sql`true`;
  const which = sql`exists (
    select 1 from ${payment} left join ${invoice} on ${ofInvoice}
    where ${payment.providerId} = ${providerId} and ${of} = ${id} and ${payment.status} = 'PROCESSING' and ${paysForSomething}
      and ${ofKind})`;
  return { which, ms: TRANSIT_MS };
}

/** The payments in transit for these subscriptions or charges. */
export function readInTransit(scope: Scope, of: PgColumn, ids: readonly string[]) {
  return scope.db
    .select({
      subscriptionId: payment.subscriptionId,
      invoiceId: payment.invoiceId,
      kind: invoice.kind,
      chargeId: payment.chargeId,
    })
    .from(payment)
    .leftJoin(invoice, ofInvoice)
    .where(
      and(
        eq(payment.providerId, scope.providerId),
        isOneOf(of, ids),
        eq(payment.status, 'PROCESSING'),
        paysForSomething,
      ),
    );
}
