import { type SQL, sql } from 'drizzle-orm';
import { realNow } from '../../clock.ts';

/** What is due of one kind of work: the number of items, and the age of the oldest in seconds of real time. */
export type Backlog = { work: string; items: number; oldest: number };

/**
 * The query of a backlog.
 * @param dueAt the expression of the instant, in real time, at which an item is due
 * @param from the `from` and `where` of the due items
 */
export function selectBacklog(work: string, dueAt: unknown, from: SQL): SQL {
  const age = sql`extract(epoch from ${realNow().toISOString()}::timestamptz - min(${dueAt}))`;
  return sql`select ${work}::text as work, count(*)::int as items, greatest(coalesce(${age}, 0), 0)::float8 as oldest ${from}`;
}
