import type { IncomingMessage } from 'node:http';
import { refuse } from '../contract/errors.ts';

const MEBIBYTE = 1024 * 1024;
/** Times the limit: so much of a body that is too large is read and discarded. */
const MAX_DISCARDED = 16;

/**
 * Reads the whole body. Bytes beyond the limit are read and discarded, so that a client that is still sending receives
 * the answer. A client that does not stop is disconnected.
 * @throws PAYLOAD_TOO_LARGE above `maxBytes`, 1 MiB by default
 */
export function readBody(req: IncomingMessage, maxBytes = MEBIBYTE): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const tooLarge = () =>
      reject(refuse('PAYLOAD_TOO_LARGE', { message: `A body may have at most ${maxBytes / MEBIBYTE} MiB.` }));
    if (Number(req.headers['content-length'] ?? 0) > maxBytes) tooLarge();
    req.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else if (size <= MAX_DISCARDED * maxBytes) tooLarge();
      else req.socket.destroy();
    });
    req.once('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    // Every request closes. The refusal, with its stack trace, is created only for an incomplete body.
    const closed = () => {
      if (!req.complete) reject(refuse('VALIDATION_FAILED', { message: 'The body ended early.' }));
    };
    req.once('error', closed);
    req.once('close', closed);
  });
}
