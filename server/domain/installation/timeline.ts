import { sql } from 'drizzle-orm';
import { payment } from '../../../drizzle/schema/billing.ts';
import { installation } from '../../../drizzle/schema/installation.ts';
import { defineTimeline } from '../list/timeline.ts';
import { installationResource } from '../model/installation/resource.ts';

/**
 * The events of an installation, the charge for its fee and the payments of that charge, newest first.
 * @throws NOT_FOUND
 */
export const listInstallationEvents = defineTimeline(installationResource, [
  (id, providerId) => sql`select ${installation.chargeId} from ${installation}
    where ${installation.providerId} = ${providerId} and ${installation.id} = ${id}`,
  (id, providerId) => sql`select ${payment.id} from ${payment} join ${installation}
      on ${installation.providerId} = ${payment.providerId} and ${installation.chargeId} = ${payment.chargeId}
    where ${payment.providerId} = ${providerId} and ${installation.id} = ${id}`,
]);
