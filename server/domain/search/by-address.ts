import { isIP } from 'node:net';
import { type SQL, sql } from 'drizzle-orm';
import type { SearchResult, SearchResults } from '../../contract/portal/search.ts';
import { MAX_FOUND } from '../../contract/portal/search-values.ts';
import type { Scope } from '../../work/scope.ts';

/** Results at most. */
const SHOWN = 5;

/** A MAC address as people and devices write it. Twelve digits without a letter or a separator are a phone number. */
const MAC =
  /^(?!\d+$)(?:[0-9a-f]{2}([:-]?)(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}|(?:[0-9a-f]{4}\.){2}[0-9a-f]{4})$/i;

/** Lengths of the IPv6 prefixes that lines get, in bits. */
const PREFIXES = Array.from({ length: 33 }, (_, more) => 32 + more);

/** The condition of the sessions with an IP or a MAC address; null for any other text. Each part uses an index. */
function sessionsAt(q: string): SQL | null {
  if (MAC.test(q)) {
    const digits = q.replace(/[:.-]/g, '').toLowerCase();
    return sql`calling_station_id is not null and left(translate(lower(calling_station_id), ':-.', ''), 12) = ${digits}`;
  }
  const family = isIP(q);
  if (family === 0 || q.includes('%')) return null;
  if (family === 4) return sql`framed_ip_address is not null and framed_ip_address = ${q}::inet`;
  const networks = sql`array(select network(set_masklen(${q}::inet, length)) from unnest(${sql.param(PREFIXES)}::int[]) length)`;
  return sql`(framed_ipv6_address is not null and framed_ipv6_address = ${q}::inet
    or framed_ipv6_prefix is not null and network(framed_ipv6_prefix) = any(${networks})
    or delegated_ipv6_prefix is not null and network(delegated_ipv6_prefix) = any(${networks}))`;
}

type Found = {
  id: string;
  name: string;
  address: string | null;
  subscriberId: string;
  isOnline: boolean;
  total: number;
};

/** The sessions that had an IP or a MAC address last, those online first; nothing for any other text. Contract: Portal. */
export async function searchByAddress({ db, providerId }: Scope, q: string): Promise<SearchResults> {
  const condition = sessionsAt(q);
  if (!condition) return { results: [], more: [] };
  const rows = await db.execute<Found>(sql`
    select f.id, s.first_name || ' ' || s.last_name as name, f.address, f.subscriber_id as "subscriberId",
      f.ended_at is null as "isOnline", (count(*) over ())::int as total
    from (
      select id, subscriber_id, started_at, ended_at, coalesce(host(framed_ip_address), host(framed_ipv6_address)) as address
      from network_session where provider_id = ${providerId} and ${condition}
      order by started_at desc limit ${sql.raw(String(MAX_FOUND + 1))}
    ) f
    join subscriber s on s.provider_id = ${providerId} and s.id = f.subscriber_id
    order by f.ended_at is null desc, f.started_at desc limit ${sql.raw(String(SHOWN))}`);
  const results = rows.map(
    ({ id, name, address, subscriberId, isOnline }): SearchResult => ({
      type: 'networkSession',
      id,
      title: name,
      subtitle: ['Session', address].filter(Boolean).join(' · '),
      status: isOnline ? 'online' : null,
      owed: [],
      subscriberId,
    }),
  );
  const count = rows[0]?.total ?? 0;
  return { results, more: count > SHOWN ? [{ type: 'networkSession', count }] : [] };
}
