import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs, SECOND_MS } from '../clock.ts';
import type { Sql } from '../db/driver/session.ts';

/** Pause between two reads of the replica, in ms. */
const PAUSE_MS = 100;

/**
 * How long a replica takes to have all that the primary has now, in ms; null when it has not within `withinMs`. Times that a replica
 * knows stand still when nothing is written, so the positions in the log are compared.
 * @throws Error when one of both does not answer
 */
export async function replicaLagMs(
  primary: Sql,
  replica: Sql,
  withinMs = 10 * SECOND_MS,
): Promise<number | null> {
  const [log] = await primary<[{ end: string }]>`select pg_current_wal_lsn()::text as end`;
  const began = monotonicMs();
  for (;;) {
    const [found] = await replica<[{ has: boolean }]>`
      select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end >= ${log?.end ?? ''}::text::pg_lsn as has`;
    const ms = monotonicMs() - began;
    if (found?.has) return ms;
    if (ms > withinMs) return null;
    await sleep(PAUSE_MS);
  }
}
