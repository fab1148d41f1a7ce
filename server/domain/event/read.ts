import type { z } from 'zod';
import { event } from '../../../drizzle/schema/provider.ts';
import type { EventType } from '../../contract/event-catalogue.ts';
import type { EventEnvelope, eventId } from '../../contract/events.ts';
import type { Page } from '../../contract/paging.ts';
import type { eventListAll } from '../../contract/portal/events.ts';
import { storedId } from '../../contract/primitives.ts';
import { find } from '../../state/resource.ts';
import { parseBodies } from '../../work/parse-bodies.ts';
import type { Scope } from '../../work/scope.ts';
import { equals, isAnyOf } from '../list/filters.ts';
import { defineRowList } from '../list/list.ts';
import { type FoundById, foundById } from '../list/search.ts';
import { eventResource } from '../model/event/resource.ts';

/**
 * An event as it is delivered, in the newest API version.
 * @throws NOT_FOUND
 */
export async function getEvent(scope: Scope, { id }: z.output<typeof eventId>): Promise<EventEnvelope> {
  return JSON.parse((await find(scope, eventResource, id)).body);
}

type Input = z.output<typeof eventListAll>;

/** The filters of the statement: one type is separate from several, because it can use an index in the order of the list. */
type Listed = Omit<Input, 'q' | 'type'> & FoundById & { type?: EventType; types?: EventType[] };

const listRows = defineRowList<typeof eventResource, Listed>(eventResource, {
  counted: true,
  timeById: true,
  filters: {
    type: equals(event.type),
    types: isAnyOf(event.type),
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
export async function listEvents(scope: Scope, { q, type, ...input }: Input): Promise<Page<EventEnvelope>> {
  const types = type && (type.length === 1 ? { type: type[0] } : { types: type });
  const { rows, meta } = await listRows(scope, { ...input, ...types, ...foundById('event', q) });
  return { data: await parseBodies(rows), meta };
}
