import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { type DryRunMeta, failureBody } from '../contract/envelope.ts';
import type { Refusal } from '../contract/errors.ts';
import type { TemporaryFile } from '../temporary-file.ts';
import type { Json } from './json-in-turns.ts';

/** Sends a rendered JSON body. */
export function sendJson(
  res: ServerResponse,
  status: number,
  body: Json,
  correlationId: string,
  headers: Record<string, string> = {},
): void {
  res.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytesOf(body),
    'cache-control': 'no-store',
    'x-correlation-id': correlationId,
    ...headers,
  });
  endWith(res, body);
}

/** The length of a body in bytes. */
export function bytesOf(body: Json): number {
  return typeof body === 'string'
    ? Buffer.byteLength(body)
    : body.reduce((bytes, { length }) => bytes + length, 0);
}

/** Ends an answer with its body. All parts of a long one leave together. */
export function endWith(res: ServerResponse, body: Json): void {
  if (typeof body === 'string') {
    res.end(body);
    return;
  }
  res.cork();
  for (const part of body) res.write(part);
  res.end();
}

/** Sends a line of plain text, for programs without an envelope. */
export function sendText(
  res: ServerResponse,
  status: number,
  text: string,
  correlationId: string,
  headers: Record<string, string> = {},
): void {
  const body = `${text}\n`;
  res.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-correlation-id': correlationId,
    ...headers,
  });
  res.end(body);
}

/**
 * Sends a refusal in the envelope.
 * @param meta the events that the refused request would emit, on a dry run
 */
export function sendRefusal(
  res: ServerResponse,
  refusal: Refusal,
  correlationId: string,
  meta?: DryRunMeta,
): void {
  const body = failureBody(refusal.body, correlationId, meta);
  sendJson(res, refusal.status, body, correlationId, refusal.headers);
}

export type FileAnswer = { fileName: string; content: Uint8Array | TemporaryFile };

/**
 * Sends a file without an envelope.
 * @param disposition whether a browser saves it or shows it
 */
export function sendFile(
  res: ServerResponse,
  { fileName, content }: FileAnswer,
  contentType: string,
  correlationId: string,
  disposition: 'attachment' | 'inline' = 'attachment',
): void {
  res.writeHead(200, {
    'content-type': contentType,
    'content-length': content.byteLength,
    // File names are created by Demarc: ASCII without quotes.
    'content-disposition': `${disposition}; filename="${fileName}"`,
    'cache-control': 'no-store',
    'x-correlation-id': correlationId,
  });
  if (content instanceof Uint8Array) res.end(content);
  // A reader that goes away ends the file as well.
  else pipeline(content.read(), res).catch(() => {});
}
