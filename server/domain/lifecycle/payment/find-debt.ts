import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { invoice } from '../../../../drizzle/schema/billing.ts';
import { isOpenInvoice } from '../../../contract/invoice-rules.ts';
import { isOutOfService } from '../../../contract/subscription-rules.ts';
import type { Scope } from '../../../work/scope.ts';
import type { InvoiceRow } from '../../model/invoice/resource.ts';
import type { SubscriptionRow } from '../../model/subscription/resource.ts';
import { quoteFor } from '../terms/quote.ts';

/** What a subscription owes, in minor units. The invoice is null while none is issued for it. */
export type Debt = Pick<InvoiceRow, 'kind' | 'currency' | 'subtotal' | 'tax' | 'total'> & {
  invoice: InvoiceRow | null;
};

/**
 * What a subscription that has not ended owes now: an upgrade hold, else its oldest open invoice, else the first or the
 * reactivation invoice. Writes nothing. Contract: Payment.
 * @param except `UPGRADE` leaves upgrade holds out and finds the debt for service alone
 * @returns null when nothing is due
 */
export async function findDebt(
  scope: Scope,
  subscription: SubscriptionRow,
  except?: 'UPGRADE',
): Promise<Debt | null> {
  const open = await findOpenInvoice(scope, subscription, except);
  if (open) return invoiceDebt(open);
  if (!isOutOfService(subscription.status)) return null;
  const { currency, subtotal, tax, total } = await quoteFor(scope, subscription);
  const kind = subscription.status === 'PENDING' ? 'FIRST' : 'REACTIVATION';
  return { kind, currency, subtotal, tax, total, invoice: null };
}

/** The debt of one invoice, in minor units; null unless it is open. */
export function invoiceDebt(invoice: InvoiceRow): Debt | null {
  if (!isOpenInvoice(invoice)) return null;
  const { kind, currency, subtotal, tax, amountDue } = invoice;
  return { kind, currency, subtotal, tax, total: amountDue, invoice };
}

/** An upgrade hold comes before every other invoice, until its deadline. */
async function findOpenInvoice(
  scope: Scope,
  { id, upgradeExpiresAt }: SubscriptionRow,
  except?: 'UPGRADE',
): Promise<InvoiceRow | undefined> {
  const isOver = upgradeExpiresAt !== null && upgradeExpiresAt <= scope.now;
  const [row] = await scope.db
    .select()
    .from(invoice)
    .where(
      and(
        eq(invoice.providerId, scope.providerId),
        eq(invoice.subscriptionId, id),
        eq(invoice.status, 'OPEN'),
        isOver || except === 'UPGRADE' ? ne(invoice.kind, 'UPGRADE') : undefined,
      ),
    )
    .orderBy(sql`${invoice.kind} <> 'UPGRADE'`, asc(invoice.issuedAt))
    .limit(1);
  return row;
}
