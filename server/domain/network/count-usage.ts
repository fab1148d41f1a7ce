import { type SQL, sql } from 'drizzle-orm';
import { realNow } from '../../clock.ts';
import { type Db, db, type Tx } from '../../db/client.ts';
import { reportedAddress } from '../../radius/no-address.ts';
import { forEachAccount } from '../../work/for-each-account.ts';
import { MOST_OCTETS } from '../model/network-session/resource.ts';
import { lockSessions } from './lock-sessions.ts';
import { rowVersion } from './row-version.ts';

/** Sessions per statement. */
const CHUNK = 5_000;

/**
 * Counts what the open sessions have reported since the last count, and adds the octets of all sessions to the usage of the running
 * cycle. It marks the cycles that are past their data cap. An account that fails is logged, and the others are counted. Runs may overlap
 * or be killed: the counts of a session, of its cycle, of its day and of the provider's traffic commit together. Contract: RADIUS.
 */
export async function countUsage(): Promise<void> {
  const now = realNow();
  const providers = await db().execute<{ providerId: string }>(sql`
    select id as "providerId" from provider p
    where p.status <> 'MOVED'
      and exists (select from network_session s where s.provider_id = p.id and not s.is_counted)`);
  await forEachAccount('count usage', providers, ({ providerId }) => countUsageOf(db(), providerId, now));
  await db().execute(
    sql`update network_listening set counted_at = greatest(counted_at, ${now.toISOString()})`,
  );
}

/**
 * Counts the sessions of one provider.
 * @param at real time; usage belongs to the cycle that ran then
 */
export async function countUsageOf(on: Db | Tx, providerId: string, at: Date): Promise<void> {
  for (let after = { createdAt: '-infinity', id: '' }; ; ) {
    const [chunk] = await on.transaction(async (tx) => {
      await lockSessions(tx);
      return countChunk(tx, { providerId, at, after });
    });
    if (!chunk || chunk.seen < CHUNK) return;
    after = { createdAt: chunk.last_created_at, id: chunk.last_id };
  }
}

/** A total of octets, at most what one counter may have: routers choose the counters, and their sums have to fit their columns. */
const total = (sum: string) => sql.raw(`least(${sum}, ${MOST_OCTETS})::bigint`);

/** A counter of a row of `radius.radacct`; null if it is impossible. */
const believed = (column: string) =>
  sql.raw(`case when ${column} between 0 and ${MOST_OCTETS} then ${column} end`);

/**
 * Counts the next sessions of a provider in order of their creation. FreeRADIUS has written a packet to a row whose version has
 * changed. Octets that both counters and the session time show as growth are counted here. All else, such as a wrapped counter, is
 * queued as a packet. A packet has arrived since the last count; its own time says when only if it lies in between. Octets belong to
 * the day of their report, if its time can be right, else to the present day. The look-up of a row is lateral with a limit, as that of
 * `takePackets` is: PostgreSQL expects one row of a chunk, and would compare all sessions of it with all rows.
 * @returns the number of sessions and the last of them
 */
function countChunk(
  on: Tx,
  { providerId, at, after }: { providerId: string; at: Date; after: { createdAt: string; id: string } },
) {
  const provided = (value: SQL) => sql`(select ${value} from provider p where p.id = ${providerId})`;
  const realTime = sql`${at.toISOString()}::timestamptz`;
  const ahead = provided(sql`p.clock_offset_ms * interval '1 millisecond'`);
  const now = sql`(${realTime} + ${ahead})`;
  const reported = (column: string) => sql.raw(reportedAddress(`a.${column}`));
  const since = sql`coalesce((select counted_at from network_listening), ${realTime})`;
  return on.execute<{ seen: number; last_created_at: string; last_id: string }>(sql`
    with chunk as materialized (
      select * from network_session
      where provider_id = ${providerId} and not is_counted
        and (created_at, id) > (${after.createdAt}::timestamptz, ${after.id})
      order by created_at, id limit ${CHUNK} for no key update skip locked
    ), waiting as materialized (
      select acct_unique_id from pending_accounting where acct_unique_id in (select acct_unique_id from chunk)
    ), judged as materialized (
      select c.*, l.version, l.time, l.framed_ip_address as latest_ip_address, l.framedipv6address, l.framedipv6prefix,
        l.delegatedipv6prefix, l.callingstationid, l.nasipaddress,
        l.username as packet_username, l.acctstarttime, l.own_time, l.raw_input, l.raw_output,
        case when own.time between ${since} - interval '15 minutes' and ${realTime} + interval '15 minutes'
          then least(own.time, ${realTime}) else ${realTime} end as reported_at,
        case when l.own_time between ${since} and ${realTime} then l.own_time else ${realTime} end as arrived_at,
        j.is_report, j.is_report and not j.is_growth as is_odd, j.is_report and j.is_growth as grows,
        l.input, l.output, coalesce(c.input_octets, c.counted_upload) as own_input,
        coalesce(c.output_octets, c.counted_octets - c.counted_upload) as own_output
      from chunk c
      left join lateral (
        select ${rowVersion} as version, a.acctsessiontime as time, a.acctinputoctets as raw_input, a.acctoutputoctets as raw_output,
          ${believed('a.acctinputoctets')} as input, ${believed('a.acctoutputoctets')} as output,
          a.username, a.nasipaddress, a.acctstarttime, coalesce(a.acctupdatetime, a.acctstarttime) as own_time,
          ${reported('framedipaddress')} as framed_ip_address, ${reported('framedipv6address')} as framedipv6address,
          ${reported('framedipv6prefix')} as framedipv6prefix, ${reported('delegatedipv6prefix')} as delegatedipv6prefix,
          a.callingstationid,
          -- FreeRADIUS may store infinite times; octets beside them are ignored.
          isfinite(a.acctupdatetime) is not false and a.acctstoptime is null as is_finite
        from radius.radacct a
        where a.acctuniqueid = c.acct_unique_id and c.ended_at is null and c.row_version is distinct from ${rowVersion}
          and (a.acctstoptime is null or not isfinite(a.acctstoptime))
          and not exists (select from waiting w where w.acct_unique_id = c.acct_unique_id)
        limit 1
      ) l on true
      cross join lateral (
        select coalesce(l.own_time, c.ended_at - ${ahead}, (
          -- What an earlier count has queued as a packet is processed by now. The row still has the time of its report.
          select coalesce(a.acctupdatetime, a.acctstarttime) from radius.radacct a
          where a.acctuniqueid = c.acct_unique_id and c.input_octets + c.output_octets > c.counted_octets
        ), c.heard_at) as time
      ) own
      cross join lateral (
        select (l.is_finite and (coalesce(l.raw_input, 0) <> 0 or coalesce(l.raw_output, 0) <> 0)) as is_report,
          (c.former_input is null and (l.raw_input is null or l.input >= c.seen_input)
            and (l.raw_output is null or l.output >= c.seen_output)
            and (l.time >= c.seen_time) is not false and (l.time >= 0) is not false) is true as is_growth
      ) j
    ), odd as (
      insert into pending_accounting (
        kind, acct_unique_id, username, nas_ip_address, started_at, reported_at, session_time, input_octets, output_octets,
        framed_ip_address, framed_ipv6_address, framed_ipv6_prefix, delegated_ipv6_prefix, calling_station_id
      )
      select 'interim', acct_unique_id, packet_username, nasipaddress, acctstarttime, own_time, time, raw_input, raw_output,
        latest_ip_address, framedipv6address, framedipv6prefix, delegatedipv6prefix, callingstationid
      from judged where is_odd
    ), seen as materialized (
      select j.*, case when grows then coalesce(input - seen_input, 0) else 0 end as more_input,
        case when grows then coalesce(output - seen_output, 0) else 0 end as more_output
      from judged j
    ), added as materialized (
      select s.*, greatest(total_input - counted_upload, 0) as upload,
        greatest(total_output - (counted_octets - counted_upload), 0) as download
      from (
        select *, ${total('own_input + more_input')} as total_input, ${total('own_output + more_output')} as total_output from seen
      ) s
    ), counted as (
      update network_session s
      set counted_octets = s.counted_octets + a.download + a.upload, counted_upload = s.counted_upload + a.upload,
        input_octets = a.total_input, output_octets = a.total_output,
        seen_input = case when a.grows then coalesce(a.input, s.seen_input) else s.seen_input end,
        seen_output = case when a.grows then coalesce(a.output, s.seen_output) else s.seen_output end,
        seen_time = case when a.grows then coalesce(a.time, s.seen_time) else s.seen_time end,
        row_version = coalesce(a.version, s.row_version),
        heard_at = case when a.version is not null and not a.is_odd then greatest(s.heard_at, a.arrived_at) else s.heard_at end,
        nas_ip_address = coalesce(a.nasipaddress, s.nas_ip_address),
        framed_ip_address = coalesce(a.latest_ip_address, s.framed_ip_address),
        framed_ipv6_address = coalesce(a.framedipv6address, s.framed_ipv6_address),
        framed_ipv6_prefix = coalesce(a.framedipv6prefix, s.framed_ipv6_prefix),
        delegated_ipv6_prefix = coalesce(a.delegatedipv6prefix, s.delegated_ipv6_prefix),
        calling_station_id = coalesce(nullif(a.callingstationid, ''), s.calling_station_id),
        is_counted = s.ended_at is not null
      from added a
      where s.provider_id = ${providerId} and s.id = a.id
        and (a.download + a.upload > 0 or s.ended_at is not null or a.version is not null)
    ), carried as (
      insert into traffic as t (provider_id, starts_at, download, upload)
      select ${providerId}, date_bin('15 minutes', ${now}, '2000-01-01'), ${total('sum(download)')}, ${total('sum(upload)')}
      from added having sum(download + upload) > 0
      on conflict (provider_id, starts_at) do update
      set download = ${total('t.download + excluded.download')}, upload = ${total('t.upload + excluded.upload')}
    ), daily as (
      insert into network_usage_day as d (provider_id, subscription_id, day, download, upload)
      select ${providerId}, subscription_id, (
          least(greatest(reported_at + ${ahead}, created_at), ${now}) at time zone ${provided(sql`p.time_zone`)}
        )::date as day, ${total('sum(download)')}, ${total('sum(upload)')}
      from added where download + upload > 0
      group by subscription_id, day
      order by subscription_id, day
      on conflict (provider_id, subscription_id, day) do update
      set download = ${total('d.download + excluded.download')}, upload = ${total('d.upload + excluded.upload')}
    ), used as (
      select subscription_id, ${total('sum(download + upload)')} as octets
      from added group by subscription_id having sum(download + upload) > 0
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
        octets = ${total('u.octets + excluded.octets')},
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
