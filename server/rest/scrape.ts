import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { clientAddress } from '../client-address.ts';
import { env } from '../env.ts';
import type { PlainAnswer } from '../health.ts';
import { canonicalAddress, isInNetworks, parseNetwork } from '../networks.ts';
import { metrics } from './metrics.ts';

const loopback = ['127.0.0.0/8', '::1'].map(parseNetwork).filter((network) => network !== null);

/**
 * `GET /metrics`, for holders of `METRICS_TOKEN`. Without a token, for requests from this machine only. Contract:
 * Processes.
 */
export async function scrape(
  req: IncomingMessage,
  token: string | undefined = env.METRICS_TOKEN,
): Promise<PlainAnswer> {
  const isAllowed = token === undefined ? isFromThisMachine(req) : hasToken(req, token);
  return isAllowed ? metrics.scrape() : { status: 403, contentType: 'text/plain', body: 'Forbidden.\n' };
}

function hasToken({ headers }: IncomingMessage, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}

/** Whether a request comes from this machine. A request that a local proxy forwarded does not. */
function isFromThisMachine(req: IncomingMessage): boolean {
  const { headers, socket } = req;
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  const address = clientAddress(req);
  return (
    isInNetworks(address, loopback) &&
    !(isForwarded && address === canonicalAddress(socket.remoteAddress ?? ''))
  );
}
