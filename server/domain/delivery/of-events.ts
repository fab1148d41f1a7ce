import { and, asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { delivery, webhook } from '../../../drizzle/schema/webhook.ts';
import type { eventId } from '../../contract/events.ts';
import { maskedUrl } from '../../contract/masked.ts';
import type { EventDelivery } from '../../contract/portal/delivery.ts';
import { isOneOf } from '../../db/statement.ts';
import { presentAll } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { deliveryResource } from '../model/delivery/resource.ts';

/** The deliveries of one event, also those to deleted webhooks. Portal only. */
export function deliveriesOfEvent(scope: Scope, { id }: z.output<typeof eventId>): Promise<EventDelivery[]> {
  return deliveriesOfEvents(scope, [id]);
}

/** The deliveries of events, in the order in which they were queued. */
export async function deliveriesOfEvents(scope: Scope, eventIds: string[]): Promise<EventDelivery[]> {
  if (eventIds.length === 0) return [];
  const rows = await scope.db
    .select({ row: delivery, url: webhook.url })
    .from(delivery)
    .innerJoin(webhook, and(eq(webhook.providerId, delivery.providerId), eq(webhook.id, delivery.webhookId)))
    .where(and(eq(delivery.providerId, scope.providerId), isOneOf(delivery.eventId, eventIds)))
    .orderBy(asc(delivery.id));
  const shown = await presentAll(
    scope,
    deliveryResource,
    rows.map(({ row }) => row),
  );
  return shown.map((each, i) => ({ ...each, url: maskedUrl(rows[i]?.url ?? '') }));
}
