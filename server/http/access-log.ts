import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientAddress } from '../client-address.ts';
import { monotonicMs } from '../clock.ts';
import { log } from '../log.ts';
import { metrics } from '../metrics.ts';
import { pathOf } from './path-of.ts';

/** Assets, health checks and scrapes are frequent and have no information about the calls of people and partners. */
const ROUTINE = /^\/(?:_next\/|favicon\.svg$|healthz$|readyz$|metrics$)/;

/**
 * Paths with a secret: anyone with the link of a payment or of a customer's page can open it, and reports at a gateway's address
 * count as the gateway's.
 */
const SECRET_PATH = /^(\/pay\/|\/c\/|\/hooks\/(?!splynx\/)[^/]*\/)[^/]+/;

/** The characters of a path in a line: as many as those of a long batch of calls. */
const MAX_PATH = 1_000;

/** The parts of the portal, by the start of their paths; the routes of `/v1` are counted by their dispatcher. */
const parts = [
  '/api/trpc',
  '/api/auth',
  '/api/export',
  '/api/inngest',
  '/api/stripe',
  '/api',
  '/pay',
  '/c',
  '/docs',
];
const partOf = (path: string) => parts.find((part) => path === part || path.startsWith(`${part}/`)) ?? 'page';

/** The status of a request whose client went away before the answer, in metrics. */
const CLIENT_GONE = 499;

/** Writes one line for a request, and counts it, once its answer is sent or its connection has ended. Query strings are left out. */
export function logAccess(req: IncomingMessage, res: ServerResponse): void {
  const started = monotonicMs();
  const path = pathOf(req.url).slice(0, MAX_PATH).replace(SECRET_PATH, '$1{token}');
  // The address is not available after the connection has ended.
  const address = clientAddress(req);
  res.once('close', () => {
    const ms = Math.round((monotonicMs() - started) * 10) / 10;
    const line = {
      correlationId: res.getHeader('x-correlation-id'),
      method: req.method,
      path,
      status: res.statusCode,
      ms,
      address,
      ...(res.writableFinished ? {} : { aborted: true }),
    };
    const isCounted = !ROUTINE.test(path) && !path.startsWith('/v1/');
    if (isCounted)
      metrics.answered(line.method ?? '', partOf(path), line.aborted ? CLIENT_GONE : line.status, ms);
    log[ROUTINE.test(path) ? 'debug' : 'info'](line, 'request');
  });
}
