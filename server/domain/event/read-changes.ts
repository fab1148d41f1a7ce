import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { eventFeed, eventFeedHead } from '../../../drizzle/schema/event-feed.ts';
import { event } from '../../../drizzle/schema/provider.ts';
import { type EventType, eventEntry } from '../../contract/event-catalogue.ts';
import type { Changes } from '../../contract/portal/changes.ts';
import { type Db, db } from '../../db/client.ts';
import { run, type Statement } from '../../db/statement.ts';
import { mapInTurns } from '../../work/map-in-turns.ts';
import { placeEvents } from './place-events.ts';

/** Events that one read names. Beyond them everything counts as changed. */
const MAX_NAMED = 200;

const dialect = new PgDialect();
const providerId = sql.placeholder('providerId');
const after = sql`${sql.placeholder('after')}::bigint`;

const statement: Statement = dialect.sqlToQuery(sql`
  select ${eventFeedHead.position}, f.position, f.type, f.body
  from ${eventFeedHead} left join (
    select ${eventFeed.position}, ${eventFeed.type}, ${event.body}
    from ${eventFeed}
    left join ${event} on ${event.providerId} = ${providerId} and ${event.id} = ${eventFeed.eventId}
      and ${event.recordedAt} = ${eventFeed.recordedAt}
    where ${eventFeed.providerId} = ${providerId} and ${eventFeed.position} > ${after}
    order by ${eventFeed.position} limit ${sql.raw(String(MAX_NAMED + 1))}
  ) f on true
  order by f.position`);

/**
 * What the events of a provider changed behind a place of the feed: the kinds of their resources, and the ids that they contain.
 * After a large number of events it says that anything may have changed, and continues behind the last event of the feed. It also
 * continues there from a place that is ahead of the feed, which a client may send, so that no later event is left out.
 * @param position a place of the feed, in µs of real time since 1970
 */
export async function readChanges(
  providerId: string,
  position: number,
  on: Db = db(),
): Promise<{ position: number; changes: Changes | null }> {
  while (await placeEvents(on)) {
    // The next chunk.
  }
  const rows = await run({ db: on }, statement, { providerId, after: position });
  const [end, last] = rows.at(-1) ?? [];
  // The end of the feed comes without an event too.
  if (last === null) return { position: Math.min(position, Number(end)), changes: null };
  if (rows.length > MAX_NAMED) return { position: Number(end), changes: { all: true } };
  const objects = rows.map(([, , type]) => eventEntry(type as EventType).object);
  const ids = (await mapInTurns(rows, ([, , , body]) => (body === null ? [] : idsIn(body as string)))).flat();
  return {
    position: Number(last),
    changes: { all: false, objects: [...new Set(objects)], ids: [...new Set(ids)] },
  };
}

/** What very many resources have in common. Its own changes have their own events. */
const shared = ['planId', 'nextPlanId', 'demarcationPointId'];

/** The ids in the snapshot of an event: its own, and those of the resources that it belongs to. */
function idsIn(body: string): string[] {
  const { current } = JSON.parse(body).data as { current: Record<string, unknown> };
  return Object.entries(current).flatMap(([name, value]) =>
    typeof value === 'string' && /^id$|Id$/.test(name) && !shared.includes(name) ? [value] : [],
  );
}
