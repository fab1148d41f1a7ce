import type { IncomingMessage } from 'node:http';
import { clientAddress } from '../client-address.ts';
import { ownerOf } from '../networks.ts';
import type { Limit } from './customer.ts';

/**
 * Counts a request at an address that nothing has, or a report without a proof, for the address of its sender. Each takes a connection to the
 * database, and anyone can send it. Contract: Rate limits.
 * @param failed counts them
 * @returns the headers of 429 after too many; null where the request is answered as it is
 */
export async function unknownTooOften(
  req: IncomingMessage,
  failed: Limit,
): Promise<{ 'retry-after': string } | null> {
  const taken = await failed.take(ownerOf(clientAddress(req)));
  return taken.ok ? null : { 'retry-after': String(taken.retryAfterSeconds) };
}
