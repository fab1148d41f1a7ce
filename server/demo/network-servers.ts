import { sql } from 'drizzle-orm';
import { networkServerCreate } from '../contract/portal/network-server.ts';
import { createNetworkServer } from '../domain/network-server/create.ts';
import type { WriteScope } from '../work/scope.ts';
import { demoKeys } from './keys.ts';

/**
 * Registers the network servers that the demo's sessions name, so that sessions can be disconnected and get another speed. Their
 * addresses are of TEST-NET-1; their secret leads requests to the simulated router.
 */
export async function registerServers(scope: WriteScope): Promise<void> {
  const servers = await scope.db.execute<{ address: string; name: string }>(sql`
    select host(a.nasipaddress) as address, min(p.name) as name
    from network_session n
    join radius.radacct a on a.acctuniqueid = n.acct_unique_id
    join subscription s on s.provider_id = n.provider_id and s.id = n.subscription_id
    join demarcation_point p on p.provider_id = s.provider_id and p.id = s.demarcation_point_id
    where n.provider_id = ${scope.providerId} and not n.is_superseded
    group by a.nasipaddress order by a.nasipaddress`);
  const { router: secret } = demoKeys(scope.providerId);
  for (const server of servers) {
    await createNetworkServer(scope, networkServerCreate.parse({ ...server, secret }));
  }
}
