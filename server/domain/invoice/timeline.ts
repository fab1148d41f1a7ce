import { sql } from 'drizzle-orm';
import { invoice, payment } from '../../../drizzle/schema/billing.ts';
import { refund } from '../../../drizzle/schema/refund.ts';
import { defineTimeline } from '../list/timeline.ts';
import { invoiceResource } from '../model/invoice/resource.ts';

/**
 * The events of the payments of an invoice, their refunds and the cycle that it pays for, newest first. Invoices have no
 * events of their own.
 * @throws NOT_FOUND
 */
export const listInvoiceEvents = defineTimeline(invoiceResource, [
  (id, providerId) => sql`select ${payment.id} from ${payment}
    where ${payment.providerId} = ${providerId} and ${payment.invoiceId} = ${id}`,
  (id, providerId) => sql`select ${refund.id} from ${refund} join ${payment}
      on ${payment.providerId} = ${refund.providerId} and ${payment.id} = ${refund.paymentId}
    where ${refund.providerId} = ${providerId} and ${payment.invoiceId} = ${id}`,
  (id, providerId) => sql`select ${invoice.billingCycleId} from ${invoice}
    where ${invoice.providerId} = ${providerId} and ${invoice.id} = ${id}`,
]);
