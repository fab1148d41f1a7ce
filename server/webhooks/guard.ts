import { Resolver, lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { env } from '../env.ts';
import { isPublicAddress } from './addresses.ts';

/** The timeout of a DNS query, in ms, and the number of tries. */
const DNS = { timeout: 2_000, tries: 2 };

/** How long a registration waits for DNS, in ms. */
const REGISTRATION_MS = 2_000;

/** The most addresses of a name and a family that are used. A name can have thousands, and an attempt tries one after the other. */
const MAX_ADDRESSES = 8;

// The look-up of the system has a pool of four threads. A few names that do not resolve would delay all others.
const resolver = new Resolver(DNS);

export type Address = { address: string; family: 4 | 6 };

/** The host of a URL in the form that is compared and resolved: lower case, no brackets, no final dot. */
export function hostOf(url: string): string {
  return new URL(url).hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
}

/** Whether the operator allows sandbox webhooks to this host, with any address. Contract: Outbound deliveries. */
function isAllowedHost(host: string, livemode: boolean): boolean {
  return !livemode && env.WEBHOOK_ALLOWED_HOSTS.includes(host);
}

/**
 * The addresses of a host, A and AAAA. The system looks up hosts that the operator allowed, since only this machine may
 * resolve them.
 * @throws Error with the code of the resolver when the host has no address
 */
export async function resolveHost(host: string, livemode: boolean): Promise<Address[]> {
  const family = isIP(host);
  if (family === 4 || family === 6) return [{ address: host, family }];
  if (isAllowedHost(host, livemode)) return (await systemLookup(host, { all: true })) as Address[];
  // RFC 6761: `localhost` is not sent to name servers.
  if (host === 'localhost' || host.endsWith('.localhost')) return [{ address: '127.0.0.1', family: 4 }];
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const first = (answer: PromiseSettledResult<string[]>) =>
    answer.status === 'fulfilled' ? answer.value.slice(0, MAX_ADDRESSES) : [];
  const found: Address[] = [
    ...first(v4).map((address) => ({ address, family: 4 as const })),
    ...first(v6).map((address) => ({ address, family: 6 as const })),
  ];
  if (found.length === 0) throw v4.status === 'rejected' ? v4.reason : new Error(`${host} has no address`);
  return found;
}

/**
 * The addresses of a URL, for a check at registration, outside any transaction. A name that does not resolve (yet) has
 * none: each connection checks the addresses again.
 */
export async function resolveTarget(url: string, livemode: boolean): Promise<string[]> {
  const late = new Promise<Address[]>((done) => setTimeout(done, REGISTRATION_MS, []).unref());
  const found = await Promise.race([resolveHost(hostOf(url), livemode).catch(() => []), late]);
  return found.map(({ address }) => address);
}

/** Whether deliveries to all addresses of a host are allowed. */
export function isReachable(host: string, addresses: readonly string[], livemode: boolean): boolean {
  return isAllowedHost(host, livemode) || addresses.every(isPublicAddress);
}
