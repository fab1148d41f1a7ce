import { monotonicMs, SECOND_MS } from '../clock.ts';
import { type DrizzleDb, openDrizzle } from './driver/drizzle.ts';
import { openPool } from './driver/pool.ts';
import type { Sql } from './driver/session.ts';

/** How often the replica is compared with the primary, in ms. */
const CHECK_MS = 2 * SECOND_MS;
/** A replica that is further behind is not used, in ms. */
const MAX_BEHIND_MS = 10 * SECOND_MS;

/** Where the log of the primary ended at some time; ms of the monotonic clock. */
type Mark = { at: number; end: string };

export type Replica = {
  /** The replica, or null while it is away or too far behind. */
  db(): DrizzleDb | null;
  /** Compares the replica with the primary now, as it is done every two seconds. */
  check(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Opens a replica for reads whose age does not matter. How far it is behind is measured by the log of the primary, because
 * the times that a replica knows stand still when nothing is written.
 * @param max number of connections
 * @param maxBehindMs how far behind it may be, in ms
 */
export function openReplica(
  url: string,
  primary: Sql,
  { max, maxBehindMs = MAX_BEHIND_MS }: { max: number; maxBehindMs?: number },
): Replica {
  const connection = { TimeZone: 'UTC', application_name: 'demarc replica reads' };
  const sql = openPool(url, { max, onnotice: () => {}, connection });
  const onReplica = openDrizzle(sql);
  const marks: Mark[] = [];
  let usableUntil = Number.NEGATIVE_INFINITY;

  async function check(): Promise<void> {
    try {
      const at = monotonicMs();
      const [log] = await primary<{ end: string }[]>`select pg_current_wal_lsn()::text as end`;
      if (log) marks.push({ at, end: log.end });
      while (marks[0] && marks[0].at < at - maxBehindMs) marks.shift();
      const ends = marks.map(({ end }) => end);
      const [replayed] = await sql<{ n: number }[]>`
        select count(*)::int as n from unnest(${ends}::text[]) as mark
        where mark::pg_lsn <= case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
          else pg_current_wal_lsn() end`;
      const newest = marks[(replayed?.n ?? 0) - 1];
      usableUntil = newest ? newest.at + maxBehindMs : Number.NEGATIVE_INFINITY;
    } catch {
      // Reads go to the primary, which reports its own loss.
      usableUntil = Number.NEGATIVE_INFINITY;
    }
  }

  void check();
  const checking = setInterval(() => void check(), CHECK_MS).unref();
  return {
    db: () => (monotonicMs() < usableUntil ? onReplica : null),
    check,
    close() {
      clearInterval(checking);
      return sql.end({ timeout: 1 });
    },
  };
}
