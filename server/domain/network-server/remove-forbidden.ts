import { randomUUID } from 'node:crypto';
import { networkServer } from '../../../drizzle/schema/network.ts';
import { db } from '../../db/client.ts';
import { env } from '../../env.ts';
import { log } from '../../log.ts';
import { transaction } from '../../work/transaction.ts';
import { serverAddress } from './address.ts';
import { removeNetworkServer } from './remove.ts';

/**
 * Removes the network servers with a forbidden address: those registered before the rule existed, and those in a network
 * that was removed from `NAS_ALLOWED_NETWORKS`. Runs at each start. Contract: RADIUS.
 */
export async function removeForbiddenServers(): Promise<void> {
  const { id, providerId, address } = networkServer;
  const servers = await db().select({ id, providerId, address }).from(networkServer);
  for (const server of servers) {
    if (serverAddress(server.address, env.NAS_ALLOWED_NETWORKS) !== null) continue;
    const caller = { type: 'system', name: 'network' } as const;
    await transaction({ providerId: server.providerId, caller, correlationId: randomUUID() }, (scope) =>
      removeNetworkServer(scope, { id: server.id }),
    );
    log.warn(server, 'network server with a forbidden address removed; restart FreeRADIUS');
  }
}
