import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { openApiText } from './openapi.ts';

let plain: Buffer | undefined;
let compressed: Promise<Buffer> | undefined;

/** A coding of `Accept-Encoding` that is gzip. RFC 9110: the weight 0 means "not acceptable", and names ignore case. */
const GZIP = /(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i;

/** Sends the OpenAPI document, compressed where the client takes gzip. It is compressed once, in another thread. */
export async function sendApiDocument(
  req: IncomingMessage,
  res: ServerResponse,
  correlationId: string,
): Promise<void> {
  const takesGzip = GZIP.test(req.headers['accept-encoding'] ?? '');
  plain ??= Buffer.from(openApiText());
  compressed ??= promisify(gzip)(plain);
  const body = takesGzip ? await compressed : plain;
  res.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    ...(takesGzip ? { 'content-encoding': 'gzip' } : {}),
    vary: 'accept-encoding',
    'cache-control': 'public, max-age=300',
    'x-correlation-id': correlationId,
  });
  res.end(body);
}
