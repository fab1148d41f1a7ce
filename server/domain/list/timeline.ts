import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { event } from '../../../drizzle/schema/provider.ts';
import type { EventEnvelope } from '../../contract/events.ts';
import type { Page } from '../../contract/paging.ts';
import { find, type Resource } from '../../state/resource.ts';
import { parseBodies } from '../../work/parse-bodies.ts';
import type { Scope } from '../../work/scope.ts';
import { eventResource } from '../model/event/resource.ts';
import { defineRowList } from './list.ts';

type TimelineInput = { id: string; page?: number; limit: number; sort: string; after?: string };

/**
 * The list of events of a resource and of the rows that belong to it, newest first.
 * @param related each selects ids of rows of a provider that belong to the resource; a condition on the event would run it for each event
 * @throws NOT_FOUND, by the list, for an unknown resource
 */
export function defineTimeline(
  resource: Resource,
  related: ((id: SQLWrapper, providerId: SQLWrapper) => SQL)[],
) {
  const providerId = sql.placeholder('providerId');
  const listRows = defineRowList<typeof eventResource, TimelineInput>(eventResource, {
    timeById: true,
    filters: {
      id: {
        where: (id) => {
          const others = related.map((select) => sql` union all ${select(id, providerId)}`);
          return sql`${event.resourceId} in (select ${id}::text${sql.join(others)})`;
        },
      },
    },
    sortable: { occurredAt: event.occurredAt },
  });
  return async function list(scope: Scope, input: TimelineInput): Promise<Page<EventEnvelope>> {
    await find(scope, resource, input.id);
    const { rows, meta } = await listRows(scope, input);
    return { data: await parseBodies(rows), meta };
  };
}
