import type { IncomingMessage } from 'node:http';
import { clientAddress } from '../client-address.ts';
import { SECOND_MS } from '../clock.ts';
import { readFigures } from '../domain/backlog/read.ts';
import { env } from '../env.ts';
import { type PlainAnswer, within } from '../health.ts';
import { log } from '../log.ts';
import { type Figures, metrics } from '../metrics.ts';
import { canonicalAddress, isInNetworks, parseNetwork } from '../networks.ts';
import { surroundings } from '../probes/surroundings.ts';
import { isSameSecret } from '../same-secret.ts';

const loopback = ['127.0.0.0/8', '::1'].map(parseNetwork).filter((network) => network !== null);

/** Time limit of the figures of the database, in ms: below the 10 s that Prometheus waits. */
const FIGURES_WITHIN_MS = 4 * SECOND_MS;

/**
 * `GET /metrics`, for holders of `METRICS_TOKEN`. Without a token, for requests from this machine only. While the database
 * is away, the metrics of the process are answered without the figures of the database. Contract: Processes.
 */
export async function scrape(
  req: IncomingMessage,
  token: string | undefined = env.METRICS_TOKEN,
): Promise<PlainAnswer> {
  const isAllowed = token === undefined ? isFromThisMachine(req) : hasToken(req, token);
  if (!isAllowed) return { status: 403, contentType: 'text/plain', body: 'Forbidden.\n' };
  metrics.setFigures(await figuresInTime());
  metrics.setSurroundings(surroundings());
  return metrics.scrape();
}

async function figuresInTime(): Promise<Figures | undefined> {
  try {
    return await within(FIGURES_WITHIN_MS, readFigures);
  } catch (err) {
    log.warn({ err }, 'the figures of the database are missing in the metrics');
    return undefined;
  }
}

function hasToken({ headers }: IncomingMessage, token: string): boolean {
  return isSameSecret(headers.authorization ?? '', `Bearer ${token}`);
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
