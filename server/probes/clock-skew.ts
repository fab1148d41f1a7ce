import { realNow } from '../clock.ts';
import type { Sql } from '../db/driver/session.ts';

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
