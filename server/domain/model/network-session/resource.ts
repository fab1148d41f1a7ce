import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { networkSession } from '../../../../drizzle/schema/network.ts';
import { networkSessionSnapshot } from '../../../contract/network-session.ts';
import { reportedAddress } from '../../../radius/no-address.ts';
import { defineResource } from '../../../state/resource.ts';

/** No session transfers more octets: 4.5 petabytes. JSON numbers lose digits above twice as many. */
export const MOST_OCTETS = 2 ** 52;

/** Whether the session is the one that packets change, and its row in `radius.radacct` has the latest counters and addresses. */
const isLive = sql`(${networkSession.endedAt} is null or ${networkSession.heardAt} is null)`;

/**
 * A value of a session: the latest of its row in `radius.radacct`, where that has one, else the last one that was counted.
 * @param latest an expression on the row, by the alias `a`
 */
const latest = (latest: string, counted: SQL) => sql`case when ${isLive} then coalesce((
  select ${sql.raw(latest)} from radius.radacct a where a.acctuniqueid = ${networkSession.acctUniqueId}), ${counted}) else ${counted} end`;

/**
 * Octets of a session: those counted, and what the row's counter has grown by since. A counter of 0 is not reported. One that fell
 * is a packet of its own. The row of a session of an older release has them all.
 */
const octets = (counter: 'input' | 'output', counted: SQL, seen: SQL) => {
  const former = sql`${networkSession.formerInput} = a.acctinputoctets and ${networkSession.formerOutput} = a.acctoutputoctets`;
  const raw = sql.raw(`a.acct${counter}octets`);
  return sql`(case when ${networkSession.endedAt} is null then coalesce((
    select ${counted} + case when ${raw} not between 0 and ${sql.raw(String(MOST_OCTETS))} or (${former}) is true
      or a.acctsessiontime < ${networkSession.seenTime} then 0
      else greatest(${raw} - coalesce(${seen}, ${counted}), 0) end
    from radius.radacct a where a.acctuniqueid = ${networkSession.acctUniqueId} and isfinite(a.acctupdatetime) is not false
  ), ${counted}) else ${counted} end)::float8`;
};

const countedInput = sql`coalesce(${networkSession.inputOctets}, ${networkSession.countedUpload})`;
const countedOutput = sql`coalesce(${networkSession.outputOctets}, ${networkSession.countedOctets} - ${networkSession.countedUpload})`;

const hostOf = (column: PgColumn) => sql`host(${column})`;
const textOf = (column: PgColumn) => sql`${column}::text`;

/** The name of the session's network server: the partner's own, or the operator's. */
export const nasName = sql<string | null>`coalesce(
  (select o.name from network_server o where o.provider_id = ${networkSession.providerId} and o.address = ${latest('host(a.nasipaddress)', hostOf(networkSession.nasIpAddress))}),
  (select n.shortname from radius.nas n where n.nasname = ${latest('host(a.nasipaddress)', hostOf(networkSession.nasIpAddress))}
    and not exists (select from network_server o where o.nas_id = n.id) order by n.id limit 1))`;

/**
 * Whether a session has not ended, in a form that the index `network_session_uncounted` serves.
 * @param alias of `network_session` in the statement
 */
export const isOpenSession = (alias: string) =>
  sql.raw(`not ${alias}.is_counted and ${alias}.ended_at is null`);

/** The row of `row_count` with the number of ended sessions. The retention job alone deletes sessions, and subtracts them. */
export const ENDED_SESSIONS = 'network_session ended';

export const networkSessionResource = defineResource({
  name: 'networkSession',
  object: 'network',
  table: networkSession,
  snapshot: networkSessionSnapshot,
  computed: {
    ipAddress: latest(
      `host(${reportedAddress('a.framedipaddress')})`,
      hostOf(networkSession.framedIpAddress),
    ),
    nasIpAddress: latest('host(a.nasipaddress)', hostOf(networkSession.nasIpAddress)),
    nasName,
    framedIpv6Address: latest(
      `host(${reportedAddress('a.framedipv6address')})`,
      hostOf(networkSession.framedIpv6Address),
    ),
    framedIpv6Prefix: latest(
      `(${reportedAddress('a.framedipv6prefix')})::text`,
      textOf(networkSession.framedIpv6Prefix),
    ),
    delegatedIpv6Prefix: latest(
      `(${reportedAddress('a.delegatedipv6prefix')})::text`,
      textOf(networkSession.delegatedIpv6Prefix),
    ),
    callingStationId: latest("nullif(a.callingstationid, '')", sql`${networkSession.callingStationId}`),
    inputOctets: octets('input', countedInput, sql`${networkSession.seenInput}`),
    outputOctets: octets('output', countedOutput, sql`${networkSession.seenOutput}`),
  },
  derive: ({ id }: typeof networkSession.$inferSelect) => ({ sessionId: id }),
});
