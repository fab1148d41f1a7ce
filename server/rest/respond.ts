import type { ServerResponse } from 'node:http';
import { failureBody } from '../contract/envelope.ts';
import type { Refusal } from '../contract/errors.ts';

/** Sends a JSON body that is rendered already. */
export function sendJson(
  res: ServerResponse,
  status: number,
  body: string,
  correlationId: string,
  headers: Record<string, string> = {},
): void {
  res.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-correlation-id': correlationId,
    ...headers,
  });
  res.end(body);
}

/** Sends a refusal in the envelope. */
export function sendRefusal(res: ServerResponse, refusal: Refusal, correlationId: string): void {
  sendJson(res, refusal.status, failureBody(refusal.body, correlationId), correlationId, refusal.headers);
}
