import { sql } from 'drizzle-orm';
import { plus, realNow, SECOND_MS } from '../../clock.ts';
import { db } from '../../db/client.ts';
import { ACCT_INTERIM_SECONDS } from '../../radius/desired.ts';
import { isOpenSession } from '../model/network-session/resource.ts';
import { processAccounting } from './process-accounting.ts';

/** A session without accounting for this long counts as ended. Contract: RADIUS. */
const SILENCE_MS = 3 * ACCT_INTERIM_SECONDS * SECOND_MS;
/**
 * A gap between sweeps longer than this counts as downtime in which no accounting could arrive. During a shorter gap a
 * session misses at most two of its three interim updates.
 */
const MAX_SWEEP_GAP_MS = ACCT_INTERIM_SECONDS * SECOND_MS;
/** The newest accounting rows that are searched for missed sessions. */
const NEWEST = 5_000;

/** The longest that a sweep processes accounting. Other processes and the next sweep continue. */
const PROCESSING_MS = 30_000;

/** The last accounting of a session. FreeRADIUS may store infinite times; they are ignored. */
const LAST_ACCOUNTING = sql`case when isfinite(acctupdatetime) then acctupdatetime else acctstarttime end`;

/**
 * Ends the sessions without accounting for three interim intervals, at the instant of their last accounting. It writes the
 * stop into `radius.radacct`, where it counts as accounting. After downtime the intervals count from the first sweep,
 * because no accounting could arrive before. Contract: RADIUS.
 */
export async function endSilentSessions(): Promise<void> {
  const now = realNow();
  const cutoff = plus(now, -SILENCE_MS).toISOString();
  await db().execute(sql`
    with listening as (
      insert into network_listening as l (since, swept_at) values (${now.toISOString()}, ${now.toISOString()})
      on conflict (is_only) do update set
        since = case
          when l.swept_at < ${plus(now, -MAX_SWEEP_GAP_MS).toISOString()} then excluded.since
          else l.since
        end,
        swept_at = greatest(l.swept_at, excluded.swept_at)
      returning since
    )
    update radius.radacct
    set acctstoptime = ${LAST_ACCOUNTING}, acctupdatetime = ${LAST_ACCOUNTING}, acctterminatecause = 'Lost-Service'
    where (acctstoptime is null or not isfinite(acctstoptime))
      and isfinite(acctstarttime) and ${LAST_ACCOUNTING} < ${cutoff}
      and (select since from listening) < ${cutoff}`);
  await processAccounting({ budgetMs: PROCESSING_MS });
}

/**
 * Repeats accounting that the trigger or its processing failed on: sessions that were not created, and ends that were not
 * recorded. Normally there are none.
 */
export async function accountMissedSessions(): Promise<void> {
  await processAccounting({ budgetMs: PROCESSING_MS });
  await db().execute(sql`
    with suspects as (
      select radacctid from radius.radacct where acctstoptime is null or not isfinite(acctstoptime)
      union
      (select radacctid from radius.radacct order by radacctid desc limit ${NEWEST})
    ), missed as (
      select radacctid from suspects join radius.radacct a using (radacctid)
      where isfinite(a.acctstarttime) and isfinite(a.acctstoptime) is not false and isfinite(a.acctupdatetime) is not false
        and not exists (select from network_session s where s.acct_unique_id = a.acctuniqueid)
        and exists (
          select from subscription b
          where b.radius_username = a.username
            and coalesce(nas_owner(a.nasipaddress), b.provider_id) = b.provider_id)
      union
      select a.radacctid from network_session s join radius.radacct a on a.acctuniqueid = s.acct_unique_id
      where ${isOpenSession('s')} and isfinite(a.acctstarttime) and isfinite(a.acctstoptime)
    )
    insert into pending_accounting (
      acct_unique_id, username, nas_ip_address, started_at, stopped_at, terminate_cause, framed_ip_address, input_octets,
      output_octets
    )
    select acctuniqueid, username, nasipaddress, acctstarttime, acctstoptime, acctterminatecause, framedipaddress,
      acctinputoctets, acctoutputoctets
    from radius.radacct join missed using (radacctid) order by radacctid`);
  await processAccounting({ budgetMs: PROCESSING_MS });
}
