import ipaddr from 'ipaddr.js';
import { canonicalAddress, isInNetworks, type Network } from '../../networks.ts';

/**
 * Address ranges that no network server can have. For FreeRADIUS, a client 0.0.0.0 matches every address. The last three lead to the
 * IPv4 address that they carry, which may be one of the others.
 */
const FORBIDDEN = new Set([
  ...['unspecified', 'loopback', 'linkLocal', 'multicast', 'broadcast'],
  ...['6to4', 'teredo', 'rfc6145'],
]);

/** Metadata and DNS of Azure, in an ordinary range. */
const METADATA = '168.63.129.16';

const COMPATIBLE: Network = [ipaddr.IPv6.parse('::'), 96];
const NAT64: Network = [ipaddr.IPv6.parse('64:ff9b::'), 96];
const LOCAL_NAT64: Network = [ipaddr.IPv6.parse('64:ff9b:1::'), 48];

/**
 * The canonical form of a network server's address, as PostgreSQL writes it; null for a forbidden address. An IPv4-mapped
 * IPv6 address becomes the IPv4 address. Contract: RADIUS.
 * @param given one IPv4 or IPv6 address
 * @param allowed networks that are exceptions (`NAS_ALLOWED_NETWORKS`)
 */
export function serverAddress(given: string, allowed: readonly Network[]): string | null {
  const address = canonicalAddress(given);
  if (address === null) return null;
  return isInNetworks(address, allowed) || !isForbidden(address) ? address : null;
}

function isForbidden(address: string): boolean {
  const parsed = ipaddr.parse(address);
  if (FORBIDDEN.has(parsed.range()) || address === METADATA) return true;
  // `::7f00:1` and `64:ff9b::7f00:1` carry 127.0.0.1; the first form is obsolete for any address, and a local NAT64 may read any part.
  if (isInNetworks(address, [COMPATIBLE, LOCAL_NAT64])) return true;
  if (!isInNetworks(address, [NAT64])) return false;
  return isForbidden(new ipaddr.IPv4(parsed.toByteArray().slice(12)).toString());
}
