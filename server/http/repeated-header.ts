import type { IncomingMessage } from 'node:http';
import type { RejectionReason } from '../contract/errors.ts';

/** The headers of a request under `/v1` that identify it or change its meaning. Contract: Transport. */
export const identifyingHeaders = ['Idempotency-Key', 'Dry-Run', 'If-Match'] as const;

/**
 * Whether a header was sent more than once. Node joins or drops the further values, so that `headers` has one text, which
 * neither sender meant.
 */
export function isRepeated({ rawHeaders }: IncomingMessage, name: string): boolean {
  const wanted = name.toLowerCase();
  let times = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const given = rawHeaders[i] as string;
    if (given.length === wanted.length && given.toLowerCase() === wanted) times++;
  }
  return times > 1;
}

/** A reason for each of the headers that was sent more than once: INVALID_FORMAT at its name. Contract: Transport. */
export function repeatedHeaders(req: IncomingMessage, names: readonly string[]): RejectionReason[] {
  return names
    .filter((name) => req.headers[name.toLowerCase()] !== undefined && isRepeated(req, name))
    .map((field) => ({ field, code: 'INVALID_FORMAT', message: 'Send this header once.' }));
}
