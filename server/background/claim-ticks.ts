import { sql } from 'drizzle-orm';
import { batch } from '../db/batch.ts';
import { db } from '../db/client.ts';
import { arrayParameter } from '../db/statement.ts';

type Tick = { functionId: string; minute: Date };

/**
 * A claim that is this far ahead of the database's clock is from a process whose clock was wrong, and is replaced. Otherwise no
 * job would run until then.
 */
const WRONG_CLOCK = '10 minutes';

/**
 * Claims a minute of a scheduled function. Of several processes with one database, the first one gets it. The claims of one
 * moment are one statement.
 */
export const claimTick = batch(async (ticks: Tick[]): Promise<boolean[]> => {
  const rows = await db().execute<{ function_id: string }>(sql`
    insert into job_tick as t (function_id, minute)
    select function_id, max(minute::timestamptz)
    from unnest(
      ${arrayParameter(ticks.map(({ functionId }) => functionId))}::text[],
      ${arrayParameter(ticks.map(({ minute }) => minute.toISOString()))}::text[]) as given (function_id, minute)
    group by function_id
    order by function_id
    on conflict (function_id) do update set minute = excluded.minute
      where t.minute < excluded.minute or t.minute > now() + ${WRONG_CLOCK}::interval
    returning function_id`);
  const claimed = new Set(rows.map((row) => row.function_id));
  return ticks.map(({ functionId }) => claimed.has(functionId));
});
