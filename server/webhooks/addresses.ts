import ipaddr from 'ipaddr.js';

/** A special address inside an ordinary range: metadata and DNS of Azure. */
const METADATA = new Set(['168.63.129.16']);

const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];
const NAT64: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96];

/**
 * Whether an address belongs to the public internet. Private, loopback, link-local, carrier-grade NAT, multicast,
 * documentation, metadata and unassigned addresses do not, nor IPv6 addresses that contain one of them.
 * @param address in any notation
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
  // Every address outside 2000::/3 is special or unassigned, such as `::7f00:1`, `fec0::` and `64:ff9b:1::`.
  return address.match(GLOBAL_UNICAST) && address.range() === 'unicast';
}
