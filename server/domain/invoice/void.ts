import { and, eq, sql } from 'drizzle-orm';
import { invoice } from '../../../drizzle/schema/billing.ts';
import type { WriteScope } from '../../db/scope.ts';
import { transitionEach } from '../../state/transition.ts';
import { expireOpenPayments } from '../payment/expire.ts';
import { invoiceResource } from './resource.ts';

/**
 * Voids what subscriptions still owe, and lets the payments that were under way for it expire.
 * @param at when, for each subscription; the scope's `now` unless given
 */
export async function voidOpenInvoices(
  scope: WriteScope,
  subscriptionIds: string[],
  at: ReadonlyMap<string, Date> = new Map(),
): Promise<void> {
  const open = await scope.db
    .select()
    .from(invoice)
    .where(
      and(
        eq(invoice.providerId, scope.providerId),
        sql`${invoice.subscriptionId} = any(${sql.param(subscriptionIds)})`,
        eq(invoice.status, 'OPEN'),
      ),
    )
    .for('update');
  await transitionEach(
    scope,
    invoiceResource,
    'void',
    open.map((row) => ({ row, at: at.get(row.subscriptionId), patch: { amountDue: 0 } })),
  );
  await expireOpenPayments(scope, subscriptionIds, at);
}
