import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { billingCycle, payment } from '../../../drizzle/schema/billing.ts';
import { event } from '../../../drizzle/schema/provider.ts';
import type { EventEnvelope, subscriptionEventList } from '../../contract/events.ts';
import type { Page } from '../../contract/paging.ts';
import type { Scope } from '../../db/scope.ts';
import { find } from '../../state/resource.ts';
import { eventResource } from '../event/read.ts';
import { defineRowList } from '../list.ts';
import { subscriptionResource } from './resource.ts';

const listRows = defineRowList<typeof eventResource, z.output<typeof subscriptionEventList>>(eventResource, {
  filters: {
    id: {
      where: (id) => sql`${event.resourceId} in (
        select ${id}::text
        union all select ${payment.id} from ${payment}
          where ${payment.providerId} = ${event.providerId} and ${payment.subscriptionId} = ${id}
        union all select ${billingCycle.id} from ${billingCycle}
          where ${billingCycle.providerId} = ${event.providerId} and ${billingCycle.subscriptionId} = ${id})`,
    },
  },
  sortable: { occurredAt: event.occurredAt },
});

/**
 * What was announced about a subscription, its payments and its cycles, newest first.
 * @throws NOT_FOUND
 */
export async function listSubscriptionEvents(
  scope: Scope,
  input: z.output<typeof subscriptionEventList>,
): Promise<Page<EventEnvelope>> {
  await find(scope, subscriptionResource, input.id);
  const { rows, meta } = await listRows(scope, input);
  return { data: rows.map((row) => JSON.parse(row.body)), meta };
}
