import { type SQL, sql } from 'drizzle-orm';

/**
 * Whether a service period covers an instant. A change at exactly that instant counts as after it: a change at midnight
 * belongs to the new month, and the end of a month has the state of the next one's start.
 * @param alias of `service_period` in the statement
 */
export function covers(alias: string, at: SQL): SQL {
  const period = sql.identifier(alias);
  return sql`${period}.starts_at < ${at} and (${period}.ends_at is null or ${period}.ends_at >= ${at})`;
}
