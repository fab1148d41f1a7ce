import { type Minor, subtract } from '../../../contract/money.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { cyclePeriod, invoiceFor, netOf } from '../../model/billing-cycle/rules.ts';
import type { InvoiceRow } from '../../model/invoice/resource.ts';
import { taxRateOf } from '../../model/provider/tax-rate.ts';
import type { SubscriptionRow } from '../../model/subscription/resource.ts';
import { issueInvoice } from '../invoicing/issue.ts';
import { currentTerms, quoteFor } from '../terms/quote.ts';

/**
 * Issues the invoice that brings an INACTIVE subscription back into service. Its cycle starts at the payment.
 * Contract: Billing.
 */
export async function issueReactivationInvoice(
  scope: WriteScope,
  subscription: SubscriptionRow,
): Promise<InvoiceRow> {
  const quote = await quoteFor(scope, subscription);
  return issueInvoice(scope, {
    ...quote,
    subscriberId: subscription.subscriberId,
    subscriptionId: subscription.id,
    billingCycleId: null,
    kind: 'REACTIVATION',
    periodStart: scope.now,
    dueAt: scope.now,
  });
}

/**
 * Issues the invoice of a first payment. It shows the amount that was paid: a plan whose price changed while the payment
 * was open does not change it. Contract: Billing.
 * @param received the amount of the payment, in minor units, tax included
 */
export async function issueFirstInvoice(
  scope: WriteScope,
  subscription: SubscriptionRow,
  received: Minor,
): Promise<InvoiceRow> {
  const [terms, taxRate] = await Promise.all([currentTerms(scope, subscription), taxRateOf(scope)]);
  const paid = { ...terms, price: netOf(received, taxRate) };
  return issueInvoice(scope, {
    ...invoiceFor(paid, cyclePeriod(scope.now, paid), taxRate),
    tax: subtract(received, paid.price),
    total: received,
    subscriberId: subscription.subscriberId,
    subscriptionId: subscription.id,
    billingCycleId: null,
    kind: 'FIRST',
    periodStart: scope.now,
    dueAt: scope.now,
  });
}
