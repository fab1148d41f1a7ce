import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import type { Identity, Line, Packet, Session } from './follow-packet.ts';

/** A pending packet with what decides about it. */
export type Pending = {
  packet: Packet;
  /** The last session of its id, as it was before all packets of the batch. */
  session: Session | null;
  /** The subscription that it names; null for an unknown user name. */
  line: Line | null;
  /** The provider of the server; null for the operator's. */
  owner: string | null;
};

/** Columns of `pending_accounting` and of `network_session`. Instants are milliseconds, and octets are numbers. */
type Row = {
  kind: Packet['kind'];
  at: number;
  claimed_at: number;
  acct_unique_id: string;
  cause: string | null;
  nas: string;
  owner: string | null;
  time: number | null;
  input: number | null;
  output: number | null;
  previous_time: number | null;
  previous_input: number | null;
  previous_output: number | null;
  line_provider_id: string | null;
  session: SessionRow | null;
} & Prefixed<'line', LineRow> &
  Prefixed<'packet', IdentityRow>;

type Prefixed<P extends string, T> = { [K in keyof T & string as `${P}_${K}`]: T[K] };

type LineRow = {
  provider_id: string;
  subscription_id: string;
  subscriber_id: string;
  username: string;
  ahead_ms: number;
  upload_mbps: number | null;
  download_mbps: number | null;
};

type IdentityRow = {
  framed_ip_address: string | null;
  framed_ipv6_address: string | null;
  framed_ipv6_prefix: string | null;
  delegated_ipv6_prefix: string | null;
  calling_station_id: string | null;
};

type SessionRow = LineRow &
  IdentityRow & {
    id: string;
    started_at: number;
    ended_at: number | null;
    reason: string | null;
    ended_by: Session['endedBy'];
    opened_at: number;
    heard_at: number;
    awaits_row: boolean;
    nas_ip_address: string | null;
    input: number;
    output: number;
    seen_input: number;
    seen_output: number;
    seen_time: number | null;
    former_input: number | null;
    former_output: number | null;
    former_time: number | null;
  };

/** The speed of a subscription that never had terms, in Mbps. */
const UNKNOWN_MBPS = 1_000;

const ms = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`);

/** Columns of a subscription `s` of a provider `p`. */
const line = sql.raw(`s.provider_id, s.id as subscription_id, s.subscriber_id, s.radius_username as username,
  p.clock_offset_ms::float8 as ahead_ms, (s.terms_speed->>'uploadSpeedMbps')::float8 as upload_mbps,
  (s.terms_speed->>'downloadSpeedMbps')::float8 as download_mbps`);

const addresses = (alias: string) =>
  sql.raw(`host(${alias}.framed_ip_address) as framed_ip_address, host(${alias}.framed_ipv6_address) as framed_ipv6_address,
    ${alias}.framed_ipv6_prefix::text as framed_ipv6_prefix, ${alias}.delegated_ipv6_prefix::text as delegated_ipv6_prefix,
    ${alias}.calling_station_id`);

/**
 * Takes pending packets, in the order in which they arrived. Look-ups are lateral with a limit, so that each is one access to an
 * index: PostgreSQL does not know how many rows are pending, and would read whole tables for a few of them.
 * @param ids selects the ids of the rows
 */
export async function takePackets(tx: Tx, ids: SQL): Promise<Pending[]> {
  const rows = await tx.execute<Row>(sql`
    with taken as materialized (
      delete from pending_accounting where id in (${ids}) returning *
    ), owners as materialized (
      select address, nas_owner(address) as provider_id from (select distinct nas_ip_address as address from taken) nas
    )
    select case when t.kind = 'start' and t.stopped_at is not null then 'stop' else t.kind end as kind, ${ms('t.at')} as at,
      ${ms("coalesce(t.stopped_at, case when t.kind = 'start' then t.started_at else t.reported_at end, t.started_at)")} as claimed_at,
      t.acct_unique_id, t.terminate_cause as cause, host(t.nas_ip_address) as nas, o.provider_id as owner,
      t.session_time::float8 as time, t.input_octets::float8 as input, t.output_octets::float8 as output,
      t.previous_time::float8 as previous_time, t.previous_input::float8 as previous_input,
      t.previous_output::float8 as previous_output,
      host(t.framed_ip_address) as packet_framed_ip_address, host(t.framed_ipv6_address) as packet_framed_ipv6_address,
      t.framed_ipv6_prefix::text as packet_framed_ipv6_prefix, t.delegated_ipv6_prefix::text as packet_delegated_ipv6_prefix,
      t.calling_station_id as packet_calling_station_id,
      l.provider_id as line_provider_id, l.subscription_id as line_subscription_id, l.subscriber_id as line_subscriber_id,
      l.username as line_username, l.ahead_ms as line_ahead_ms, l.upload_mbps as line_upload_mbps,
      l.download_mbps as line_download_mbps, to_jsonb(n) as session
    from taken t
    join owners o on o.address = t.nas_ip_address
    left join lateral (
      select ${line} from subscription s join provider p on p.id = s.provider_id where s.radius_username = t.username limit 1
    ) l on true
    left join lateral (
      select ${line}, n.id, ${ms('n.started_at')} as started_at, ${ms('n.ended_at')} as ended_at, n.reason, n.ended_by,
        ${ms("coalesce(n.opened_at, n.created_at - p.clock_offset_ms * interval '1 millisecond')")} as opened_at,
        ${ms("coalesce(n.heard_at, n.updated_at - p.clock_offset_ms * interval '1 millisecond')")} as heard_at,
        n.awaits_row, host(n.nas_ip_address) as nas_ip_address, ${addresses('n')},
        coalesce(n.input_octets, n.counted_upload) as input,
        coalesce(n.output_octets, n.counted_octets - n.counted_upload) as output,
        coalesce(n.seen_input, n.input_octets, n.counted_upload) as seen_input,
        coalesce(n.seen_output, n.output_octets, n.counted_octets - n.counted_upload) as seen_output, n.seen_time,
        n.former_input, n.former_output, n.former_time
      from network_session n
      join subscription s on s.provider_id = n.provider_id and s.id = n.subscription_id
      join provider p on p.id = n.provider_id
      where n.acct_unique_id = t.acct_unique_id and not n.is_superseded limit 1
    ) n on true
    order by t.id`);
  return rows.map((row) => ({
    packet: packetOf(row),
    session: row.session && sessionOf(row.session, row.acct_unique_id),
    line: row.line_provider_id === null ? null : lineOf(row as Row & { line_provider_id: string }),
    owner: row.owner,
  }));
}

function packetOf(row: Row): Packet {
  const { kind, at, cause, time, input, output } = row;
  const previous = { time: row.previous_time, input: row.previous_input, output: row.previous_output };
  return {
    uniqueId: row.acct_unique_id,
    kind,
    at,
    claimedAt: row.claimed_at,
    cause,
    nasIpAddress: row.nas,
    reading: { time, input, output },
    previous: Object.values(previous).every((value) => value === null) ? null : previous,
    identity: {
      framedIpAddress: row.packet_framed_ip_address,
      framedIpv6Address: row.packet_framed_ipv6_address,
      framedIpv6Prefix: row.packet_framed_ipv6_prefix,
      delegatedIpv6Prefix: row.packet_delegated_ipv6_prefix,
      callingStationId: row.packet_calling_station_id,
    },
  };
}

function lineOf(row: Prefixed<'line', LineRow>): Line {
  return {
    providerId: row.line_provider_id,
    subscriptionId: row.line_subscription_id,
    subscriberId: row.line_subscriber_id,
    username: row.line_username,
    aheadMs: row.line_ahead_ms,
    uploadMbps: row.line_upload_mbps ?? UNKNOWN_MBPS,
    downloadMbps: row.line_download_mbps ?? UNKNOWN_MBPS,
  };
}

function sessionOf(row: SessionRow, uniqueId: string): Session {
  const identity: Identity = {
    framedIpAddress: row.framed_ip_address,
    framedIpv6Address: row.framed_ipv6_address,
    framedIpv6Prefix: row.framed_ipv6_prefix,
    delegatedIpv6Prefix: row.delegated_ipv6_prefix,
    callingStationId: row.calling_station_id,
  };
  return {
    id: row.id,
    uniqueId,
    providerId: row.provider_id,
    subscriptionId: row.subscription_id,
    subscriberId: row.subscriber_id,
    username: row.username,
    aheadMs: row.ahead_ms,
    uploadMbps: row.upload_mbps ?? UNKNOWN_MBPS,
    downloadMbps: row.download_mbps ?? UNKNOWN_MBPS,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    reason: row.reason,
    endedBy: row.ended_by,
    openedAt: row.opened_at,
    heardAt: row.heard_at,
    isSuperseded: false,
    awaitsRow: row.awaits_row,
    nasIpAddress: row.nas_ip_address,
    identity,
    counters: {
      input: row.input,
      output: row.output,
      seenInput: row.seen_input,
      seenOutput: row.seen_output,
      seenTime: row.seen_time,
      former:
        row.former_input === null && row.former_output === null
          ? null
          : { input: row.former_input ?? 0, output: row.former_output ?? 0, time: row.former_time },
    },
  };
}
