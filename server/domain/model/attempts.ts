import { sql } from 'drizzle-orm';
import { MINUTE_MS, SECOND_MS } from '../../clock.ts';
import { refuse } from '../../contract/errors.ts';
import { type Db, db, type Tx } from '../../db/client.ts';
import { fingerprint } from '../../sealed.ts';

/** What is counted together: a kind of attempt, and the person, account or address. */
export type AttemptKey = readonly [kind: string, ...of: string[]];

export type AttemptLimit = {
  max: number;
  /** How long attempts count from the first one, in ms: 15 minutes by default. */
  withinMs?: number;
  /** Attempts beyond the limit take turns instead of a refusal, while none waits longer than that. In ms. */
  turns?: { everyMs: number; longestMs: number };
};

/** `waitMs`: until the attempt may begin; of a refused one, until another may. */
export type Attempt = { isTaken: boolean; waitMs: number };

/**
 * Counts an attempt before its result is known, so that concurrent ones do not pass, in whatever processes. The clock is that of the
 * database. A refused attempt does not count.
 * @param on a transaction, with which the attempt is rolled back, or the pool
 * @param count how many attempts it is, such as messages
 */
export async function takeAttempt(
  on: Db | Tx,
  key: AttemptKey,
  { max, withinMs = 15 * MINUTE_MS, turns }: AttemptLimit,
  count = 1,
): Promise<Attempt> {
  const name = nameOf(key);
  const [window, every] = [interval(withinMs), interval(turns?.everyMs ?? 0)];
  const isOver = sql`w.until <= now()`;
  const hasRoom = sql`w.count + ${count}::bigint <= ${max}::bigint`;
  const hasTurn = turns ? sql`w.next_turn <= now() + ${interval(turns.longestMs)}` : sql`false`;
  const [row] = await on.execute<{ is_taken: boolean; wait_ms: number }>(sql`
    with taken as (
      insert into attempt_window as w (key, count, until, next_turn)
      select ${name}, ${count}::bigint, now() + ${window}, now() + ${every} where ${count}::bigint <= ${max}::bigint
      on conflict (key) do update set
        count = excluded.count + case when ${isOver} then 0 else w.count end,
        until = case when ${isOver} then excluded.until else w.until end,
        next_turn = ${every} + case when ${isOver} or ${hasRoom} then now() else greatest(w.next_turn, now()) end
      where ${isOver} or ${hasRoom} or ${hasTurn}
      returning next_turn - ${every} as begins_at
    ), outcome as (
      select true as is_taken, begins_at as at from taken
      union all
      select false, ${sql.raw(turns ? 'next_turn' : 'until')}
      from attempt_window where key = ${name} and not exists (select from taken)
    )
    select is_taken, (extract(epoch from at - now()) * 1000)::float8 as wait_ms from outcome`);
  if (row?.is_taken) return { isTaken: true, waitMs: Math.max(0, Math.floor(Number(row.wait_ms))) };
  // Without a row, other attempts have filled the window in the same moment, or this attempt alone is more than the limit.
  return { isTaken: false, waitMs: Math.max(SECOND_MS, Number(row?.wait_ms ?? 0)) };
}

/**
 * Counts an attempt in the transaction that it is part of: a refusal rolls it back.
 * @throws RATE_LIMITED with the words given
 */
export async function requireAttemptLeft(
  on: Db | Tx,
  key: AttemptKey,
  limit: AttemptLimit,
  { count, message }: { count?: number; message?: string } = {},
): Promise<void> {
  const { isTaken, waitMs } = await takeAttempt(on, key, limit, count);
  if (isTaken) return;
  throw refuse('RATE_LIMITED', {
    retryAfter: Math.ceil(waitMs / SECOND_MS),
    ...(message && { message }),
  });
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
