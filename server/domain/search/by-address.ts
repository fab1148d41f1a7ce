import type { SearchResult, SearchResults } from '../../contract/portal/search.ts';
import { sessionAddressInput } from '../../contract/session-address.ts';
import type { Scope } from '../../work/scope.ts';
import { labelsOf } from '../model/labels.ts';
import { listAllNetworkSessions } from '../network-session/read.ts';

/** Results at most. */
const SHOWN = 5;

/** The newest sessions with an IP or a MAC address; nothing for any other text. Contract: Portal. */
export async function searchByAddress(scope: Scope, q: string): Promise<SearchResults> {
  const address = sessionAddressInput.safeParse(q);
  if (!address.success) return { results: [], more: [] };
  const page = { page: 1, limit: SHOWN, sort: '-startedAt' } as const;
  const { data, meta } = await listAllNetworkSessions(scope, { ...page, address: address.data });
  const names = await labelsOf(scope, { ids: data.map(({ subscriberId }) => subscriberId) });
  const results = data.map(
    ({ id, subscriberId, ipAddress, endedAt, username }): SearchResult => ({
      ...{ type: 'networkSession', id, subscriberId, owed: [] },
      title: names[subscriberId] ?? username,
      subtitle: ['Session', ipAddress].filter(Boolean).join(' · '),
      status: endedAt === null ? 'online' : null,
    }),
  );
  return { results, more: meta.total > SHOWN ? [{ type: 'networkSession', count: meta.total }] : [] };
}
