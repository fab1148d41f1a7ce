import { lookup as askSystem, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { env } from '../env.ts';
import { isPublicAddress } from './addresses.ts';

/** How long a question to a name server may take, in ms, and how often it is asked. */
const DNS = { timeout: 2_000, tries: 2 };

/** How long a registration waits for the address of a host, in ms. */
const REGISTRATION_MS = 2_000;

// The system's own look-up works in a pool of four threads, where a few dead names would hold up everybody else's.
const resolver = new Resolver(DNS);

export type Address = { address: string; family: 4 | 6 };

/** The host of a URL as it is compared and resolved: no brackets, no dot at the end. */
export function hostOf(url: string): string {
  return new URL(url).hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
}

/** Whether the operator lets sandbox webhooks reach this host wherever it leads. Contract: Outbound deliveries. */
export function isException(host: string, livemode: boolean): boolean {
  return !livemode && env.WEBHOOK_ALLOWED_HOSTS.includes(host);
}

/**
 * Where a name leads to, A and AAAA together. Names that the operator allowed may be known to this machine alone.
 * @throws Error with the resolver's code when it leads nowhere
 */
export async function resolveHost(host: string, livemode: boolean): Promise<Address[]> {
  const family = isIP(host);
  if (family === 4 || family === 6) return [{ address: host, family }];
  if (isException(host, livemode)) return (await askSystem(host, { all: true })) as Address[];
  // RFC 6761: no name server is asked about this one.
  if (host === 'localhost' || host.endsWith('.localhost')) return [{ address: '127.0.0.1', family: 4 }];
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found: Address[] = [
    ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 as const })) : []),
    ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 as const })) : []),
  ];
  if (found.length === 0) throw v4.status === 'rejected' ? v4.reason : new Error(`${host} has no address`);
  return found;
}

/**
 * Where a URL leads to, asked before it is registered and outside any transaction. A name that does not resolve (yet)
 * gives nothing: it is judged again at each connection.
 */
export async function targetOf(url: string, livemode: boolean): Promise<string[]> {
  const late = new Promise<Address[]>((done) => setTimeout(done, REGISTRATION_MS, []).unref());
  const found = await Promise.race([resolveHost(hostOf(url), livemode).catch(() => []), late]);
  return found.map(({ address }) => address);
}

/** Whether deliveries may go to all of a host's addresses. */
export function isReachable(host: string, addresses: readonly string[], livemode: boolean): boolean {
  return isException(host, livemode) || addresses.every(isPublicAddress);
}
