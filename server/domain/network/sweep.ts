import { sql } from 'drizzle-orm';
import { plus, realNow, SECOND_MS } from '../../clock.ts';
import { db } from '../../db/client.ts';
import { ACCT_INTERIM_SECONDS } from '../../radius/desired.ts';

/** How long a session may say nothing before it is taken for ended. Contract: RADIUS. */
const SILENCE_MS = 3 * ACCT_INTERIM_SECONDS * SECOND_MS;
/**
 * After how long without a sweep it is taken that nothing could be heard either. A shorter break costs a session that
 * goes on at most two of its three chances to speak.
 */
const DEAF_MS = ACCT_INTERIM_SECONDS * SECOND_MS;
/** How many of the newest rows of accounting are looked through for sessions that were missed. */
const NEWEST = 5_000;

/** A time that is not finite says nothing. */
const LAST_HEARD = sql`case when isfinite(acctupdatetime) then acctupdatetime else acctstarttime end`;

/**
 * Ends sessions that have not been heard of for three interim intervals, at the instant they were last heard of. That
 * is written into their accounting, where the trigger sees it as any other end. When the database, or all of us, was away
 * for long, nobody was silent: the intervals count from when somebody listened again.
 */
export async function endSilentSessions(): Promise<void> {
  const now = realNow();
  const heardBefore = plus(now, -SILENCE_MS).toISOString();
  await db().execute(sql`
    with listening as (
      insert into network_listening as l (since, swept_at) values (${now.toISOString()}, ${now.toISOString()})
      on conflict (is_only) do update set
        since = case
          when l.swept_at < ${plus(now, -DEAF_MS).toISOString()} then excluded.since
          else l.since
        end,
        swept_at = greatest(l.swept_at, excluded.swept_at)
      returning since
    )
    update radius.radacct
    set acctstoptime = ${LAST_HEARD}, acctupdatetime = ${LAST_HEARD}, acctterminatecause = 'Lost-Service'
    where (acctstoptime is null or not isfinite(acctstoptime))
      and isfinite(acctstarttime) and ${LAST_HEARD} < ${heardBefore}
      and (select since from listening) < ${heardBefore}`);
}

/**
 * Makes good for what the trigger could not do when it should have: sessions that were never made, and those whose end
 * was not noted. In the usual run of things there are none.
 */
export async function accountForMissed(): Promise<void> {
  await db().execute(sql`
    with suspects as (
      select radacctid from radius.radacct where acctstoptime is null or not isfinite(acctstoptime)
      union
      (select radacctid from radius.radacct order by radacctid desc limit ${NEWEST})
    ), missed as (
      select radacctid from suspects join radius.radacct a using (radacctid)
      where not exists (select from network_session s where s.acct_unique_id = a.acctuniqueid)
        and exists (
          select from subscription b
          where b.radius_username = a.username
            and coalesce(nas_owner(a.nasipaddress), b.provider_id) = b.provider_id)
      union
      select a.radacctid from network_session s join radius.radacct a on a.acctuniqueid = s.acct_unique_id
      where s.ended_at is null and isfinite(a.acctstoptime)
    )
    select account_session(a) from radius.radacct a join missed using (radacctid) order by radacctid`);
}
