import { sql } from 'drizzle-orm';
import { billingCycle, payment } from '../../../drizzle/schema/billing.ts';
import { defineTimeline } from '../list/timeline.ts';
import { subscriptionResource } from '../model/subscription/resource.ts';

/**
 * The events of a subscription, its payments and its cycles, newest first.
 * @throws NOT_FOUND
 */
export const listSubscriptionEvents = defineTimeline(subscriptionResource, [
  (id, providerId) => sql`select ${payment.id} from ${payment}
    where ${payment.providerId} = ${providerId} and ${payment.subscriptionId} = ${id}`,
  (id, providerId) => sql`select ${billingCycle.id} from ${billingCycle}
    where ${billingCycle.providerId} = ${providerId} and ${billingCycle.subscriptionId} = ${id}`,
]);
