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
const TRANSIT_MS = TRANSIT_DAYS * DAY_MS;

/** The instant at which a wait for money in transit ends. Contract: Money in transit. */
export function transitEnd(dueAt: Date): Date {
  return plus(dueAt, TRANSIT_MS);
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

/**
 * The rows that wait for no payment in transit, and those whose wait is over at an instant. Contract: Money in transit.
 * @param of the column of payments that names what is paid
 * @param facts `paid`: the id of what is paid for a row; `until`: the end of its wait, null where it has none; `kind`: limits the
 *   payments to those of invoices of a kind
 */
export async function withoutMoneyInTransit<T>(
  scope: Scope,
  of: PgColumn,
  rows: T[],
  {
    paid,
    until,
    at,
    kind,
  }: {
    paid: (row: T) => string | null;
    until: (row: T) => Date | null;
    at: (row: T) => Date;
    kind?: InvoiceKind;
  },
): Promise<T[]> {
  const ids = rows.flatMap((row) => paid(row) ?? []);
  if (ids.length === 0) return rows;
  const found = await readInTransit(scope, of, ids);
  const waiting = new Set(found.filter((row) => !kind || row.kind === kind).map((row) => row.paid));
  return rows.filter((row) => {
    const end = until(row);
    return !waiting.has(paid(row)) || (end !== null && end <= at(row));
  });
}

/** The payments in transit for these subscriptions or charges. */
export function readInTransit(scope: Scope, of: PgColumn, ids: readonly string[]) {
  return scope.db
    .select({ paid: sql<string | null>`${of}`, invoiceId: payment.invoiceId, kind: invoice.kind })
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
