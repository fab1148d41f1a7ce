import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { payment } from '../../../drizzle/schema/billing.ts';
import { refund } from '../../../drizzle/schema/refund.ts';
import type { refundListAll } from '../../contract/portal/refund.ts';
import { refundTotals } from '../../contract/portal/refund.ts';
import type { RefundSnapshot, refundId } from '../../contract/refund.ts';
import { find, presentOne } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { amountWithin, equals, isAnyOf } from '../list/filters.ts';
import { defineList } from '../list/list.ts';
import type { ListOptions } from '../list/options.ts';
import { search } from '../list/search.ts';
import { defineTotals } from '../list/totals.ts';
import { paymentsNamed } from '../model/payment/resource.ts';
import { refundResource } from '../model/refund/resource.ts';
import { subscribersLike } from '../model/subscriber/resource.ts';

/** @throws NOT_FOUND */
export async function getRefund(scope: Scope, { id }: z.output<typeof refundId>): Promise<RefundSnapshot> {
  return presentOne(scope, refundResource, await find(scope, refundResource, id));
}

const options: ListOptions<z.output<typeof refundListAll>> = {
  filters: {
    status: equals(refund.status),
    subscriberId: equals(refund.subscriberId),
    subscriptionId: equals(refund.subscriptionId),
    paymentId: equals(refund.paymentId),
    chargeId: equals(refund.chargeId),
    currency: equals(refund.currency),
    reason: equals(refund.reason),
    reasonIn: isAnyOf(refund.reason),
    ...amountWithin(refund.amount, refund.currency),
    reference: {
      where: (reference) => sql`${refund.paymentId} in (
        select ${payment.id} from ${payment}
        where ${payment.providerId} = ${refund.providerId} and ${payment.reference} = ${reference})`,
    },
    q: search(refund, ({ text, pattern }) => [
      sql`${refund.id} = ${text}`,
      sql`${refund.paymentId} in (${paymentsNamed(text)})`,
      sql`${refund.subscriberId} in (${subscribersLike(pattern)})`,
    ]),
  },
  sortable: { amount: [refund.currency, refund.amount] },
};

/** Refunds of every payment. Contract: Lists. */
export const listRefunds = defineList<typeof refundResource, z.output<typeof refundListAll>>(
  refundResource,
  options,
);

/** The sums of the refunds that match. */
export const sumRefunds = defineTotals(refundResource, options, refundTotals, {
  currency: sql`${refund.currency}`,
  fields: { amount: sql`sum(${refund.amount})` },
});
