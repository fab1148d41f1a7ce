import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { invoice } from '../../../drizzle/schema/billing.ts';
import type { InvoiceSnapshot, invoiceId, invoiceList, invoiceListAll } from '../../contract/invoice.ts';
import type { Page } from '../../contract/paging.ts';
import type { Scope } from '../../db/scope.ts';
import { find, presentOne } from '../../state/resource.ts';
import { before, contains, defineList, equals, from } from '../list/list.ts';
import { invoiceResource } from '../model/invoice/resource.ts';
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

const list = defineList<
  typeof invoiceResource,
  Omit<z.output<typeof invoiceListAll>, 'ageing' | 'overdue'> & Aged
>(invoiceResource, {
  counted: true,
  filters: {
    status: equals(invoice.status),
    subscriberId: equals(invoice.subscriberId),
    subscriptionId: equals(invoice.subscriptionId),
    dueBefore: before(invoice.dueAt),
    currency: equals(invoice.currency),
    kind: equals(invoice.kind),
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
    total: invoice.total,
  },
});

/** Invoices of every status. Contract: Lists. */
export function listInvoices(
  scope: Scope,
  input: z.output<typeof invoiceList>,
): Promise<Page<InvoiceSnapshot>> {
  return list(scope, input);
}

/** The list of the portal with the filters `ageing` and `overdue`, by the provider's clock. Only open invoices have an age. */
export function listAllInvoices(
  scope: Scope,
  { ageing, overdue, ...input }: z.output<typeof invoiceListAll>,
): Promise<Page<InvoiceSnapshot>> {
  const isAged = ageing !== undefined || overdue !== undefined;
  return list(scope, {
    ...input,
    ...(isAged && { openStatus: 'OPEN' as const }),
    ...(overdue !== undefined && overdueWithin(overdue, scope.now)),
    ...(ageing && dueWithin(ageing, scope.now)),
  });
}
