import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientAddress } from './client-address.ts';
import { monotonicMs } from './clock.ts';
import { log } from './log.ts';

/** Writes one line for a request of the portal once it is answered or given up. The query may hold names: it stays out. */
export function logAccess(req: IncomingMessage, res: ServerResponse, correlationId: string): void {
  const started = monotonicMs();
  const address = clientAddress(req);
  const [path] = (req.url ?? '').split('?', 1);
  res.once('close', () => {
    const ms = Math.round((monotonicMs() - started) * 10) / 10;
    log.info(
      { correlationId, method: req.method, path, status: res.statusCode, ms, address },
      'portal request',
    );
  });
}
