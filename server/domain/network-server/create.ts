import ipaddr from 'ipaddr.js';
import type { z } from 'zod';
import { networkServer as table } from '../../../drizzle/schema/network.ts';
import { nas } from '../../../drizzle/schema/radius.ts';
import { invalid } from '../../contract/errors.ts';
import {
  type NetworkServer,
  networkServer,
  type networkServerCreate,
} from '../../contract/network-server.ts';
import { present } from '../../contract/present.ts';
import { newId } from '../../db/ids.ts';
import type { WriteScope } from '../../db/scope.ts';
import { audit } from '../../events/audit.ts';

/**
 * Makes a network access server known: to FreeRADIUS, which takes its requests from its next start on, and to us, who
 * ask it to change and end sessions. Two with one address cannot be told apart, whoever they belong to.
 * @throws VALIDATION_FAILED (ALREADY_EXISTS at `address`)
 */
export async function createNetworkServer(
  scope: WriteScope,
  { secret, ...input }: z.output<typeof networkServerCreate>,
): Promise<NetworkServer> {
  const { name, coaPort } = input;
  // As PostgreSQL writes addresses: what accounting says is compared with it.
  const address = ipaddr.parse(input.address).toString();
  const [known] = await scope.db
    .insert(nas)
    .values({ nasname: address, shortname: name, ports: coaPort, secret, description: 'Demarc' })
    .returning({ id: nas.id });
  const [made] = await scope.db
    .insert(table)
    .values({
      name,
      address,
      coaPort,
      id: newId('networkServer', scope.now),
      providerId: scope.providerId,
      nasId: known?.id as number,
      createdAt: scope.now,
      updatedAt: scope.now,
    })
    .onConflictDoNothing({ target: table.address })
    .returning();
  if (!made) {
    throw invalid([{ field: 'address', code: 'ALREADY_EXISTS', message: 'This address is in use already.' }]);
  }
  const changes = Object.fromEntries(
    Object.entries({ name, address, coaPort }).map(([field, after]) => [field, { before: null, after }]),
  );
  audit(scope, 'network_server.create', { type: 'networkServer', id: made.id }, changes);
  return present(networkServer, made) as NetworkServer;
}
