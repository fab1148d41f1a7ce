import { type SQL, sql } from 'drizzle-orm';
import { networkSession, stationDigits } from '../../../drizzle/schema/network.ts';
import type { SessionAddress } from '../../contract/session-address.ts';
import { arrayParameter } from '../../db/statement.ts';
import type { Filter } from '../list/filters.ts';

/**
 * Sessions with an IP or MAC address. Each kind of address is a query of its own, so that each uses its index. An IPv6 prefix has
 * an address if it is one of the 129 prefixes that contain the address: a lookup in a B-tree, which costs a start of a session
 * less than an index of ranges. An address that a server first reports in an interim update is found within half a minute.
 * Contract: Network session.
 */
export const hasAddress: Filter<SessionAddress> = {
  where: (given) => {
    const ip = sql`((${given}::text[])[1])::inet`;
    const mac = sql`(${given}::text[])[2]`;
    const prefixes = sql`array(
      select network(set_masklen(${ip}, n)) from generate_series(0, case when family(${ip}) = 6 then 128 else -1 end) n)`;
    const having = (condition: SQL) => sql`
      select ${networkSession.id} from ${networkSession}
      where ${networkSession.providerId} = ${sql.placeholder('providerId')} and ${condition}`;
    const queries = [
      having(sql`${networkSession.framedIpAddress} = ${ip}`),
      having(sql`${networkSession.framedIpv6Address} = ${ip}`),
      having(sql`network(${networkSession.framedIpv6Prefix}) = any(${prefixes})`),
      having(sql`network(${networkSession.delegatedIpv6Prefix}) = any(${prefixes})`),
      having(sql`${stationDigits(networkSession.callingStationId)} = ${mac}`),
    ];
    return sql`${networkSession.id} in (${sql.join(queries, sql` union all `)})`;
  },
  value: ({ ip, mac }) => arrayParameter([ip, mac]),
};
