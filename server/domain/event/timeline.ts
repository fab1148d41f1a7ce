import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { event } from '../../../drizzle/schema/provider.ts';
import type { EventEnvelope } from '../../contract/events.ts';
import type { Page } from '../../contract/paging.ts';
import type { Scope } from '../../db/scope.ts';
import { find, type Resource } from '../../state/resource.ts';
import { defineRowList } from '../list/list.ts';
import { eventResource } from './read.ts';

type TimelineInput = { id: string; page: number; limit: number; sort: string };

/**
 * What was announced about a thing and about what hangs on it, newest first.
 * @param related selects, of the event's provider, the ids of what hangs on the thing with an id
 * @throws (the list) NOT_FOUND for the thing
 */
export function defineTimeline(resource: Resource, related: ((id: SQLWrapper) => SQL)[]) {
  const listRows = defineRowList<typeof eventResource, TimelineInput>(eventResource, {
    filters: {
      id: {
        where: (id) => {
          const others = related.map((select) => sql` union all ${select(id)}`);
          return sql`${event.resourceId} in (select ${id}::text${sql.join(others)})`;
        },
      },
    },
    sortable: { occurredAt: event.occurredAt },
  });
  return async function list(scope: Scope, input: TimelineInput): Promise<Page<EventEnvelope>> {
    await find(scope, resource, input.id);
    const { rows, meta } = await listRows(scope, input);
    return { data: rows.map((row) => JSON.parse(row.body)), meta };
  };
}
