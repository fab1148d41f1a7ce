import { sql } from 'drizzle-orm';
import { MINUTE_MS, SECOND_MS } from '../../clock.ts';
import { type Db, db, type Tx } from '../../db/client.ts';
import { fingerprint } from '../../sealed.ts';

/** How long an attempt counts, in ms. */
const WINDOW_MS = 15 * MINUTE_MS;

/** What is counted together: a kind of attempt, and the person, account or address. */
export type AttemptKey = readonly [kind: string, ...of: string[]];

/** Attempts beyond the limit take turns instead of a refusal, while none waits longer than that. In ms. */
export type Turns = { everyMs: number; longestMs: number };

/** `waitMs`: until the attempt may begin; of a refused one, until another may. */
export type Attempt = { isTaken: boolean; waitMs: number };

/**
 * Counts an attempt before its result is known, so that concurrent ones do not pass, in whatever processes. The clock is that of the
 * database. A refused attempt does not count.
 * @param on a transaction, with which the attempt is rolled back, or the pool
 * @param max attempts within 15 minutes of the first one
 */
export async function takeAttempt(
  on: Db | Tx,
  key: AttemptKey,
  max: number,
  turns?: Turns,
): Promise<Attempt> {
  const name = nameOf(key);
  const [window, every] = [interval(WINDOW_MS), interval(turns?.everyMs ?? 0)];
  const hasTurn = turns ? sql`w.next_turn <= now() + ${interval(turns.longestMs)}` : sql`false`;
  const [row] = await on.execute<{ is_taken: boolean; wait_ms: number }>(sql`
    with taken as (
      insert into attempt_window as w (key, count, until, next_turn)
      values (${name}, 1, now() + ${window}, now() + ${every})
      on conflict (key) do update set
        count = case when w.until <= now() then 1 else w.count + 1 end,
        until = case when w.until <= now() then excluded.until else w.until end,
        next_turn = ${every} + case
          when w.until <= now() or w.count < ${max}::bigint then now() else greatest(w.next_turn, now()) end
      where w.until <= now() or w.count < ${max}::bigint or ${hasTurn}
      returning next_turn - ${every} as begins_at
    ), outcome as (
      select true as is_taken, begins_at as at from taken
      union all
      select false, ${sql.raw(turns ? 'next_turn' : 'until')}
      from attempt_window where key = ${name} and not exists (select from taken)
    )
    select is_taken, (extract(epoch from at - now()) * 1000)::float8 as wait_ms from outcome`);
  if (row?.is_taken) return { isTaken: true, waitMs: Math.max(0, Math.floor(Number(row.wait_ms))) };
  // Without a row, other attempts have filled the window in the same moment.
  return { isTaken: false, waitMs: Math.max(SECOND_MS, Number(row?.wait_ms ?? 0)) };
}

/** Removes an attempt that does not count after all, such as one with the right password. */
export async function giveBackAttempt(on: Db | Tx, key: AttemptKey): Promise<void> {
  await on.execute(sql`update attempt_window set count = count - 1 where key = ${nameOf(key)} and count > 0`);
}

/** Deletes the windows that are over. */
export async function purgeAttempts(): Promise<void> {
  await db().execute(sql`
    delete from attempt_window where key = any(array(
      select key from attempt_window where until <= now() for update skip locked))`);
}

const nameOf = (key: AttemptKey) => fingerprint(JSON.stringify(key));

const interval = (ms: number) => sql`make_interval(secs => ${ms / SECOND_MS}::float8)`;
