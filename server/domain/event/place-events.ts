import { type SQL, sql } from 'drizzle-orm';
import { type Db, db } from '../../db/client.ts';
import { eventsCommitted, isAnyWaiting } from '../../work/committed-events.ts';

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

/**
 * Work of a poll: wakes what waits for events in this process when another process has committed some. It asks the database only
 * while something waits.
 */
export function createFeedWatch(): () => Promise<void> {
  let seen: unknown;
  return async () => {
    if (!isAnyWaiting()) return;
    const { position, waits } = first(await db().execute(CHANGES));
    if (waits === true || position !== seen) eventsCommitted();
    seen = position;
  };
}
