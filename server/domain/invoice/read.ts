import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { invoice } from '../../../drizzle/schema/billing.ts';
import type { InvoiceSnapshot, invoiceId, invoiceList } from '../../contract/invoice.ts';
import type { Page } from '../../contract/paging.ts';
import { type invoiceFilters, type invoiceListAll, invoiceTotals } from '../../contract/portal/invoice.ts';
import { invoiceTabs } from '../../contract/portal/list-tabs.ts';
import { find, presentOne } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { defineCounts } from '../list/counts.ts';
import { amountWithin, before, contains, equals, from, isAnyOf } from '../list/filters.ts';
import { defineList } from '../list/list.ts';
import type { ListOptions } from '../list/options.ts';
import { defineTotals } from '../list/totals.ts';
import { invoiceResource, invoicesNumbered } from '../model/invoice/resource.ts';
import { dueWithin, overdueWithin } from './ageing.ts';

/** @throws NOT_FOUND */
export async function getInvoice(scope: Scope, { id }: z.output<typeof invoiceId>): Promise<InvoiceSnapshot> {
  return presentOne(scope, invoiceResource, await find(scope, invoiceResource, id));
}

/** The filters of an age. They are separate from those of the request, so that neither replaces the other. */
type Aged = {
  openStatus?: 'OPEN';
  dueFrom?: Date;
  dueUntil?: Date;
  notOverdueFrom?: Date;
  overdueUntil?: Date;
};

type ListedBy = Omit<z.output<typeof invoiceListAll>, 'ageing' | 'overdue'> & Aged;

const options: ListOptions<ListedBy> = {
  counted: 'by status',
  filters: {
    status: equals(invoice.status),
    statusIn: isAnyOf(invoice.status),
    subscriberId: equals(invoice.subscriberId),
    subscriptionId: equals(invoice.subscriptionId),
    dueBefore: before(invoice.dueAt),
    number: { where: (given) => sql`${invoice.id} in (${invoicesNumbered(sql`${given}::text`)})` },
    currency: equals(invoice.currency),
    kind: equals(invoice.kind),
    kindIn: isAnyOf(invoice.kind),
    dueAfter: from(invoice.dueAt),
    ...amountWithin(invoice.total, invoice.currency),
    q: contains(sql`${invoice.number}`),
    openStatus: equals(invoice.status),
    dueFrom: from(invoice.dueAt),
    dueUntil: before(invoice.dueAt),
    notOverdueFrom: from(invoice.dueAt),
    overdueUntil: before(invoice.dueAt),
  },
  sortable: {
    // In the order of issue: the text of INV-1000000 is before that of INV-999999.
    number: [sql`length(${invoice.number})`, invoice.number],
    dueAt: invoice.dueAt,
    total: [invoice.currency, invoice.total],
  },
};

const list = defineList<typeof invoiceResource, ListedBy>(invoiceResource, options);

/** The number of invoices of each status. */
export const countInvoices = defineCounts(invoiceResource, options, invoiceTabs);

/** Invoices of every status. Contract: Lists. */
export function listInvoices(
  scope: Scope,
  input: z.output<typeof invoiceList>,
): Promise<Page<InvoiceSnapshot>> {
  return list(scope, input);
}

/** The filters `ageing` and `overdue` as due instants, by the provider's clock. Only open invoices have an age. */
function byDueTime<I extends Pick<z.output<typeof invoiceListAll>, 'ageing' | 'overdue'>>(
  scope: Scope,
  { ageing, overdue, ...input }: I,
): Omit<I, 'ageing' | 'overdue'> & Aged {
  const isAged = ageing !== undefined || overdue !== undefined;
  return {
    ...input,
    ...(isAged && { openStatus: 'OPEN' as const }),
    ...(overdue !== undefined && overdueWithin(overdue, scope.now)),
    ...(ageing && dueWithin(ageing, scope.now)),
  };
}

/** The list of the portal, which also searches numbers and filters by age. */
export function listAllInvoices(
  scope: Scope,
  input: z.output<typeof invoiceListAll>,
): Promise<Page<InvoiceSnapshot>> {
  return list(scope, byDueTime(scope, input));
}

const sum = defineTotals(invoiceResource, options, invoiceTotals, {
  currency: sql`${invoice.currency}`,
  fields: {
    total: sql`sum(${invoice.total})`,
    amountDue: sql`sum(${invoice.amountDue}) filter (where ${invoice.status} = 'OPEN')`,
    voided: sql`sum(${invoice.total}) filter (where ${invoice.status} = 'VOID')`,
  },
});

/** The sums of the invoices that match, by the provider's clock. */
export function sumInvoices(scope: Scope, filters: z.output<typeof invoiceFilters>): ReturnType<typeof sum> {
  return sum(scope, byDueTime(scope, filters));
}
