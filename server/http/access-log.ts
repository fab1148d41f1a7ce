import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientAddress } from '../client-address.ts';
import { monotonicMs } from '../clock.ts';
import { log } from '../log.ts';

/** Assets, probes and scrapes come by the dozen and tell nothing about a person's or a partner's call. */
const ROUTINE = /^\/(?:_next\/|favicon\.svg$|healthz$|readyz$|metrics$)/;

/** A payer's link is a secret: whoever has it may open the payment. */
const PAYER_LINK = /^(\/pay\/)[^/]+/;

/** Writes one line for a request when its answer has left or its connection has ended; queries stay out. */
export function logAccess(req: IncomingMessage, res: ServerResponse): void {
  const started = monotonicMs();
  const path = (req.url ?? '').split('?', 1)[0]?.replace(PAYER_LINK, '$1{token}') ?? '';
  // Once the connection has ended, its address is gone.
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
    log[ROUTINE.test(path) ? 'debug' : 'info'](line, 'request');
  });
}
