import ipaddr from 'ipaddr.js';

/** Special addresses that lie in ordinary ranges: Azure's metadata and DNS. */
const METADATA = new Set(['168.63.129.16']);

const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];
const NAT64: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96];

/**
 * Whether an address is out in the public internet. Private, loopback, link-local, carrier-grade NAT, multicast,
 * documentation, metadata and unassigned ones are not, nor what merely wraps one of them.
 * @param address as the operating system writes it, or any notation of it
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed.kind() === 'ipv4' ? isPublicV4(parsed as ipaddr.IPv4) : isPublicV6(parsed as ipaddr.IPv6);
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !METADATA.has(address.toString());
}

function isPublicV6(address: ipaddr.IPv6): boolean {
  if (address.isIPv4MappedAddress()) return isPublicV4(address.toIPv4Address());
  if (address.match(NAT64)) return isPublicV4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  // Anything outside 2000::/3 is special or unassigned: `::7f00:1`, `fec0::`, `64:ff9b:1::` and what comes yet.
  return address.match(GLOBAL_UNICAST) && address.range() === 'unicast';
}
