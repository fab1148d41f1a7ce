import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { networkSession } from '../../../drizzle/schema/network.ts';
import type {
  NetworkSessionSnapshot,
  networkSessionId,
  networkSessionList,
  networkSessionListAll,
  networkSessionPage,
} from '../../contract/network-session.ts';
import type { Scope } from '../../db/scope.ts';
import { find, presentOne } from '../../state/resource.ts';
import { defineList, equals } from '../list/list.ts';
import { isOpenSession, networkSessionResource } from '../model/network-session/resource.ts';

/** @throws NOT_FOUND */
export async function getNetworkSession(
  scope: Scope,
  { id }: z.output<typeof networkSessionId>,
): Promise<NetworkSessionSnapshot> {
  return presentOne(scope, networkSessionResource, await find(scope, networkSessionResource, id));
}

/** Network sessions, with the portal's filters. Contract: Lists. */
export const listAllNetworkSessions = defineList<
  typeof networkSessionResource,
  z.output<typeof networkSessionListAll>
>(networkSessionResource, {
  filters: {
    subscriberId: equals(networkSession.subscriberId),
    subscriptionId: equals(networkSession.subscriptionId),
    username: equals(networkSession.username),
    throttled: equals(networkSession.throttled),
    active: {
      where: (active) =>
        sql`case when ${active} then ${isOpenSession('network_session')} else ${networkSession.endedAt} is not null end`,
    },
  },
  sortable: { startedAt: networkSession.startedAt },
});

/** Network sessions, with the filters of the REST API. Contract: Lists. */
export function listNetworkSessions(
  scope: Scope,
  input: z.output<typeof networkSessionList>,
): Promise<z.output<typeof networkSessionPage>> {
  return listAllNetworkSessions(scope, input);
}
