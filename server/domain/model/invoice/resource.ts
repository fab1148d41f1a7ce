import { type SQL, sql } from 'drizzle-orm';
import { invoice } from '../../../../drizzle/schema/billing.ts';
import { invoiceSnapshot } from '../../../contract/invoice.ts';
import { defineResource, type Row } from '../../../state/resource.ts';
import { invoiceMachine } from './machine.ts';

export const invoiceResource = defineResource({
  name: 'invoice',
  object: null,
  table: invoice,
  snapshot: invoiceSnapshot,
  machine: invoiceMachine,
});

/**
 * A query of the id of the provider's invoice with a number, in any case. It uses the index `invoice_number`. The statement has a
 * placeholder `providerId`.
 */
export function invoicesNumbered(text: SQL): SQL {
  return sql`
    select ${invoice.id} from ${invoice}
    where ${invoice.providerId} = ${sql.placeholder('providerId')}
      and length(${invoice.number}) = length(${text}) and ${invoice.number} = upper(${text})`;
}

export type InvoiceRow = Row<typeof invoiceResource>;
