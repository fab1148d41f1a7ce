import { realNow, SECOND_MS } from '../clock.ts';
import type { Sql } from '../db/driver/session.ts';

/** The most by which two clocks may differ, in ms. Codes of second factors last 30 s. */
export const MAX_SKEW_MS = 30 * SECOND_MS;

/**
 * How far the clock of PostgreSQL is ahead of that of this machine, in ms. The answer counts as of the middle of its wait.
 * @param now the clock of this machine
 */
export async function clockSkewMs(sql: Sql, now: () => Date = realNow): Promise<number> {
  // The first statement of a session waits for its connection.
  await sql`select 1`;
  const sent = now().getTime();
  const [row] = await sql<
    [{ ms: string }]
  >`select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`;
  return Number(row?.ms) - (sent + now().getTime()) / 2;
}

/**
 * Checks the clock of this machine before it writes a time.
 * @throws Error when it differs from that of PostgreSQL by more than `MAX_SKEW_MS`
 */
export async function requireClock(sql: Sql): Promise<void> {
  const aheadMs = -(await clockSkewMs(sql));
  if (Math.abs(aheadMs) <= MAX_SKEW_MS) return;
  const seconds = Math.round(Math.abs(aheadMs) / SECOND_MS);
  const side = aheadMs > 0 ? 'ahead of' : 'behind';
  throw new Error(
    `the clock of this machine is ${seconds} s ${side} that of the database. Have both follow a time server`,
  );
}
