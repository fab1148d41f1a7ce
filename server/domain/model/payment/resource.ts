import { payment } from '../../../../drizzle/schema/billing.ts';
import { paymentSnapshot } from '../../../contract/payment.ts';
import { defineResource, type Row } from '../../../state/resource.ts';
import { paymentMachine } from './machine.ts';

export const paymentResource = defineResource({
  name: 'payment',
  object: 'payment',
  table: payment,
  snapshot: paymentSnapshot,
  machine: paymentMachine,
});

export type PaymentRow = Row<typeof paymentResource>;
