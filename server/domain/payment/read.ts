import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { payment } from '../../../drizzle/schema/billing.ts';
import type { PaymentSnapshot, paymentId } from '../../contract/payment.ts';
import { paymentTabs } from '../../contract/portal/list-tabs.ts';
import type { paymentListAll } from '../../contract/portal/payment.ts';
import { paymentTotals } from '../../contract/portal/payment.ts';
import { find, presentOne } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { defineCounts } from '../list/counts.ts';
import { amountWithin, before, equals, from, isAnyOf } from '../list/filters.ts';
import { defineList } from '../list/list.ts';
import type { ListOptions } from '../list/options.ts';
import { search } from '../list/search.ts';
import { defineTotals } from '../list/totals.ts';
import { invoicesNumbered } from '../model/invoice/resource.ts';
import { isPaymentNamed, paymentResource } from '../model/payment/resource.ts';
import { subscribersLike } from '../model/subscriber/resource.ts';

/** @throws NOT_FOUND */
export async function getPayment(scope: Scope, { id }: z.output<typeof paymentId>): Promise<PaymentSnapshot> {
  return presentOne(scope, paymentResource, await find(scope, paymentResource, id));
}

const options: ListOptions<z.output<typeof paymentListAll>> = {
  counted: 'by status',
  filters: {
    status: equals(payment.status),
    statusIn: isAnyOf(payment.status),
    subscriberId: equals(payment.subscriberId),
    subscriptionId: equals(payment.subscriptionId),
    chargeId: equals(payment.chargeId),
    invoiceId: equals(payment.invoiceId),
    installationId: equals(payment.installationId),
    rail: equals(payment.rail),
    railIn: isAnyOf(payment.rail),
    ...amountWithin(payment.amount, payment.currency),
    currency: equals(payment.currency),
    completedAfter: from(payment.completedAt),
    completedBefore: before(payment.completedAt),
    refundDue: equals(payment.refundDue),
    reference: equals(payment.reference),
    q: search(payment, ({ text, pattern }) => [
      isPaymentNamed(text),
      sql`${payment.subscriberId} in (${subscribersLike(pattern)})`,
      sql`${payment.invoiceId} in (${invoicesNumbered(text)})`,
    ]),
  },
  sortable: { amount: [payment.currency, payment.amount], completedAt: payment.completedAt },
};

/** Payments of every status. Contract: Lists. */
export const listPayments = defineList<typeof paymentResource, z.output<typeof paymentListAll>>(
  paymentResource,
  options,
);

/** The number of payments of each tab. */
export const countPayments = defineCounts(paymentResource, options, paymentTabs);

/** The sums of the payments that match. */
export const sumPayments = defineTotals(paymentResource, options, paymentTotals, {
  currency: sql`${payment.currency}`,
  fields: {
    amount: sql`sum(${payment.amount})`,
    received: sql`sum(${payment.amount}) filter (where ${payment.status} = 'COMPLETED')`,
    refunded: sql`sum(${payment.refundedAmount})`,
  },
});
