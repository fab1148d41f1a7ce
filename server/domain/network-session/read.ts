import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { networkSession } from '../../../drizzle/schema/network.ts';
import type {
  NetworkSessionSnapshot,
  networkSessionId,
  networkSessionList,
} from '../../contract/network-session.ts';
import type { Scope } from '../../db/scope.ts';
import { find, presentOne } from '../../state/resource.ts';
import { defineList, equals } from '../list.ts';
import { networkSessionResource } from './resource.ts';

/** @throws NOT_FOUND */
export async function getNetworkSession(
  scope: Scope,
  { id }: z.output<typeof networkSessionId>,
): Promise<NetworkSessionSnapshot> {
  return presentOne(scope, networkSessionResource, await find(scope, networkSessionResource, id));
}

/** Who is, or was, online. Contract: Lists. */
export const listNetworkSessions = defineList<
  typeof networkSessionResource,
  z.output<typeof networkSessionList>
>(networkSessionResource, {
  filters: {
    subscriberId: equals(networkSession.subscriberId),
    subscriptionId: equals(networkSession.subscriptionId),
    active: { where: (active) => sql`(${networkSession.endedAt} is null) = ${active}` },
  },
  sortable: { startedAt: networkSession.startedAt },
});
