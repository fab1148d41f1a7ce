import { and, eq, sql } from 'drizzle-orm';
import { invoice } from '../../../drizzle/schema/billing.ts';
import { DAY_MS, plus } from '../../clock.ts';
import type { ageings } from '../../contract/enums.ts';
import { type InvoiceAgeing, invoiceAgeing } from '../../contract/invoice.ts';
import { present } from '../../contract/present.ts';
import type { Scope } from '../../db/scope.ts';

type Ageing = (typeof ageings)[number];

/** The days each runs from and to, of which the first is the day after the due date. */
const overdueDays: Record<Exclude<Ageing, 'NOT_DUE'>, { to: number; after: number }> = {
  DAYS_1_7: { after: 0, to: 7 },
  DAYS_8_30: { after: 7, to: 30 },
  OVER_30: { after: 30, to: Number.POSITIVE_INFINITY },
};

/** The instants between which open invoices of an age fell, or fall, due: `dueFrom` included, `dueUntil` not. */
export function dueWithin(ageing: Ageing, now: Date): { dueFrom?: Date; dueUntil?: Date } {
  if (ageing === 'NOT_DUE') return { dueFrom: now };
  const { after, to } = overdueDays[ageing];
  return {
    dueUntil: plus(now, -after * DAY_MS),
    ...(Number.isFinite(to) && { dueFrom: plus(now, -to * DAY_MS) }),
  };
}

/** What is owed on open invoices by the provider's time: for each age and currency how many and how much. */
export async function ageingOf(scope: Scope): Promise<InvoiceAgeing> {
  const since = (days: number) => plus(scope.now, -days * DAY_MS).toISOString();
  const age = sql<Ageing>`case
    when ${invoice.dueAt} >= ${since(0)}::timestamptz then 'NOT_DUE'
    when ${invoice.dueAt} >= ${since(7)}::timestamptz then 'DAYS_1_7'
    when ${invoice.dueAt} >= ${since(30)}::timestamptz then 'DAYS_8_30'
    else 'OVER_30' end`;
  const rows = await scope.db
    .select({
      ageing: age.as('ageing'),
      currency: invoice.currency,
      count: sql<string>`count(*)`.mapWith(Number),
      amountDue: sql<string>`sum(${invoice.amountDue})`.mapWith(Number),
    })
    .from(invoice)
    .where(and(eq(invoice.providerId, scope.providerId), eq(invoice.status, 'OPEN')))
    .groupBy(sql`ageing`, invoice.currency)
    .orderBy(invoice.currency);
  return rows.map((row) => present(invoiceAgeing.element, row));
}
