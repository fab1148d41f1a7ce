import { type SQL, sql } from 'drizzle-orm';

/** The MAC address of the router of a line for which no visit has recorded one. */
export function madeUpMac(username: SQL): SQL {
  const pair = (from: number) => sql`upper(substr(md5(${username}), ${sql.raw(String(from))}, 2))`;
  return sql`concat_ws(':', '4C:5E:0C', ${pair(1)}, ${pair(3)}, ${pair(5)})`;
}
