import { sql } from 'drizzle-orm';
import { monotonicMs, plus, realNow } from '../../clock.ts';
import { DAY_MS } from '../../contract/days.ts';
import { db } from '../../db/client.ts';
import { env } from '../../env.ts';
import { ENDED_SESSIONS } from '../model/network-session/resource.ts';

/** Rows per statement, few enough not to delay FreeRADIUS. */
const CHUNK = 2_000;

/**
 * Deletes the accounting of sessions that ended before the retention time, and the sessions. Their usage stays in the days and
 * in the figures of the billing cycles. The next run continues after the budget.
 *
 * The rows are deleted in batches: `radius.radacct` has the layout that FreeRADIUS ships, whose unique index on `acctuniqueid` a table
 * partitioned by time cannot have.
 * @param budgetMs real time in which new batches begin, in ms
 * @param days retention time in real days; 0 keeps all rows
 */
export async function purgeAccounting({
  budgetMs,
  days = env.RETENTION_ACCOUNTING_DAYS,
}: {
  budgetMs: number;
  days?: number;
}): Promise<void> {
  if (days === 0) return;
  const before = plus(realNow(), -days * DAY_MS).toISOString();
  const started = monotonicMs();
  let after: string | undefined = '0';
  while (after !== undefined && monotonicMs() - started < budgetMs) after = await purgeChunk(after, before);
  while (monotonicMs() - started < budgetMs && (await purgeSuperseded(before)) === CHUNK);
}

/**
 * Deletes the expired rows among the next ones by id, with their sessions. A session has expired by the arrival of its last packet.
 * A closed row without a session has only the router's times; one of an unknown user or a forged one.
 * @returns the last id; undefined when no later row can be expired, because ids rise with the start of the sessions
 */
async function purgeChunk(after: string, before: string): Promise<string | undefined> {
  const [chunk] = await db().execute<{ last: string | null; old: number }>(sql`
    with chunk as materialized (
      select a.radacctid, a.acctuniqueid, a.acctstoptime, s.provider_id, s.id,
        -- A session of an older release has its times from packets.
        coalesce(s.opened_at, a.acctstarttime) as opened_at, coalesce(s.heard_at, a.acctstoptime) as heard_at,
        s.id is null or (s.ended_at is not null and s.is_counted) as is_over
      from (select * from radius.radacct where radacctid > ${after}::bigint order by radacctid limit ${CHUNK}) a
      left join network_session s on s.acct_unique_id = a.acctuniqueid and not s.is_superseded
    ), expired as (
      delete from radius.radacct a using chunk c
      where a.radacctid = c.radacctid and isfinite(a.acctstoptime) and c.is_over and c.heard_at < ${before}::timestamptz
      returning a.acctuniqueid
    ), forgotten as (
      delete from network_session s using expired e where s.acct_unique_id = e.acctuniqueid and not s.is_superseded
      returning s.provider_id
    ), uncounted as (
      insert into row_count as c (provider_id, resource, shard, n)
      select provider_id, resource, 0, -count(*)
      from forgotten cross join (values ('network_session'), (${ENDED_SESSIONS}::text)) r (resource)
      group by provider_id, resource
      on conflict (provider_id, resource, shard) do update set n = c.n + excluded.n
    )
    select max(radacctid)::text as last, (count(*) filter (where opened_at < ${before}::timestamptz))::int as old
    from chunk`);
  return chunk && chunk.old > 0 ? (chunk.last ?? undefined) : undefined;
}

/** Deletes the expired sessions whose row a later session has. */
async function purgeSuperseded(before: string): Promise<number> {
  const rows = await db().execute(sql`
    with forgotten as (
      delete from network_session
      where (provider_id, id) in (
        select provider_id, id from network_session
        where is_superseded and is_counted and heard_at < ${before}::timestamptz limit ${CHUNK})
      returning provider_id
    ), uncounted as (
      insert into row_count as c (provider_id, resource, shard, n)
      select provider_id, resource, 0, -count(*)
      from forgotten cross join (values ('network_session'), (${ENDED_SESSIONS}::text)) r (resource)
      group by provider_id, resource
      on conflict (provider_id, resource, shard) do update set n = c.n + excluded.n
    )
    select 1 from forgotten`);
  return rows.length;
}
