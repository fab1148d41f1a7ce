import { sql } from 'drizzle-orm';
import type { Scope } from '../../work/scope.ts';
import type { Month } from './months.ts';

/**
 * The octets of all sessions of a month, by the instant at which they were counted. FreeRADIUS reports them every five
 * minutes, so that as much may be in the next month.
 */
export async function trafficOf(
  { db, providerId }: Pick<Scope, 'db' | 'providerId'>,
  { startsAt, endsAt }: Pick<Month, 'startsAt' | 'endsAt'>,
): Promise<{ download: number; upload: number }> {
  const [row] = await db.execute<{ download: number; upload: number }>(sql`
    select coalesce(sum(download), 0)::float8 as download, coalesce(sum(upload), 0)::float8 as upload from traffic
    where provider_id = ${providerId}
      and starts_at >= ${startsAt.toISOString()}::timestamptz and starts_at < ${endsAt.toISOString()}::timestamptz`);
  return row ?? { download: 0, upload: 0 };
}
