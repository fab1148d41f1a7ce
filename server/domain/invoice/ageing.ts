import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import { invoice } from '../../../drizzle/schema/billing.ts';
import { plus } from '../../clock.ts';
import { DAY_MS } from '../../contract/days.ts';
import { type InvoiceAgeing, invoiceAgeing } from '../../contract/portal/invoice.ts';
import type { ageings } from '../../contract/portal/invoice-values.ts';
import { present } from '../../contract/present.ts';
import type { Scope } from '../../work/scope.ts';

type Ageing = (typeof ageings)[number];

/** The range of whole days overdue of each age, both ends included. Contract: Invoice. */
const overdueDays: Record<Ageing, { from: number; to: number }> = {
  NOT_DUE: { from: Number.NEGATIVE_INFINITY, to: 0 },
  DAYS_1_7: { from: 1, to: 7 },
  DAYS_8_30: { from: 8, to: 30 },
  OVER_30: { from: 31, to: Number.POSITIVE_INFINITY },
};

/**
 * The earliest due instant of an invoice that is at most `days` whole days overdue. Due instants have milliseconds, and an
 * invoice that has been due for exactly one day is one day overdue.
 */
const atMost = (days: number, now: Date) => plus(now, -(days + 1) * DAY_MS + 1);

/** The due instants of open invoices of an age: from `dueFrom`, included, until `dueUntil`, excluded. */
export function dueWithin(ageing: Ageing, now: Date): { dueFrom?: Date; dueUntil?: Date } {
  const { from, to } = overdueDays[ageing];
  return {
    ...(Number.isFinite(from) && { dueUntil: atMost(from - 1, now) }),
    ...(Number.isFinite(to) && { dueFrom: atMost(to, now) }),
  };
}

/** The due instants of open invoices that are overdue by at least one whole day, or of those that are not. */
export function overdueWithin(isOverdue: boolean, now: Date): { notOverdueFrom?: Date; overdueUntil?: Date } {
  const notDueSince = atMost(overdueDays.NOT_DUE.to, now);
  return isOverdue ? { overdueUntil: notDueSince } : { notOverdueFrom: notDueSince };
}

/** The number and amount due of open invoices for each age and currency, by the provider's clock. */
export async function ageingOf(scope: Scope): Promise<InvoiceAgeing> {
  return (await sumsByAge(scope)).map((row) => present(invoiceAgeing.element, row));
}

/** The same without the invoices that are not overdue, with amounts in minor units. */
export async function overdueOf(scope: Scope) {
  return sumsByAge(scope, lt(invoice.dueAt, atMost(overdueDays.NOT_DUE.to, scope.now)));
}

async function sumsByAge(scope: Scope, condition?: SQL) {
  const since = (age: Ageing) => atMost(overdueDays[age].to, scope.now).toISOString();
  const age = sql<Ageing>`case
    when ${invoice.dueAt} >= ${since('NOT_DUE')}::timestamptz then 'NOT_DUE'
    when ${invoice.dueAt} >= ${since('DAYS_1_7')}::timestamptz then 'DAYS_1_7'
    when ${invoice.dueAt} >= ${since('DAYS_8_30')}::timestamptz then 'DAYS_8_30'
    else 'OVER_30' end`;
  return scope.db
    .select({
      ageing: age.as('ageing'),
      currency: invoice.currency,
      count: sql<string>`count(*)`.mapWith(Number),
      amountDue: sql`sum(${invoice.amountDue})`.mapWith(invoice.amountDue),
    })
    .from(invoice)
    .where(and(eq(invoice.providerId, scope.providerId), eq(invoice.status, 'OPEN'), condition))
    .groupBy(sql`ageing`, invoice.currency)
    .orderBy(invoice.currency);
}
