import { sql } from 'drizzle-orm';
import { refund } from '../../../drizzle/schema/refund.ts';
import { defineTimeline } from '../list/timeline.ts';
import { paymentResource } from '../model/payment/resource.ts';

/**
 * The events of a payment and its refunds, newest first.
 * @throws NOT_FOUND
 */
export const listPaymentEvents = defineTimeline(paymentResource, [
  (id, providerId) => sql`select ${refund.id} from ${refund}
    where ${refund.providerId} = ${providerId} and ${refund.paymentId} = ${id}`,
]);
