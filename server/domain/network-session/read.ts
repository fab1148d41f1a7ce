import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { networkSession } from '../../../drizzle/schema/network.ts';
import { subscription } from '../../../drizzle/schema/subscription.ts';
import type {
  NetworkSessionSnapshot,
  networkSessionId,
  networkSessionList,
  networkSessionPage,
} from '../../contract/network-session.ts';
import { networkSessionTabs } from '../../contract/portal/list-tabs.ts';
import type { networkSessionListAll } from '../../contract/portal/network-session.ts';
import { sessionAddressOf } from '../../contract/session-address.ts';
import { find, presentOne } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { defineCounts } from '../list/counts.ts';
import { equals } from '../list/filters.ts';
import { defineList } from '../list/list.ts';
import type { ListOptions } from '../list/options.ts';
import { search } from '../list/search.ts';
import { isOpenSession, networkSessionResource } from '../model/network-session/resource.ts';
import { subscriptionsOfSubscribersLike } from '../model/subscription/resource.ts';
import { processAccounting } from '../network/process-accounting.ts';
import { hasAddress } from './has-address.ts';

/** How long a read processes accounting first, in ms. With more pending than that, sessions follow within two seconds. */
const PROCESSING_MS = 100;

/** @throws NOT_FOUND */
export async function getNetworkSession(
  scope: Scope,
  { id }: z.output<typeof networkSessionId>,
): Promise<NetworkSessionSnapshot> {
  await processAccounting({ budgetMs: PROCESSING_MS });
  return presentOne(scope, networkSessionResource, await find(scope, networkSessionResource, id));
}

const options: ListOptions<z.output<typeof networkSessionListAll>> = {
  filters: {
    subscriberId: equals(networkSession.subscriberId),
    subscriptionId: equals(networkSession.subscriptionId),
    username: equals(networkSession.username),
    throttled: equals(networkSession.throttled),
    q: search(networkSession, ({ text, pattern }) => [
      sql`${networkSession.id} = ${text}`,
      // Sessions have an index on the subscription, not on the username or the subscriber.
      sql`${networkSession.subscriptionId} in (
        select ${subscription.id} from ${subscription}
        where ${subscription.providerId} = ${sql.placeholder('providerId')}
          and ${subscription.radiusUsername} = lower(${text}))`,
      sql`${networkSession.subscriptionId} in (${subscriptionsOfSubscribersLike(pattern)})`,
    ]),
    address: hasAddress,
    at: {
      where: (at) =>
        sql`${networkSession.startedAt} <= ${at}::timestamptz and (${networkSession.endedAt} is null or ${networkSession.endedAt} > ${at}::timestamptz)`,
    },
    active: {
      where: (active) =>
        sql`case when ${active} then ${isOpenSession('network_session')} else ${networkSession.endedAt} is not null end`,
    },
  },
  sortable: { startedAt: networkSession.startedAt },
};

const list = defineList<typeof networkSessionResource, z.output<typeof networkSessionListAll>>(
  networkSessionResource,
  options,
);

const count = defineCounts(
  networkSessionResource,
  options,
  networkSessionTabs,
  isOpenSession('network_session'),
);

/** The number of network sessions of each tab, as of the accounting that FreeRADIUS has committed. */
export async function countNetworkSessions(scope: Scope): ReturnType<typeof count> {
  await processAccounting({ budgetMs: PROCESSING_MS });
  return count(scope);
}

/** Network sessions as of the accounting that FreeRADIUS has committed, with the portal's filters. Contract: Lists. */
export async function listAllNetworkSessions(
  scope: Scope,
  input: z.output<typeof networkSessionListAll>,
): Promise<z.output<typeof networkSessionPage>> {
  await processAccounting({ budgetMs: PROCESSING_MS });
  return list(scope, withSearchedAddress(input));
}

/** A search for an address as the filter by address. Twelve digits without a separator can be a username, and stay a search. */
function withSearchedAddress({
  q,
  ...input
}: z.output<typeof networkSessionListAll>): typeof input & { q?: string } {
  const address = q && !input.address && /[.:-]/.test(q) ? sessionAddressOf(q) : null;
  return address ? { ...input, address } : { ...input, ...(q && { q }) };
}

/** The same with the filters of the REST API. Contract: Lists. */
export function listNetworkSessions(
  scope: Scope,
  input: z.output<typeof networkSessionList>,
): Promise<z.output<typeof networkSessionPage>> {
  return listAllNetworkSessions(scope, input);
}
