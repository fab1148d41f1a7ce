import { type SQL, sql } from 'drizzle-orm';
import { realNow } from '../../clock.ts';
import { type Db, db, type Tx } from '../../db/client.ts';

/** Sessions per statement. */
const CHUNK = 5_000;

/**
 * Adds the octets that sessions transferred since the last count to the usage of the running cycle, and marks the cycles
 * that are past their data cap. An ended session is counted a last time. Runs may overlap or be killed: the counts of a
 * session, of its cycle, of its day and of the provider's traffic commit together. Contract: RADIUS.
 */
export async function countUsage(): Promise<void> {
  const providers = await db().execute<{ id: string }>(sql`
    select id from provider p
    where exists (select from network_session s where s.provider_id = p.id and not s.is_counted)`);
  for (const { id } of providers) await countUsageOf(db(), id, realNow());
}

/**
 * Counts the sessions of one provider.
 * @param at real time; usage belongs to the cycle that ran then
 */
export async function countUsageOf(on: Db | Tx, providerId: string, at: Date): Promise<void> {
  for (let after = { createdAt: '-infinity', id: '' }; ; ) {
    const [chunk] = await countChunk(on, { providerId, at, after });
    if (!chunk || chunk.seen < CHUNK) return;
    after = { createdAt: chunk.last_created_at, id: chunk.last_id };
  }
}

/**
 * Counts the next sessions of a provider in order of their creation. The sum of both directions only counts up, so that a
 * repeated, late or reset report subtracts nothing. Octets belong to the day of their report: never before the session's own, nor after now.
 * @returns the number of sessions and the last of them
 */
function countChunk(
  on: Db | Tx,
  { providerId, at, after }: { providerId: string; at: Date; after: { createdAt: string; id: string } },
) {
  const provided = (value: SQL) => sql`(select ${value} from provider p where p.id = ${providerId})`;
  const realTime = sql`${at.toISOString()}::timestamptz`;
  const ahead = provided(sql`p.clock_offset_ms * interval '1 millisecond'`);
  const now = sql`(${realTime} + ${ahead})`;
  return on.execute<{ seen: number; last_created_at: string; last_id: string }>(sql`
    with chunk as materialized (
      select id, created_at, subscription_id, acct_unique_id, ended_at, counted_octets, counted_upload
      from network_session
      where provider_id = ${providerId} and not is_counted
        and (created_at, id) > (${after.createdAt}::timestamptz, ${after.id})
      order by created_at, id limit ${CHUNK} for no key update skip locked
    ), seen as materialized (
      select c.id, c.created_at, c.subscription_id, coalesce(a.acctupdatetime, a.acctstarttime) as reported_at,
        -- Ended only if its accounting row has ended too, because the octets come from that row.
        c.ended_at is not null and a.acctstoptime is not null as is_over,
        added.octets - added.upload as download, added.upload
      from chunk c
      join radius.radacct a on a.acctuniqueid = c.acct_unique_id
      cross join lateral (
        select octets, least(greatest(coalesce(a.acctinputoctets, 0) - c.counted_upload, 0), octets) as upload
        from (
          -- FreeRADIUS may store infinite times; octets beside them are ignored.
          select case when isfinite(a.acctupdatetime) is not false and isfinite(a.acctstoptime) is not false
            then greatest(coalesce(a.acctinputoctets, 0) + coalesce(a.acctoutputoctets, 0) - c.counted_octets, 0)
            else 0
          end as octets
        ) total
      ) added
    ), counted as (
      update network_session s
      set counted_octets = s.counted_octets + seen.download + seen.upload, counted_upload = s.counted_upload + seen.upload,
        is_counted = seen.is_over
      from seen
      where s.provider_id = ${providerId} and s.id = seen.id and (seen.download + seen.upload > 0 or seen.is_over)
    ), carried as (
      insert into traffic as t (provider_id, starts_at, download, upload)
      select ${providerId}, date_bin('15 minutes', ${now}, '2000-01-01'), sum(download), sum(upload)
      from seen having sum(download + upload) > 0
      on conflict (provider_id, starts_at) do update
      set download = t.download + excluded.download, upload = t.upload + excluded.upload
    ), daily as (
      insert into network_usage_day as d (provider_id, subscription_id, day, download, upload)
      select ${providerId}, subscription_id, (
          least(greatest(reported_at + ${ahead}, created_at), ${now}) at time zone ${provided(sql`p.time_zone`)}
        )::date as day, sum(download), sum(upload)
      from seen where download + upload > 0
      group by subscription_id, day
      order by subscription_id, day
      on conflict (provider_id, subscription_id, day) do update
      set download = d.download + excluded.download, upload = d.upload + excluded.upload
    ), used as (
      select subscription_id, sum(download + upload)::bigint as octets
      from seen group by subscription_id having sum(download + upload) > 0
    ), running as (
      select distinct on (u.subscription_id) c.id, c.subscription_id, c.plan_id, c.terms_data_cap_mb * 1000000::bigint as cap, u.octets
      from used u join billing_cycle c on c.provider_id = ${providerId} and c.subscription_id = u.subscription_id
        and c.status <> 'SCHEDULED' and c.starts_at <= ${now}
      order by u.subscription_id, c.starts_at desc
    ), written as (
      insert into network_usage as u (
        provider_id, billing_cycle_id, subscription_id, plan_id, cap_octets, octets, passed_cap_at, created_at, updated_at
      )
      select ${providerId}, r.id, r.subscription_id, r.plan_id, r.cap, r.octets,
        case when r.octets > r.cap then ${now} end, ${now}, ${now}
      from running r
      order by r.id
      on conflict (provider_id, billing_cycle_id) do update set
        octets = u.octets + excluded.octets,
        plan_id = excluded.plan_id,
        cap_octets = case when u.plan_id = excluded.plan_id then u.cap_octets else excluded.cap_octets end,
        passed_cap_at = case
          when u.plan_id = excluded.plan_id and (u.passed_cap_at is not null or u.octets + excluded.octets <= u.cap_octets)
            then u.passed_cap_at
          when u.octets + excluded.octets > case when u.plan_id = excluded.plan_id then u.cap_octets else excluded.cap_octets end
            then excluded.updated_at
        end,
        throttled_at = case when u.plan_id = excluded.plan_id then u.throttled_at end,
        throttled_to = case when u.plan_id = excluded.plan_id then u.throttled_to end,
        is_outpaced = u.is_outpaced and u.plan_id = excluded.plan_id,
        updated_at = excluded.updated_at
    )
    select id as last_id, created_at::text as last_created_at, (select count(*)::int from chunk) as seen
    from chunk order by created_at desc, id desc limit 1`);
}
