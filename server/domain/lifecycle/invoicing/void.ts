import { and, eq } from 'drizzle-orm';
import { invoice } from '../../../../drizzle/schema/billing.ts';
import { ZERO } from '../../../contract/money.ts';
import type { voidReasons } from '../../../contract/portal/invoice-values.ts';
import { isOneOf } from '../../../db/statement.ts';
import { transitionEach } from '../../../state/transition.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { type InvoiceRow, invoiceResource } from '../../model/invoice/resource.ts';
import { expirePendingPayments } from './expire-payments.ts';

export type VoidReason = (typeof voidReasons)[number];

type Which = {
  /** Why, for all subscriptions or for each. */
  reason: VoidReason | ((subscriptionId: string) => VoidReason);
  /** The instant for each subscription; the scope's `now` unless given. */
  at?: ReadonlyMap<string, Date>;
  /** Limits the change to invoices of one kind. Without it, first payments without an invoice expire too. */
  kind?: InvoiceRow['kind'];
};

/** Voids the open invoices of subscriptions and expires the pending payments for them. Contract: Invoice. */
export async function voidOpenInvoices(
  scope: WriteScope,
  subscriptionIds: string[],
  { reason, at = new Map(), kind }: Which,
): Promise<void> {
  const open = await scope.db
    .select()
    .from(invoice)
    .where(
      and(
        eq(invoice.providerId, scope.providerId),
        isOneOf(invoice.subscriptionId, subscriptionIds),
        eq(invoice.status, 'OPEN'),
        kind && eq(invoice.kind, kind),
      ),
    )
    .for('no key update');
  await transitionEach(
    scope,
    invoiceResource,
    'void',
    open.map((row) => ({
      row,
      at: at.get(row.subscriptionId),
      patch: {
        amountDue: ZERO,
        voidReason: typeof reason === 'string' ? reason : reason(row.subscriptionId),
      },
    })),
  );
  const invoiceIds = kind && open.map((row) => row.id);
  await expirePendingPayments(scope, subscriptionIds, { at, invoiceIds });
}
