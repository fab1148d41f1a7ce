import { sql } from 'drizzle-orm';
import { payment } from '../../../drizzle/schema/billing.ts';
import { charge } from '../../../drizzle/schema/charge.ts';
import { refund } from '../../../drizzle/schema/refund.ts';
import { defineTimeline } from '../list/timeline.ts';
import { chargeResource } from '../model/charge/resource.ts';

/**
 * The events of a charge, its payments and refunds, and the installation whose fee it is, newest first.
 * @throws NOT_FOUND
 */
export const listChargeEvents = defineTimeline(chargeResource, [
  (id, providerId) => sql`select ${payment.id} from ${payment}
    where ${payment.providerId} = ${providerId} and ${payment.chargeId} = ${id}`,
  (id, providerId) => sql`select ${refund.id} from ${refund}
    where ${refund.providerId} = ${providerId} and ${refund.chargeId} = ${id}`,
  (id, providerId) => sql`select ${charge.installationId} from ${charge}
    where ${charge.providerId} = ${providerId} and ${charge.id} = ${id}`,
]);
