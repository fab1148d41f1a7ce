import type { IncomingMessage } from 'node:http';
import { refuse } from '../contract/errors.ts';

const MAX_BODY_BYTES = 1024 * 1024;
const MAX_DISCARDED_BYTES = 16 * MAX_BODY_BYTES;

/**
 * Reads the whole body. Bytes beyond the limit are read and discarded, so that a client that is still sending receives
 * the answer. A client that does not stop is disconnected.
 * @throws PAYLOAD_TOO_LARGE above 1 MiB
 */
export function readBody(req: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const tooLarge = () => reject(refuse('PAYLOAD_TOO_LARGE', { message: 'A body may have at most 1 MiB.' }));
    if (Number(req.headers['content-length'] ?? 0) > MAX_BODY_BYTES) tooLarge();
    req.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) chunks.push(chunk);
      else if (size <= MAX_DISCARDED_BYTES) tooLarge();
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
