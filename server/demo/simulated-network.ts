import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { MINUTE_MS } from '../clock.ts';
import { db } from '../db/client.ts';
import { madeUpMac } from './router-mac.ts';

/** The advisory lock that lets one process at a time simulate. The number is arbitrary. */
const LOCK = 7_346_005;

/** The addresses of the demo's network servers: TEST-NET-1 (RFC 5737), where no server is. */
export const SERVERS = sql`inet '192.0.2.0/24'`;

type Options = {
  /** The demo's provider. */
  providerId: string;
  log: Pick<Logger, 'warn'>;
};

/**
 * Keeps the sessions of the demo alive. Each minute it writes what FreeRADIUS would write for the demo's lines: interim updates,
 * the end of sessions that RADIUS would no longer accept or whose speed has changed, and new sessions. Without it they would
 * end as silent after a quarter of an hour.
 * @returns a function that stops it
 */
export function simulateNetwork({ providerId, log }: Options): () => void {
  const timer = setInterval(() => {
    simulateMinute(providerId).catch((err: unknown) => log.warn({ err }, 'the demo network failed'));
  }, MINUTE_MS).unref();
  return () => clearInterval(timer);
}

/** One minute of all lines. */
export async function simulateMinute(providerId: string): Promise<void> {
  const line = sql`select s.id as subscription_id, s.radius_username as username, s.network_changed_at as changed_at, (s.terms_speed->>'downloadSpeedMbps')::float8 as mbps,
      exists (select from radius.radcheck c where c.username = s.radius_username)
        and not exists (
          select from radius.radusergroup g where g.username = s.radius_username and g.groupname = 'suspended'
        ) as is_accepted
    from subscription s where s.provider_id = ${providerId} and s.radius_username is not null`;
  await db().transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
    await tx.execute(sql`
      with line as materialized (${line}), simulated as materialized (
        select a.radacctid, a.acctstarttime, a.acctstoptime, a.acctterminatecause, line.*,
          exists (
            select from network_command c where c.provider_id = n.provider_id and c.session_id = n.id
          ) as has_change
        from network_session n
        join line on line.subscription_id = n.subscription_id
        join radius.radacct a on a.acctuniqueid = n.acct_unique_id
        where n.provider_id = ${providerId} and not n.is_superseded and a.nasipaddress << ${SERVERS}
      ), ending as materialized (
        select radacctid, case when is_outdated then 'Admin-Reset' else 'Lost-Carrier' end as cause
        from simulated, lateral (select not is_accepted or acctstarttime < changed_at and has_change as is_outdated) s
        -- A line goes down once a month.
        where acctstoptime is null and (is_outdated or random() < 1.0 / 43200)
      ), ended as (
        update radius.radacct a
        set acctstoptime = now(), acctupdatetime = now(), acctterminatecause = ending.cause
        from ending where a.radacctid = ending.radacctid
      ), updated as (
        update radius.radacct a
        set acctupdatetime = now(), acctsessiontime = extract(epoch from now() - a.acctstarttime),
          acctoutputoctets = a.acctoutputoctets + (random() * simulated.mbps * 100000)::bigint,
          acctinputoctets = a.acctinputoctets + (random() * simulated.mbps * 12000)::bigint
        from simulated
        where a.radacctid = simulated.radacctid and simulated.acctstoptime is null
          and not exists (select from ending e where e.radacctid = a.radacctid)
      ), last as materialized (
        select distinct on (line.username) line.username, s.acctstoptime, s.acctterminatecause, s.radacctid
        from line left join simulated s on s.username = line.username
        where line.is_accepted
        order by line.username, s.radacctid desc
      )
      insert into radius.radacct (
        acctsessionid, acctuniqueid, username, nasipaddress, nasporttype, acctstarttime, acctupdatetime, framedipaddress,
        callingstationid, acctinputoctets, acctoutputoctets, servicetype, framedprotocol
      )
      select substr(fresh.id, 1, 8), fresh.id, last.username, coalesce(a.nasipaddress, '192.0.2.1'), 'Virtual', now(), now(),
        coalesce(a.framedipaddress, inet '100.64.100.0' + (1 + 250 * random())::int),
        coalesce(a.callingstationid, ${madeUpMac(sql`last.username`)}), 0, 0, 'Framed-User', 'PPP'
      from last
      cross join lateral (select md5(last.username || clock_timestamp()) as id) fresh
      left join radius.radacct a on a.radacctid = last.radacctid
      -- A new line and one that was disconnected return at once, another after an hour on average.
      where (last.radacctid is null
          or last.acctstoptime is not null and (last.acctterminatecause = 'Admin-Reset' or random() < 1.0 / 60))
        -- One that has just returned is here before its accounting is processed.
        and not exists (select from radius.radacct o where o.username = last.username and o.acctstoptime is null)`);
  });
}
