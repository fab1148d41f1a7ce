import { sql } from 'drizzle-orm';
import { event } from '../../../drizzle/schema/provider.ts';
import { refund } from '../../../drizzle/schema/refund.ts';
import { defineTimeline } from '../list/timeline.ts';
import { paymentResource } from '../model/payment/resource.ts';

/**
 * The events of a payment and its refunds, newest first.
 * @throws NOT_FOUND
 */
export const listPaymentEvents = defineTimeline(paymentResource, [
  (id) => sql`select ${refund.id} from ${refund}
    where ${refund.providerId} = ${event.providerId} and ${refund.paymentId} = ${id}`,
]);
