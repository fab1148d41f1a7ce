import { type SQL, sql } from 'drizzle-orm';
import { pendingChargeStatuses } from '../../contract/charge-rules.ts';
import { openInvoiceStatuses } from '../../contract/invoice-rules.ts';
import { literals } from '../../db/statement.ts';

/**
 * What is due, as rows with an `amount` in minor units: open invoices and pending charges. Contract: Invoice, Charge.
 * @param which a condition on columns that both tables have
 * @param columns the other columns of the rows; both tables have them
 */
export function dueAmounts(which: SQL, columns = sql`currency`): SQL {
  return sql`
    select ${columns}, amount_due as amount from invoice
    where ${which} and status in (${literals(openInvoiceStatuses)})
    union all
    select ${columns}, amount from charge
    where ${which} and status in (${literals(pendingChargeStatuses)})`;
}
