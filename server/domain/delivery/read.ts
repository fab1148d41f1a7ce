import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { event } from '../../../drizzle/schema/provider.ts';
import { delivery } from '../../../drizzle/schema/webhook.ts';
import { COUNTED_TO } from '../../contract/api-request-values.ts';
import type {
  DeliverySnapshot,
  deliveryId as deliveryIdInput,
  deliveryListOfAll,
} from '../../contract/delivery.ts';
import type { Page } from '../../contract/paging.ts';
import type { deliveryListAll } from '../../contract/portal/delivery.ts';
import { deliveryTabs } from '../../contract/portal/long-list-tabs.ts';
import type { webhookId } from '../../contract/webhook.ts';
import { presentOne } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { defineBoundedCounts } from '../list/counts.ts';
import { equals, isAnyOf } from '../list/filters.ts';
import { defineList } from '../list/list.ts';
import type { ListOptions } from '../list/options.ts';
import { search, typedId } from '../list/search.ts';
import { deliveryResource, findDelivery } from '../model/delivery/resource.ts';
import { findWebhook } from '../model/webhook/resource.ts';

/** @throws NOT_FOUND */
export async function getDelivery(
  scope: Scope,
  { id, deliveryId }: z.output<typeof deliveryIdInput>,
): Promise<DeliverySnapshot> {
  await findWebhook(scope, id);
  return presentOne(scope, deliveryResource, await findDelivery(scope, id, deliveryId));
}

/** A query of the ids of the events with an id in a column. */
function eventsOf(column: PgColumn, text: SQL): SQL {
  return sql`
    select ${event.id} from ${event}
    where ${event.providerId} = ${sql.placeholder('providerId')} and ${column} = ${typedId(text)}`;
}

const options: ListOptions<z.output<typeof deliveryListAll>> = {
  filters: {
    id: equals(delivery.webhookId),
    status: equals(delivery.status),
    statusIn: isAnyOf(delivery.status),
    eventType: equals(delivery.eventType),
    eventTypeIn: isAnyOf(delivery.eventType),
    q: search(delivery, ({ text }) => [
      sql`${delivery.id} = ${typedId(text)}`,
      sql`${delivery.eventId} = ${typedId(text)}`,
      sql`${delivery.eventId} in (${eventsOf(event.resourceId, text)})`,
      sql`${delivery.eventId} in (${eventsOf(event.correlationId, text)})`,
    ]),
  },
};

const list = defineList<typeof deliveryResource, z.output<typeof deliveryListAll>>(deliveryResource, options);

/** The deliveries to all webhooks, newest first. Contract: Lists. */
export const listAllDeliveries = defineList<typeof deliveryResource, z.output<typeof deliveryListOfAll>>(
  deliveryResource,
  {
    filters: {
      webhookId: equals(delivery.webhookId),
      eventId: equals(delivery.eventId),
      status: equals(delivery.status),
      eventType: equals(delivery.eventType),
    },
    countedTo: COUNTED_TO,
  },
);

const counts = defineBoundedCounts(deliveryResource, options, deliveryTabs, {
  within: ['id'],
  few: {
    PENDING: sql`${delivery.nextAttemptAt} is not null`,
    FAILED: sql`${delivery.nextAttemptAt} is null and ${delivery.deliveredAt} is null`,
  },
});

/**
 * The deliveries of a webhook, newest first. Contract: Lists.
 * @throws NOT_FOUND
 */
export async function listDeliveries(
  scope: Scope,
  input: z.output<typeof deliveryListAll>,
): Promise<Page<DeliverySnapshot>> {
  await findWebhook(scope, input.id);
  return list(scope, input);
}

/**
 * The number of deliveries of each tab of a webhook.
 * @throws NOT_FOUND
 */
export async function countDeliveries(
  scope: Scope,
  { id }: z.output<typeof webhookId>,
): ReturnType<typeof counts> {
  await findWebhook(scope, id);
  return counts(scope, { id });
}
