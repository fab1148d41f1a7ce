import type { IncomingMessage, ServerResponse } from 'node:http';
import { refuse } from '../contract/errors.ts';
import { correlationIdOf } from './correlation-id.ts';
import { sendPage } from './page.ts';
import { sendRefusal } from './respond.ts';
import { isApiPath } from './transport.ts';

/** Seconds for `Retry-After`. */
const RETRY_AFTER = 2;

/**
 * 503 with `Retry-After`, by default while the process starts or its database is unavailable: in the envelope under `/v1`, as a
 * page that reloads itself in a browser. Contract: Processes.
 */
export function answerUnavailable(
  req: IncomingMessage,
  res: ServerResponse,
  message = 'The service is starting or its database is unavailable.',
): void {
  if (isApiPath(req.url ?? '/')) {
    const refusal = refuse('SERVICE_UNAVAILABLE', { message, retryAfter: RETRY_AFTER });
    sendRefusal(res, refusal, correlationIdOf(req));
    return;
  }
  res.setHeader('retry-after', String(RETRY_AFTER));
  if (req.headers.accept?.includes('text/html')) {
    const notice = {
      status: 503,
      tone: 'calm',
      title: 'Demarc is not available right now',
      text: 'This page reloads automatically.',
      refresh: RETRY_AFTER,
    } as const;
    sendPage(res, notice, req.method === 'HEAD');
    return;
  }
  res.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  res.end(`${message}\n`);
}
