import { sql } from 'drizzle-orm';
import { plus, realNow, SECOND_MS } from '../../clock.ts';
import { db, type Tx } from '../../db/client.ts';
import { ACCT_INTERIM_SECONDS } from '../../radius/desired.ts';
import { ENDED_SESSIONS, isOpenSession } from '../model/network-session/resource.ts';
import { countUsage } from './count-usage.ts';
import { lockSessions } from './lock-sessions.ts';
import { processAccounting } from './process-accounting.ts';
import { closeRows } from './reopen-rows.ts';
import { rowVersion } from './row-version.ts';

/** A session without packets for this long counts as ended. Contract: RADIUS. */
const SILENCE_MS = 3 * ACCT_INTERIM_SECONDS * SECOND_MS;
/**
 * A gap between sweeps longer than this counts as downtime in which no accounting could arrive. During a shorter gap a
 * session misses at most two of its three interim updates.
 */
const MAX_SWEEP_GAP_MS = ACCT_INTERIM_SECONDS * SECOND_MS;

/** Sessions per transaction. */
const CHUNK = 500;

/** The longest that a sweep processes accounting. Other processes and the next sweep continue. */
const PROCESSING_MS = 30_000;

/** Whether a row `a` of `radius.radacct` has no stop time. FreeRADIUS may store an infinite one. */
const isOpenRow = sql`(a.acctstoptime is null or not isfinite(a.acctstoptime))`;

/**
 * Ends the sessions of which no packet arrived for three interim intervals, at the arrival of their last packet. It writes the stop
 * into `radius.radacct` afterwards. After downtime the intervals count from the first sweep, because no accounting could arrive before.
 * Contract: RADIUS.
 */
export async function endSilentSessions(): Promise<void> {
  await processAccounting({ budgetMs: PROCESSING_MS });
  await countUsage();
  const now = realNow();
  const cutoff = plus(now, -SILENCE_MS);
  const [listening] = await db().execute<{ is_long: boolean }>(sql`
    insert into network_listening as l (since, swept_at) values (${now.toISOString()}, ${now.toISOString()})
    on conflict (is_only) do update set
      since = case
        when l.swept_at < ${plus(now, -MAX_SWEEP_GAP_MS).toISOString()} then excluded.since
        else l.since
      end,
      swept_at = greatest(l.swept_at, excluded.swept_at)
    returning since < ${cutoff.toISOString()} as is_long`);
  await recordUnclaimed(now);
  if (!listening?.is_long) return;
  for (let ended = CHUNK; ended === CHUNK; ) {
    ended = await db().transaction((tx) => endChunk(tx, cutoff));
  }
  await closeRows(await silentRows(cutoff));
}

/**
 * Ends silent sessions. One whose row FreeRADIUS has written to since the last count is left to the next sweep.
 * @returns the number of sessions
 */
async function endChunk(tx: Tx, cutoff: Date): Promise<number> {
  await lockSessions(tx);
  const rows = await tx.execute(sql`
    with silent as materialized (
      select n.provider_id, n.id, n.heard_at, n.started_at, p.clock_offset_ms * interval '1 millisecond' as ahead
      from network_session n join provider p on p.id = n.provider_id
      left join radius.radacct a on a.acctuniqueid = n.acct_unique_id and ${isOpenRow}
      where p.status <> 'MOVED' and ${isOpenSession('n')} and n.heard_at < ${cutoff.toISOString()}
        and (a.radacctid is null or ${rowVersion} = n.row_version)
        and not exists (select from pending_accounting w where w.acct_unique_id = n.acct_unique_id)
      limit ${CHUNK}
    ), ended as (
      update network_session n
      set ended_at = greatest(s.heard_at + s.ahead, s.started_at), ended_by = 'SILENCE', reason = 'Lost-Service',
        awaits_row = false, updated_at = greatest(n.updated_at, now() + s.ahead)
      from silent s
      where n.provider_id = s.provider_id and n.id = s.id
      returning n.*
    ), counted as (
      insert into row_count as c (provider_id, resource, shard, n)
      select provider_id, ${ENDED_SESSIONS}, pg_backend_pid() % 32, count(*) from ended group by provider_id
      on conflict (provider_id, resource, shard) do update set n = c.n + excluded.n
    ), announced as (
      insert into network_session_fact (
        provider_id, session_id, at, ended_at, reason, throttled, ip_address, nas_ip_address, input_octets, output_octets
      )
      select provider_id, id, updated_at, ended_at, reason, throttled, host(framed_ip_address), coalesce(host(nas_ip_address), ''),
        coalesce(input_octets, 0), coalesce(output_octets, 0)
      from ended order by id
    )
    select 1 from ended`);
  return rows.length;
}

/** The open rows whose session silence has ended, and the silent ones without a session. */
async function silentRows(cutoff: Date): Promise<{ uniqueId: string; version: string; at: string }[]> {
  const rows = await db().execute<{ uniqueId: string; version: string; at: string }>(sql`
    select a.acctuniqueid as "uniqueId", ${rowVersion}::text as version, coalesce(n.heard_at, u.heard_at)::text as at
    from radius.radacct a
    left join network_session n on n.acct_unique_id = a.acctuniqueid and not n.is_superseded
    left join unclaimed_accounting u on u.acct_unique_id = a.acctuniqueid
    where ${isOpenRow} and (
      n.ended_at is not null and n.row_version = ${rowVersion}
      or n.id is null and u.row_version = ${rowVersion} and u.heard_at < ${cutoff.toISOString()})`);
  return [...rows];
}

/** Records the arrival of packets about open rows without a session: of unknown users and of other partners' servers. */
async function recordUnclaimed(now: Date): Promise<void> {
  await db().execute(sql`
    with unclaimed as (
      select a.acctuniqueid, ${rowVersion} as version from radius.radacct a
      where ${isOpenRow} and not exists (
        select from network_session n where n.acct_unique_id = a.acctuniqueid and not n.is_superseded)
    ), claimed as (
      delete from unclaimed_accounting u where not exists (select from unclaimed c where c.acctuniqueid = u.acct_unique_id)
    )
    insert into unclaimed_accounting as u (acct_unique_id, row_version, heard_at)
    select acctuniqueid, version, ${now.toISOString()} from unclaimed
    on conflict (acct_unique_id) do update set row_version = excluded.row_version, heard_at = excluded.heard_at
    where u.row_version <> excluded.row_version`);
}
