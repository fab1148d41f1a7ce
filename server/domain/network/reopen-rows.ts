import { sql } from 'drizzle-orm';
import { db, type Tx } from '../../db/client.ts';
import type { Packet, Session } from './follow-packet.ts';
import { believedOctets, believedTime } from './octets.ts';
import { rowVersion } from './row-version.ts';

/** An open session whose row has a stop time, and its last packet. */
export type Reopening = { packet: Packet; session: Session };

/** Rows per transaction, few enough not to delay FreeRADIUS. */
const CHUNK = 100;

/** Marks this transaction's writes to `radius.radacct`, which are no packets. */
async function markOwnAccounting(tx: Tx): Promise<void> {
  await tx.execute(sql`select set_config('demarc.own_accounting', 'on', true)`);
}

/**
 * Takes the stop times from the rows of sessions that are open again, and writes what their last packet reported, so that
 * FreeRADIUS's stock queries update the rows. A row that FreeRADIUS holds is left: the next packet or the sweep repeats it. The
 * transaction writes to nothing else, so that FreeRADIUS never waits for other work.
 */
export async function reopenRows(sessions: Reopening[]): Promise<void> {
  for (let at = 0; at < sessions.length; at += CHUNK) await reopenChunk(sessions.slice(at, at + CHUNK));
}

async function reopenChunk(sessions: Reopening[]): Promise<void> {
  const rows = sessions.map(({ packet, session }) => ({
    id: packet.uniqueId,
    started_at: new Date(session.startedAt - session.aheadMs).toISOString(),
    reported_at: new Date(packet.claimedAt).toISOString(),
    time: believedTime(packet.reading.time),
    input: believedOctets(packet.reading.input),
    output: believedOctets(packet.reading.output),
    ...session.identity,
  }));
  await db().transaction(async (tx) => {
    await markOwnAccounting(tx);
    await tx.execute(sql`
      with opened as materialized (
        select * from json_to_recordset(${JSON.stringify(rows)}::json) as o (id text, started_at timestamptz,
          reported_at timestamptz, time bigint, input bigint, output bigint, "framedIpAddress" inet, "framedIpv6Address" inet,
          "framedIpv6Prefix" inet, "delegatedIpv6Prefix" inet, "callingStationId" text)
      ), held as materialized (
        select radacctid from radius.radacct where acctuniqueid in (select id from opened) and acctstoptime is not null
        for no key update skip locked
      )
      update radius.radacct a set acctstoptime = null, acctterminatecause = null, connectinfo_stop = null,
        acctstarttime = o.started_at, acctupdatetime = o.reported_at, acctsessiontime = o.time, acctinputoctets = o.input,
        acctoutputoctets = o.output, framedipaddress = o."framedIpAddress", framedipv6address = o."framedIpv6Address",
        framedipv6prefix = o."framedIpv6Prefix", delegatedipv6prefix = o."delegatedIpv6Prefix",
        callingstationid = o."callingStationId"
      from opened o
      where a.acctuniqueid = o.id and a.radacctid in (select radacctid from held)`);
  });
  const ids = sessions.map(({ session }) => session.id);
  await db().execute(sql`
    update network_session s set awaits_row = false
    where s.provider_id = any(${sql.param(sessions.map(({ session }) => session.providerId))}::text[])
      and s.id = any(${sql.param(ids)}::text[]) and s.awaits_row
      and exists (select from radius.radacct a where a.acctuniqueid = s.acct_unique_id and a.acctstoptime is null)`);
}

/**
 * Writes the stop of sessions that silence ended into their rows. A row that FreeRADIUS holds or has written to since is left to the
 * next sweep. The transaction writes to nothing else, so that FreeRADIUS never waits for other work.
 */
export async function closeRows(ended: { uniqueId: string; version: string; at: string }[]): Promise<void> {
  for (let at = 0; at < ended.length; at += CHUNK) {
    const rows = ended.slice(at, at + CHUNK);
    await db().transaction(async (tx) => {
      await markOwnAccounting(tx);
      await tx.execute(sql`
        with ended as materialized (
          select * from json_to_recordset(${JSON.stringify(rows)}::json) as e ("uniqueId" text, version bigint, at timestamptz)
        ), held as materialized (
          select a.radacctid, e.at from radius.radacct a join ended e on e."uniqueId" = a.acctuniqueid and e.version = ${rowVersion}
          where a.acctstoptime is null or not isfinite(a.acctstoptime)
          for no key update of a skip locked
        )
        update radius.radacct a set acctstoptime = h.at, acctterminatecause = 'Lost-Service'
        from held h where a.radacctid = h.radacctid`);
    });
  }
}
