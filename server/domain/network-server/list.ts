import { eq } from 'drizzle-orm';
import { networkServer } from '../../../drizzle/schema/network.ts';
import { type NetworkServer, networkServers } from '../../contract/portal/network-server.ts';
import { present } from '../../contract/present.ts';
import type { Scope } from '../../work/scope.ts';

/** All network servers of a provider. The list has no pages, because a provider has few. */
export async function listNetworkServers(scope: Scope): Promise<NetworkServer[]> {
  const rows = await scope.db
    .select()
    .from(networkServer)
    .where(eq(networkServer.providerId, scope.providerId))
    .orderBy(networkServer.name, networkServer.id);
  return rows.map((row) => present(networkServers.element, row));
}
