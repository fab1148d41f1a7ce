import type { IncomingMessage } from 'node:http';
import { type Refusal, refuse } from '../contract/errors.ts';

/**
 * The refusal of a request for a page that is no plain read. The pages' framework keeps the body of any request, up to 10 MB in
 * parts of any size, although no page takes one.
 */
export function pageFault({ method, headers }: IncomingMessage): Refusal | null {
  if (method !== 'GET' && method !== 'HEAD') return refuse('NOT_ALLOWED', { allow: 'GET, HEAD' });
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return hasBody ? refuse('VALIDATION_FAILED') : null;
}
