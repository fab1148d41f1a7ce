import ipaddr from 'ipaddr.js';

/** An address range: its first address and its prefix length in bits. */
export type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** A network in CIDR notation, or one address; null for other text. An IPv4-mapped range becomes its IPv4 range. */
export function parseNetwork(text: string): Network | null {
  const [address = '', prefix, ...rest] = text.split('/');
  const parsed = parseAddress(address);
  if (!parsed || rest.length > 0) return null;
  const most = parsed.kind() === 'ipv4' ? 32 : 128;
  if (prefix === undefined) return [parsed, most];
  // The prefix of a mapped address counts from the start of the IPv6 address.
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) - (address.includes(':') ? 128 - most : 0) : -1;
  return bits >= 0 && bits <= most ? [parsed, bits] : null;
}

/** Whether an address is in one of the networks; false for text that is no address. */
export function isInNetworks(address: string, networks: readonly Network[]): boolean {
  if (networks.length === 0) return false;
  const parsed = parseAddress(address);
  if (!parsed) return false;
  return networks.some(([base, bits]) => base.kind() === parsed.kind() && parsed.match(base, bits));
}

/** The bits of an IPv6 address that a subscriber of an internet provider cannot choose. */
const SUBSCRIBER_BITS = 64;

/**
 * Who an address counts as in a limit: an IPv4 address, or the /64 of an IPv6 address, which has as many as its owner wants.
 * @param bits of another network of an IPv6 address: a line at home may have 256 networks of 64 bits
 */
export function ownerOf(address: string, bits = SUBSCRIBER_BITS): string {
  const parsed = parseAddress(address);
  if (parsed?.kind() !== 'ipv6') return address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${bits}`)}/${bits}`;
}

/** The canonical notation of an address: dotted IPv4, also for mapped IPv6; compressed IPv6. Null for other text. */
export function canonicalAddress(text: string): string | null {
  return parseAddress(text)?.toString() ?? null;
}

function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!text.includes(':') || !ipaddr.IPv6.isValid(text)) return null;
  const parsed = ipaddr.IPv6.parse(text);
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : parsed;
}
