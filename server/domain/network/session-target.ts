import { sql } from 'drizzle-orm';
import { isInNetworks, parseNetwork } from '../../networks.ts';
import { COA_PORT, type Nas, type NasSession } from '../../radius/coa.ts';
import { reportedAddress } from '../../radius/no-address.ts';
import type { Scope } from '../../work/scope.ts';

/** A session as its NAS identifies it. `nas` is null if no network server is registered for the address. */
type SessionTarget = { session: NasSession; nasAddress: string; nas: Nas | null };

type Found = {
  username: string;
  acctsessionid: string;
  nas_address: string;
  framed_address: string | null;
};
type Server = { nasname: string; ports: number | null; secret: string };

/**
 * Finds the NAS of a session: the server in `radius.nas` with its address, else the narrowest network there that contains
 * it. Servers of other providers are ignored. Contract: RADIUS.
 * @returns null for a session without accounting
 */
export async function findSessionTarget(scope: Scope, { id }: { id: string }): Promise<SessionTarget | null> {
  const [found] = await scope.db.execute<Found>(sql`
    select a.username, a.acctsessionid, host(a.nasipaddress) as nas_address, 
      host(coalesce(${sql.raw(reportedAddress('a.framedipaddress'))}, s.framed_ip_address)) as framed_address
    from network_session s join radius.radacct a on a.acctuniqueid = s.acct_unique_id
    where s.provider_id = ${scope.providerId} and s.id = ${id} and not s.is_superseded`);
  if (!found) return null;
  const server = await serverAt(scope, found.nas_address);
  return {
    session: {
      username: found.username,
      acctSessionId: sentBytes(found.acctsessionid),
      framedIpAddress: found.framed_address,
    },
    nasAddress: found.nas_address,
    nas: server && { host: found.nas_address, port: server.ports ?? COA_PORT, secret: server.secret },
  };
}

/** The bytes of an attribute that FreeRADIUS has stored: of all characters but the usual ones its SQL module writes `=` and two digits. */
function sentBytes(stored: string): Buffer {
  const hex = Buffer.from(stored).toString('latin1');
  return Buffer.from(
    hex.replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  );
}

async function serverAt(scope: Scope, address: string): Promise<Server | null> {
  const servers = await scope.db.execute<Server>(sql`
    select n.nasname, n.ports, n.secret from radius.nas n left join network_server o on o.nas_id = n.id
    where (o.provider_id is null or o.provider_id = ${scope.providerId})
      and (n.nasname = ${address} or n.nasname like '%/%')
    order by o.provider_id nulls last, n.id`);
  const exact = servers.find(({ nasname }) => nasname === address);
  return exact ?? narrowest([...servers], address);
}

function narrowest(servers: Server[], address: string): Server | null {
  const containing = servers.flatMap((server) => {
    const network = parseNetwork(server.nasname);
    return network && isInNetworks(address, [network]) ? [{ server, bits: network[1] }] : [];
  });
  return containing.sort((a, b) => b.bits - a.bits)[0]?.server ?? null;
}
