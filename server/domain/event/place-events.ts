import { type SQL, sql } from 'drizzle-orm';
import { eventFeed, eventPending } from '../../../drizzle/schema/event-feed.ts';
import { type Db, db } from '../../db/client.ts';
import { areAllPatient, eventsCommitted, providersWaiting } from '../../work/committed-events.ts';

/** Where everything that waits is patient, one poll of so many queries the database. */
const PATIENT_POLLS = 8;

/** Events that one statement gives their places. It takes some ten milliseconds. */
const CHUNK = 2_000;

const first = (rows: Iterable<Record<string, unknown>>) => [...rows][0] ?? {};

/** Gives committed events their places in the feed, at most one chunk. @returns whether more may wait */
export async function placeEvents(on: Pick<Db, 'execute'> = db()): Promise<boolean> {
  const { n } = first(await on.execute(sql`select place_events(${CHUNK}) as n`));
  return Number(n) === CHUNK;
}

/** Gives all committed events their places, also where nothing reads the feed. */
export async function placeAllEvents(): Promise<void> {
  while (await placeEvents()) {
    // The next chunk.
  }
}

const CHANGES: SQL = sql`
  select position, exists (select from event_pending) as waits from event_feed_head`;

/** Events of a provider of which one poll reads the types. */
const MOST_TYPED = 500;

/** Those of the providers that have events without a place, or behind a place, with the types of these; null for too many. */
function withEventsBehind(position: unknown, providers: string[]): SQL {
  return sql`
    select w.id, (
      select case when count(*) < ${MOST_TYPED} then array_agg(distinct e.type) end from (
        (select ${eventPending.type} from ${eventPending} where ${eventPending.providerId} = w.id limit ${MOST_TYPED})
        union all
        (select ${eventFeed.type} from ${eventFeed}
          where ${eventFeed.providerId} = w.id and ${eventFeed.position} > ${position ?? 0}::bigint
          order by ${eventFeed.position} limit ${MOST_TYPED})
      ) e
    ) as types
    from unnest(${sql.param(providers)}::text[]) w(id)
    where exists (select from ${eventPending} where ${eventPending.providerId} = w.id)
      or (select ${eventFeed.position} from ${eventFeed}
          where ${eventFeed.providerId} = w.id and ${eventFeed.position} > ${position ?? 0}::bigint
          order by ${eventFeed.position} limit 1) is not null`;
}

/**
 * Work of a poll: wakes what waits for events of a provider in this process when another process has committed some. It queries
 * the database only while something waits.
 */
export function createFeedWatch(): () => Promise<void> {
  let seen: unknown;
  let polls = 0;
  return async () => {
    if (providersWaiting().length === 0) return;
    if (areAllPatient() && polls++ % PATIENT_POLLS > 0) return;
    const { position, waits } = first(await db().execute(CHANGES));
    if (waits !== true && position === seen) return;
    const found = await db().execute<{ id: string; types: string[] | null }>(
      withEventsBehind(seen, providersWaiting()),
    );
    for (const { id, types } of found) eventsCommitted(id, types ? new Set(types) : undefined);
    seen = position;
  };
}
