import { sql } from 'drizzle-orm';
import { db } from '../../db/client.ts';
import { isOpenSession } from '../model/network-session/resource.ts';
import { MAX_TRIES } from './accounting-faults.ts';
import { processAccounting } from './process-accounting.ts';
import { rowVersion } from './row-version.ts';

/** The newest accounting rows that are searched for missed sessions. */
const NEWEST = 5_000;

/** The longest that accounting is processed. Other processes and the next sweep continue. */
const PROCESSING_MS = 30_000;

/**
 * Repeats accounting that the trigger or its processing failed on: sessions that were not created, ends that were not recorded,
 * open sessions whose row has a stop time still, and ended ones whose row has none and a later packet. Normally there are none.
 * What fails again and again is left.
 */
export async function accountMissedSessions(): Promise<void> {
  await processAccounting({ budgetMs: PROCESSING_MS });
  await db().execute(sql`
    with suspects as (
      select radacctid from radius.radacct where acctstoptime is null or not isfinite(acctstoptime)
      union
      (select radacctid from radius.radacct order by radacctid desc limit ${NEWEST})
    ), missed as (
      select radacctid, case when a.acctstoptime is null then 'interim' else 'stop' end as kind, true as has_report
      from suspects join radius.radacct a using (radacctid)
      where isfinite(a.acctstarttime) and isfinite(a.acctstoptime) is not false and isfinite(a.acctupdatetime) is not false
        and not exists (select from network_session s where s.acct_unique_id = a.acctuniqueid and not s.is_superseded)
        and exists (
          select from subscription b join provider p on p.id = b.provider_id
          where b.radius_username = a.username and p.status <> 'MOVED'
            and coalesce(nas_owner(a.nasipaddress), b.provider_id) = b.provider_id)
      union
      -- The row of a session that awaits it has the report of the former session.
      select a.radacctid, case when s.awaits_row then 'interim' else 'stop' end, not s.awaits_row
      from network_session s join radius.radacct a on a.acctuniqueid = s.acct_unique_id
      join provider p on p.id = s.provider_id and p.status <> 'MOVED'
      where ${isOpenSession('s')} and not s.is_superseded and isfinite(a.acctstarttime) and isfinite(a.acctstoptime)
      union
      -- A packet arrived after silence had ended the session, and before its row got the stop time.
      select a.radacctid, 'interim', true
      from suspects join radius.radacct a using (radacctid)
      join network_session s on s.acct_unique_id = a.acctuniqueid and not s.is_superseded
      join provider p on p.id = s.provider_id and p.status <> 'MOVED'
      where a.acctstoptime is null and s.ended_by = 'SILENCE' and s.row_version <> ${rowVersion}
    )
    insert into pending_accounting (
      kind, acct_unique_id, username, nas_ip_address, started_at, reported_at, stopped_at, terminate_cause, session_time,
      input_octets, output_octets, framed_ip_address, framed_ipv6_address, framed_ipv6_prefix, delegated_ipv6_prefix,
      calling_station_id
    )
    select kind, acctuniqueid, username, nasipaddress, acctstarttime, near.time,
      case when kind = 'stop' then near.time end, acctterminatecause, case when has_report then acctsessiontime end,
      case when has_report then acctinputoctets end, case when has_report then acctoutputoctets end,
      framedipaddress, framedipv6address, framedipv6prefix, delegatedipv6prefix, callingstationid
    from radius.radacct join missed using (radacctid)
    cross join lateral (
      -- An old time is no sign of a wrong clock here.
      select case when t.own between now() - interval '15 minutes' and now() + interval '15 minutes' then t.own else now() end as time
      from (select coalesce(acctstoptime, acctupdatetime, acctstarttime) as own) t
    ) near
    where not exists (select from pending_accounting w where w.acct_unique_id = acctuniqueid)
      and not exists (
        select from accounting_fault f where f.acct_unique_id = acctuniqueid and f.kind = 'FAILED' and f.attempts >= ${MAX_TRIES})
    order by radacctid`);
  await processAccounting({ budgetMs: PROCESSING_MS });
}
