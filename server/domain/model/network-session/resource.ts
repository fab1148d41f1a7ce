import { sql } from 'drizzle-orm';
import { networkSession } from '../../../../drizzle/schema/network.ts';
import { networkSessionSnapshot } from '../../../contract/network-session.ts';
import { defineResource } from '../../../state/resource.ts';

/** A column of the session's row in `radius.radacct`, which has the latest octets and addresses. */
const accounted = (field: string) => sql`(
  select ${sql.raw(field)} from radius.radacct as accounting where accounting.acctuniqueid = ${networkSession.acctUniqueId})`;

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
    ipAddress: accounted('host(accounting.framedipaddress)'),
    nasIpAddress: accounted('host(accounting.nasipaddress)'),
    inputOctets: sql`coalesce(${accounted('accounting.acctinputoctets')}, 0)::float8`,
    outputOctets: sql`coalesce(${accounted('accounting.acctoutputoctets')}, 0)::float8`,
  },
  derive: ({ id }) => ({ sessionId: id }),
});
