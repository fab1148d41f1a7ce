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

export type InvoiceRow = Row<typeof invoiceResource>;
