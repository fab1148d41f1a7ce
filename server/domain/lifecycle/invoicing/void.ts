import { and, eq, sql } from 'drizzle-orm';
import { invoice } from '../../../../drizzle/schema/billing.ts';
import { ZERO } from '../../../contract/money.ts';
import type { WriteScope } from '../../../db/scope.ts';
import { transitionEach } from '../../../state/transition.ts';
import { type InvoiceRow, invoiceResource } from '../../model/invoice/resource.ts';
import { expireOpenPayments } from './expire-payments.ts';

type Which = {
  /** When, for each subscription; the scope's `now` unless given. */
  at?: ReadonlyMap<string, Date>;
  /** The only kind it is about; all of them, and first payments that have no invoice yet, unless given. */
  kind?: InvoiceRow['kind'];
};

/** Voids what subscriptions still owe, and lets the payments that were under way for it expire. */
export async function voidOpenInvoices(
  scope: WriteScope,
  subscriptionIds: string[],
  { at = new Map(), kind }: Which = {},
): Promise<void> {
  const open = await scope.db
    .select()
    .from(invoice)
    .where(
      and(
        eq(invoice.providerId, scope.providerId),
        sql`${invoice.subscriptionId} = any(${sql.param(subscriptionIds)})`,
        eq(invoice.status, 'OPEN'),
        kind && eq(invoice.kind, kind),
      ),
    )
    .for('no key update');
  await transitionEach(
    scope,
    invoiceResource,
    'void',
    open.map((row) => ({ row, at: at.get(row.subscriptionId), patch: { amountDue: ZERO } })),
  );
  const invoiceIds = kind && open.map((row) => row.id);
  await expireOpenPayments(scope, subscriptionIds, { at, invoiceIds });
}
