import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { formerNetworkServer, networkServer as table } from '../../../drizzle/schema/network.ts';
import { nas } from '../../../drizzle/schema/radius.ts';
import { invalidValue, refuse } from '../../contract/errors.ts';
import {
  type NetworkServer,
  networkServer,
  type networkServerCreate,
} from '../../contract/portal/network-server.ts';
import { present } from '../../contract/present.ts';
import { env } from '../../env.ts';
import { isInNetworks, parseNetwork } from '../../networks.ts';
import { lockCount } from '../../state/lock-count.ts';
import { audit } from '../../work/audit.ts';
import { newId } from '../../work/ids.ts';
import type { WriteScope } from '../../work/scope.ts';
import { serverAddress } from './address.ts';

/** One text for a forbidden and for a taken address, so that it reveals nothing about other partners. */
const REFUSED = 'This address cannot be used for a network server.';

/** The most network servers of an account: their list has no pages, and FreeRADIUS reads all of them at its start. */
const MAX_SERVERS = 500;

/**
 * Registers a network server for FreeRADIUS and for CoA and Disconnect requests. FreeRADIUS accepts its requests from the
 * next start on. An address belongs to one server of one partner. Contract: RADIUS.
 * @throws VALIDATION_FAILED (INVALID_VALUE at `address`) for a forbidden address and for one that is taken; CONFLICT
 *   above 500
 */
export async function createNetworkServer(
  scope: WriteScope,
  { secret, ...input }: z.output<typeof networkServerCreate>,
): Promise<NetworkServer> {
  const { name, coaPort } = input;
  const address = serverAddress(input.address, env.NAS_ALLOWED_NETWORKS);
  if (address === null || (await isTaken(scope, address))) throw invalidValue('address', REFUSED);
  await lockCount(scope, 'network servers');
  if ((await scope.db.$count(table, eq(table.providerId, scope.providerId))) >= MAX_SERVERS) {
    throw refuse('CONFLICT', { message: `An account has at most ${MAX_SERVERS} network servers.` });
  }
  const [client] = await scope.db
    .insert(nas)
    .values({ nasname: address, shortname: name, ports: coaPort, secret, description: 'Demarc' })
    .returning({ id: nas.id });
  const [server] = await scope.db
    .insert(table)
    .values({
      name,
      address,
      coaPort,
      id: newId('networkServer', scope.now),
      providerId: scope.providerId,
      nasId: client?.id as number,
      createdAt: scope.now,
      updatedAt: scope.now,
    })
    .onConflictDoNothing({ target: table.address })
    .returning();
  if (!server) throw invalidValue('address', REFUSED);
  await scope.db.delete(formerNetworkServer).where(eq(formerNetworkServer.address, address));
  const changes = Object.fromEntries(
    Object.entries({ name, address, coaPort }).map(([field, after]) => [field, { before: null, after }]),
  );
  audit(scope, 'networkServer.create', { type: 'networkServer', id: server.id }, changes);
  return present(networkServer, server);
}

/**
 * Whether the operator uses an address, as a server or in a network of `radius.nas`, or another partner's subscriptions
 * have open sessions there. After a registration the accounting of those sessions would count as forged.
 */
async function isTaken({ db, providerId }: WriteScope, address: string): Promise<boolean> {
  const operators = await db.execute<{ nasname: string }>(sql`
    select nasname from radius.nas n where not exists (select from network_server o where o.nas_id = n.id)`);
  const networks = operators
    .map(({ nasname }) => parseNetwork(nasname))
    .filter((network) => network !== null);
  if (isInNetworks(address, networks)) return true;
  const [otherSession] = await db.execute(sql`
    select from radius.radacct a join network_session s on s.acct_unique_id = a.acctuniqueid
    where a.acctstoptime is null and not s.is_superseded and s.ended_at is null and a.nasipaddress = ${address}::inet and s.provider_id <> ${providerId}
    union all
    select from pending_accounting a join subscription s on s.radius_username = a.username
    where a.nas_ip_address = ${address}::inet and s.provider_id <> ${providerId}
      and coalesce(nas_owner(a.nas_ip_address), s.provider_id) = s.provider_id
    limit 1`);
  return otherSession !== undefined;
}
