import { sql } from 'drizzle-orm';
import { runningCycleStatuses } from '../../contract/billing-cycle-rules.ts';
import type { Tx } from '../../db/client.ts';
import { literals } from '../../db/statement.ts';
import { newId } from '../../work/ids.ts';
import { ENDED_SESSIONS } from '../model/network-session/resource.ts';
import type { Fact, Session } from './follow-packet.ts';

/** Whether FreeRADIUS accepts the user now. */
const isAccepted = sql`(
  (select true from radius.radcheck c where c.username = f.username limit 1)
  and (select true from radius.radusergroup g where g.username = f.username and g.groupname = 'suspended' limit 1) is null
) is true`;

/**
 * Writes sessions that packets have changed or begun, with a fact for each start and end that `announceSessions` turns into an
 * event. A session of a user whom FreeRADIUS refuses gets a session change at once.
 *
 * `follows_change_at` stays null if FreeRADIUS may have accepted the user under an older state: the user is refused by now, or the
 * last change is less than five minutes older than the start. The sweep then enqueues a session change. It is enqueued here where
 * the change came after the start, because the change found no session. A data cap belongs to the plan of its cycle: in grace a
 * session stays throttled under any plan of the unpaid renewal.
 * @param sessions each once; new ones get an id
 * @param facts in order
 * @returns the providers with session changes that are due
 */
export async function writeSessions(tx: Tx, sessions: Session[], facts: Fact[]): Promise<string[]> {
  const known = sessions.filter(({ id }) => id !== null);
  const begun = sessions.filter(({ id }) => id === null);
  for (const session of begun) {
    session.id = newId('networkSession', new Date(session.openedAt + session.aheadMs));
  }
  if (known.length > 0) await update(tx, known);
  if (facts.length + begun.length === 0) return [];
  return insert(tx, begun, facts);
}

/** Columns that both statements write, by their names in JSON. Octets have no fractions; times are milliseconds. */
function valuesOf(session: Session) {
  const { counters, identity } = session;
  return {
    id: session.id,
    provider_id: session.providerId,
    started_at: instant(session.startedAt),
    ended_at: instant(session.endedAt),
    reason: session.reason,
    ended_by: session.endedBy,
    is_superseded: session.isSuperseded,
    awaits_row: session.awaitsRow && session.endedAt === null,
    opened_at: instant(session.openedAt),
    heard_at: instant(session.heardAt),
    updated_at: instant(session.heardAt + session.aheadMs),
    input_octets: counters.input,
    output_octets: counters.output,
    seen_input: counters.seenInput,
    seen_output: counters.seenOutput,
    seen_time: counters.seenTime,
    former_input: counters.former?.input ?? null,
    former_output: counters.former?.output ?? null,
    former_time:
      counters.former?.time === undefined || counters.former.time === null
        ? null
        : Math.round(counters.former.time),
    nas_ip_address: session.nasIpAddress,
    framed_ip_address: identity.framedIpAddress,
    framed_ipv6_address: identity.framedIpv6Address,
    framed_ipv6_prefix: identity.framedIpv6Prefix,
    delegated_ipv6_prefix: identity.delegatedIpv6Prefix,
    calling_station_id: identity.callingStationId,
  };
}

const instant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

const columns = `id text, provider_id text, started_at timestamptz, ended_at timestamptz, reason text, ended_by text,
  is_superseded boolean, awaits_row boolean, opened_at timestamptz, heard_at timestamptz, updated_at timestamptz, input_octets bigint,
  output_octets bigint, seen_input bigint, seen_output bigint, seen_time bigint, former_input bigint, former_output bigint,
  former_time bigint, nas_ip_address inet, framed_ip_address inet, framed_ipv6_address inet, framed_ipv6_prefix inet,
  delegated_ipv6_prefix inet, calling_station_id text`;

async function update(tx: Tx, sessions: Session[]): Promise<void> {
  await tx.execute(sql`
    update network_session s set
      ended_at = u.ended_at, reason = u.reason, ended_by = u.ended_by, is_superseded = u.is_superseded, awaits_row = u.awaits_row,
      heard_at = u.heard_at,
      updated_at = greatest(s.updated_at, u.updated_at), input_octets = u.input_octets, output_octets = u.output_octets,
      seen_input = u.seen_input, seen_output = u.seen_output, seen_time = u.seen_time, former_input = u.former_input,
      former_output = u.former_output, former_time = u.former_time, nas_ip_address = u.nas_ip_address,
      framed_ip_address = u.framed_ip_address, framed_ipv6_address = u.framed_ipv6_address,
      framed_ipv6_prefix = u.framed_ipv6_prefix, delegated_ipv6_prefix = u.delegated_ipv6_prefix,
      calling_station_id = u.calling_station_id
    from json_to_recordset(${JSON.stringify(sessions.map(valuesOf))}::json) as u (${sql.raw(columns)})
    where s.provider_id = u.provider_id and s.id = u.id`);
}

async function insert(tx: Tx, begun: Session[], facts: Fact[]): Promise<string[]> {
  const rows = begun.map((session) => ({
    ...valuesOf(session),
    subscription_id: session.subscriptionId,
    subscriber_id: session.subscriberId,
    username: session.username,
    acct_unique_id: session.uniqueId,
    ahead: `${session.aheadMs} milliseconds`,
  }));
  const announced = facts.map(({ session, at, end, input, output, ipAddress }, nth) => ({
    nth,
    provider_id: session.providerId,
    session_id: session.id,
    at: instant(at + session.aheadMs),
    ended_at: instant(end?.at ?? null),
    reason: end?.reason ?? null,
    ip_address: ipAddress,
    nas_ip_address: session.nasIpAddress,
    input_octets: input,
    output_octets: output,
  }));
  const [row] = await tx.execute<{ changed: string[] }>(sql`
    with begun as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as f (${sql.raw(columns)},
        subscription_id text, subscriber_id text, username text, acct_unique_id text, ahead interval)
    ), made as materialized (
      select f.*, s.network_changed_at, ${isAccepted} as is_accepted,
        coalesce((
          select true from billing_cycle c
          join network_usage u on u.provider_id = c.provider_id and u.billing_cycle_id = c.id
          where c.provider_id = f.provider_id and c.subscription_id = f.subscription_id and c.status in (${literals(runningCycleStatuses)})
            and u.throttled_at <= f.opened_at + f.ahead and u.plan_id = c.plan_id
          limit 1), false) as throttled
      from begun f join subscription s on s.provider_id = f.provider_id and s.id = f.subscription_id
    ), started as (
      insert into network_session (
        id, provider_id, subscription_id, subscriber_id, username, acct_unique_id, is_superseded, awaits_row, started_at, ended_at, reason,
        ended_by, opened_at, heard_at, input_octets, output_octets, seen_input, seen_output, seen_time, former_input,
        former_output, former_time, nas_ip_address, framed_ip_address, framed_ipv6_address, framed_ipv6_prefix,
        delegated_ipv6_prefix, calling_station_id, throttled, follows_change_at, created_at, updated_at
      )
      select id, provider_id, subscription_id, subscriber_id, username, acct_unique_id, is_superseded, awaits_row, started_at, ended_at, reason,
        ended_by, opened_at, heard_at, input_octets, output_octets, seen_input, seen_output, seen_time, former_input,
        former_output, former_time, nas_ip_address, framed_ip_address, framed_ipv6_address, framed_ipv6_prefix,
        delegated_ipv6_prefix, calling_station_id, throttled,
        case when is_accepted and network_changed_at < least(started_at - ahead, opened_at) - interval '5 minutes'
          then network_changed_at end,
        opened_at + ahead, updated_at
      from made order by id
    ), changed as (
      insert into network_command (provider_id, session_id, due_at, created_at, updated_at)
      select provider_id, id, now(), now() + ahead, now() + ahead
      from made where ended_at is null and (network_changed_at >= opened_at or not is_accepted)
      returning provider_id
    ), fact as materialized (
      select * from json_to_recordset(${JSON.stringify(announced)}::json) as a (nth int, provider_id text, session_id text,
        at timestamptz, ended_at timestamptz, reason text, ip_address text, nas_ip_address text, input_octets bigint,
        output_octets bigint)
    ), counted as (
      insert into row_count as c (provider_id, resource, shard, n)
      select provider_id, ${ENDED_SESSIONS}, pg_backend_pid() % 32, count(*) from fact where ended_at is not null
      group by provider_id
      on conflict (provider_id, resource, shard) do update set n = c.n + excluded.n
    ), announced as (
      insert into network_session_fact (
        provider_id, session_id, at, ended_at, reason, throttled, ip_address, nas_ip_address, input_octets, output_octets
      )
      select a.provider_id, a.session_id, a.at, a.ended_at, a.reason, coalesce(m.throttled, s.throttled, false), a.ip_address,
        coalesce(a.nas_ip_address, ''), a.input_octets, a.output_octets
      from fact a
      left join made m on m.id = a.session_id
      left join network_session s on s.provider_id = a.provider_id and s.id = a.session_id
      order by a.nth
    )
    select array(select distinct provider_id from changed) as changed`);
  return row?.changed ?? [];
}
