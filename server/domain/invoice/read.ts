import type { z } from 'zod';
import { invoice } from '../../../drizzle/schema/billing.ts';
import type { InvoiceSnapshot, invoiceId, invoiceList } from '../../contract/invoice.ts';
import type { Scope } from '../../db/scope.ts';
import { find, presentOne } from '../../state/resource.ts';
import { before, defineList, equals } from '../list.ts';
import { invoiceResource } from './resource.ts';

/** @throws NOT_FOUND */
export async function getInvoice(scope: Scope, { id }: z.output<typeof invoiceId>): Promise<InvoiceSnapshot> {
  return presentOne(scope, invoiceResource, await find(scope, invoiceResource, id));
}

/** Invoices in every state. Contract: Lists. */
export const listInvoices = defineList<typeof invoiceResource, z.output<typeof invoiceList>>(
  invoiceResource,
  {
    counted: true,
    filters: {
      status: equals(invoice.status),
      subscriberId: equals(invoice.subscriberId),
      subscriptionId: equals(invoice.subscriptionId),
      dueBefore: before(invoice.dueAt),
    },
    sortable: { number: invoice.number, dueAt: invoice.dueAt, total: invoice.total },
  },
);
