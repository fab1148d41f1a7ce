import type { z } from 'zod';
import { event } from '../../../drizzle/schema/provider.ts';
import type { EventEnvelope, eventId } from '../../contract/events.ts';
import type { Page } from '../../contract/paging.ts';
import type { eventListAll } from '../../contract/portal/events.ts';
import { find } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { defineRowList, equals, isAnyOf } from '../list/list.ts';
import { type FoundById, foundById, storedId } from '../list/search.ts';
import { eventResource } from '../model/event/resource.ts';

/**
 * An event as it is delivered, in the newest API version.
 * @throws NOT_FOUND
 */
export async function getEvent(scope: Scope, { id }: z.output<typeof eventId>): Promise<EventEnvelope> {
  return JSON.parse((await find(scope, eventResource, id)).body);
}

type Input = z.output<typeof eventListAll>;

const listRows = defineRowList<typeof eventResource, Omit<Input, 'q'> & FoundById>(eventResource, {
  counted: true,
  timeById: true,
  filters: {
    type: equals(event.type),
    typeIn: isAnyOf(event.type),
    correlationId: equals(event.correlationId, (given) => given.toLowerCase()),
    resourceId: equals(event.resourceId, storedId),
    foundId: equals(event.id),
    foundCorrelationId: equals(event.correlationId),
    foundResourceId: equals(event.resourceId, storedId),
  },
  sortable: { occurredAt: event.occurredAt },
});

/** The events of the provider, newest first. Contract: Events. */
export async function listEvents(scope: Scope, { q, ...input }: Input): Promise<Page<EventEnvelope>> {
  const { rows, meta } = await listRows(scope, { ...input, ...foundById('event', q) });
  return { data: rows.map((row) => JSON.parse(row.body)), meta };
}
