import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { eventFeed } from '../../../drizzle/schema/event-feed.ts';
import { event } from '../../../drizzle/schema/provider.ts';
import { invalid } from '../../contract/errors.ts';
import type { EventFeedMeta, eventFeedQuery } from '../../contract/event-feed.ts';
import type { EventEnvelope } from '../../contract/events.ts';
import { arrayParameter, run, type Statement } from '../../db/statement.ts';
import { parseBodies } from '../../work/parse-bodies.ts';
import type { Scope } from '../../work/scope.ts';
import { placeEvents } from './place-events.ts';

/** Events that a read examines for those of some types. */
const SCANNED = 5_000;

/** A place in the feed: behind an event, or before all. */
type Place = { position: number; eventId: string | null };

export type FeedRead = {
  data: EventEnvelope[];
  meta: EventFeedMeta;
  /** Whether there was no further event at that moment. */
  isAtEnd: boolean;
};

/**
 * The events behind a place of the feed, in the order in which they became visible. Those that are committed get their places
 * first. Contract: Events.
 * @throws VALIDATION_FAILED for a cursor that is none of the account
 */
export async function readFeed(
  scope: Scope,
  { after, limit, type }: Omit<z.output<typeof eventFeedQuery>, 'wait'>,
): Promise<FeedRead> {
  const place = after === undefined ? { position: 0, eventId: null } : placeOf(scope, after);
  await placeEvents(scope.db);
  const rows = await run(scope, feedStatement, {
    providerId: scope.providerId,
    after: place.position,
    types: type ? arrayParameter(type) : null,
    scanned: type ? SCANNED : limit,
    limit,
  });
  const [first = []] = rows;
  const [, , , lastPosition, lastEventId, scanned, nearestPosition, nearestEventId] = first;
  const found = rows.filter(([position]) => position !== null);
  const end = found.length < limit ? [lastPosition, lastEventId] : (found.at(-1) as unknown[]);
  const isKept = place.eventId === null || place.eventId === nearestEventId;
  // Behind an event that is not there, the next request would not find it again.
  const start = isKept ? place : placeAt(nearestPosition, nearestEventId);
  const next = end[0] === null ? start : placeAt(end[0], end[1]);
  // An event whose month is dropped at this moment has no body.
  const data = await parseBodies(
    found.flatMap(([, , body]) => (body === null ? [] : [{ body: body as string }])),
  );
  return {
    data,
    meta: { limit, next: cursorAt(scope, next), ...(isKept ? {} : { resumed: true }) },
    isAtEnd: found.length < limit && Number(scanned) < (type ? SCANNED : limit),
  };
}

/** A place of the feed from a row; before all events where there is none. */
function placeAt(position: unknown, eventId: unknown): Place {
  return { position: Number(position ?? 0), eventId: (eventId ?? null) as string | null };
}

const dialect = new PgDialect();
const providerId = sql.placeholder('providerId');
const after = sql`${sql.placeholder('after')}::bigint`;
const types = sql`${sql.placeholder('types')}::text[]`;

/** Each row has the last examined place, the number of those, and the nearest event at or before the place of the request. */
const feedStatement: Statement = dialect.sqlToQuery(sql`
  with scanned as materialized (
    select ${eventFeed.position}, ${eventFeed.eventId}, ${eventFeed.recordedAt}, ${eventFeed.type} from ${eventFeed}
    where ${eventFeed.providerId} = ${providerId} and ${eventFeed.position} > ${after}
    order by ${eventFeed.position} limit ${sql.placeholder('scanned')}
  ), wanted as (
    select position, event_id, recorded_at from scanned
    where ${types} is null or type = any(${types}) order by position limit ${sql.placeholder('limit')}
  ), last as (
    select position, event_id from scanned order by position desc limit 1
  ), nearest as (
    select ${eventFeed.position}, ${eventFeed.eventId} from ${eventFeed}
    where ${eventFeed.providerId} = ${providerId} and ${eventFeed.position} <= ${after}
    order by ${eventFeed.position} desc limit 1
  )
  select w.position, w.event_id, ${event.body}, (select position from last), (select event_id from last),
    (select count(*) from scanned), (select position from nearest), (select event_id from nearest)
  from (select) one
  left join wanted w on true
  left join ${event} on ${event.providerId} = ${providerId} and ${event.id} = w.event_id
    and ${event.recordedAt} = w.recorded_at
  order by w.position`);

/** A place as text. The account is part of it, so that a cursor of another one is recognised. */
function cursorAt({ providerId }: Pick<Scope, 'providerId'>, { position, eventId }: Place): string {
  return Buffer.from(`${position}.${eventId ?? ''}.${providerId}`).toString('base64url');
}

/** @throws VALIDATION_FAILED */
function placeOf({ providerId }: Scope, cursor: string): Place {
  const text = /^[\w-]+$/.test(cursor) ? Buffer.from(cursor, 'base64url').toString('latin1') : '';
  const [, position, eventId, owner] = /^(\d{1,16})\.(evt_[0-9a-f]{32})?\.(\w{1,64})$/.exec(text) ?? [];
  const place = { position: Number(position), eventId: eventId ?? null };
  // Another text of the same bytes is no cursor.
  if (owner === providerId && cursorAt({ providerId }, place) === cursor) return place;
  const message = 'This is no cursor of the feed of this account.';
  throw invalid([{ field: 'after', code: 'INVALID_VALUE', message }]);
}
