import type { IncomingMessage } from 'node:http';
import { env } from './env.ts';
import { canonicalAddress, isInNetworks, type Network } from './networks.ts';

/** The parts of a request that identify its sender. */
type Sent = { headers: IncomingMessage['headers']; socket: { remoteAddress?: string | undefined } };

const known = new WeakMap<IncomingMessage, string>();

/** The client's address of a request, determined once. Contract: Accounts. */
export function clientAddress(req: IncomingMessage): string {
  const address = known.get(req) ?? addressOf(req);
  known.set(req, address);
  return address;
}

/**
 * The client's address: the socket's peer or, if that is a trusted proxy, the right-most entry of `X-Forwarded-For`
 * that is none. An entry that is no address ends the search at the proxy that sent it. If all entries are trusted
 * proxies, the first one is the client. Contract: Accounts.
 * @param trusted the networks of trusted proxies; `TRUSTED_PROXIES` by default
 * @returns IPv4 or IPv6 in canonical notation; empty once the socket is closed
 */
export function addressOf(
  { headers, socket }: Sent,
  trusted: readonly Network[] = env.TRUSTED_PROXIES,
): string {
  const peer = peerOf(socket);
  const forwarded = headers['x-forwarded-for'];
  if (forwarded === undefined || !isInNetworks(peer, trusted)) return peer;
  let address = peer;
  for (const entry of String(forwarded).split(',').reverse()) {
    const hop = canonicalAddress(withoutPort(entry.trim()));
    if (hop === null) return address;
    address = hop;
    if (!isInNetworks(hop, trusted)) return hop;
  }
  return address;
}

const peers = new WeakMap<Sent['socket'], string>();

/** The address of a connection, which is parsed once for all of its requests. */
function peerOf(socket: Sent['socket']): string {
  const peer = peers.get(socket) ?? canonicalAddress(socket.remoteAddress ?? '') ?? '';
  if (peer !== '') peers.set(socket, peer);
  return peer;
}

/** Removes the client's port, which some proxies add: `192.0.2.7:4711`, `[2001:db8::7]:4711`. */
function withoutPort(entry: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
}
