import { and, desc, eq, inArray, type SQL } from 'drizzle-orm';
import { payment } from '../../../../drizzle/schema/billing.ts';
import { openPaymentStatuses } from '../../../contract/payment-rules.ts';
import type { Scope } from '../../../work/scope.ts';
import type { PaymentRow } from './resource.ts';

/** The newest open payment of a subscription, or of one of its invoices. */
export function findOpenPayment(
  scope: Scope,
  subscriptionId: string,
  invoiceId?: string,
): Promise<PaymentRow | undefined> {
  const ofInvoice = invoiceId === undefined ? undefined : eq(payment.invoiceId, invoiceId);
  return newestOpenPayment(scope, and(eq(payment.subscriptionId, subscriptionId), ofInvoice));
}

/** The newest open payment of the provider that a condition selects. */
export async function newestOpenPayment(
  scope: Scope,
  which: SQL | undefined,
): Promise<PaymentRow | undefined> {
  const [row] = await scope.db
    .select()
    .from(payment)
    .where(
      and(eq(payment.providerId, scope.providerId), which, inArray(payment.status, [...openPaymentStatuses])),
    )
    .orderBy(desc(payment.createdAt))
    .limit(1);
  return row;
}
