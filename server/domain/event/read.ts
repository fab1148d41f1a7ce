import type { z } from 'zod';
import { event } from '../../../drizzle/schema/provider.ts';
import type { EventEnvelope, eventId, eventListAll } from '../../contract/events.ts';
import type { Page } from '../../contract/paging.ts';
import type { Scope } from '../../db/scope.ts';
import { find } from '../../state/resource.ts';
import { defineRowList, equals, isAnyOf } from '../list/list.ts';
import { eventResource } from '../model/event/resource.ts';

/**
 * An event as it is delivered, in the newest API version.
 * @throws NOT_FOUND
 */
export async function getEvent(scope: Scope, { id }: z.output<typeof eventId>): Promise<EventEnvelope> {
  return JSON.parse((await find(scope, eventResource, id)).body);
}

const listRows = defineRowList<typeof eventResource, z.output<typeof eventListAll>>(eventResource, {
  counted: true,
  filters: {
    type: equals(event.type),
    typeIn: isAnyOf(event.type),
    correlationId: equals(event.correlationId, (given) => given.toLowerCase()),
    // Every input accepts `subr_…` as another form of a subscriber's id.
    resourceId: equals(event.resourceId, (given) => given.replace(/^subr_/, 'sub_')),
  },
  sortable: { occurredAt: event.occurredAt },
});

/** The events of the provider, newest first. Contract: Events. */
export async function listEvents(
  scope: Scope,
  input: z.output<typeof eventListAll>,
): Promise<Page<EventEnvelope>> {
  const { rows, meta } = await listRows(scope, input);
  return { data: rows.map((row) => JSON.parse(row.body)), meta };
}
