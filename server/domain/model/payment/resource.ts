import { type SQL, sql } from 'drizzle-orm';
import { payment } from '../../../../drizzle/schema/billing.ts';
import { paymentSnapshot } from '../../../contract/payment.ts';
import { defineResource, type Row } from '../../../state/resource.ts';
import { invoicesNumbered } from '../invoice/resource.ts';
import { paymentMachine } from './machine.ts';

export const paymentResource = defineResource({
  name: 'payment',
  object: 'payment',
  table: payment,
  snapshot: paymentSnapshot,
  machine: paymentMachine,
});

/** The payment has this id or reference. Generated references are in upper case, so the text is compared in upper case too. */
export function isPaymentNamed(text: SQL): SQL {
  return sql`(${payment.id} = ${text} or ${payment.reference} in (${text}, upper(${text})))`;
}

/** A query of the ids of the provider's payments with an id or a reference. The statement has a placeholder `providerId`. */
export function paymentsNamed(text: SQL): SQL {
  return sql`
    select ${payment.id} from ${payment}
    where ${payment.providerId} = ${sql.placeholder('providerId')} and ${isPaymentNamed(text)}`;
}

/**
 * A query of the ids of the payments of the provider's invoice with a number, in any case. The statement has a placeholder
 * `providerId`.
 */
export function paymentsOfInvoicesNumbered(text: SQL): SQL {
  return sql`
    select ${payment.id} from ${payment}
    where ${payment.providerId} = ${sql.placeholder('providerId')}
      and ${payment.invoiceId} in (${invoicesNumbered(text)})`;
}

export type PaymentRow = Row<typeof paymentResource>;
