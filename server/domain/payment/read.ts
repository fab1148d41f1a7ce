import type { z } from 'zod';
import { payment } from '../../../drizzle/schema/billing.ts';
import type { PaymentSnapshot, paymentId, paymentList } from '../../contract/payment.ts';
import type { Scope } from '../../db/scope.ts';
import { find, presentOne } from '../../state/resource.ts';
import { before, defineList, equals, from } from '../list/list.ts';
import { paymentResource } from '../model/payment/resource.ts';

/** @throws NOT_FOUND */
export async function getPayment(scope: Scope, { id }: z.output<typeof paymentId>): Promise<PaymentSnapshot> {
  return presentOne(scope, paymentResource, await find(scope, paymentResource, id));
}

/** Payments of every status. Contract: Lists. */
export const listPayments = defineList<typeof paymentResource, z.output<typeof paymentList>>(
  paymentResource,
  {
    counted: true,
    filters: {
      status: equals(payment.status),
      subscriberId: equals(payment.subscriberId),
      subscriptionId: equals(payment.subscriptionId),
      chargeId: equals(payment.chargeId),
      invoiceId: equals(payment.invoiceId),
      installationId: equals(payment.installationId),
      rail: equals(payment.rail),
      currency: equals(payment.currency),
      completedAfter: from(payment.completedAt),
      completedBefore: before(payment.completedAt),
      refundDue: equals(payment.refundDue),
      reference: equals(payment.reference),
    },
    sortable: { amount: payment.amount, completedAt: payment.completedAt },
  },
);
