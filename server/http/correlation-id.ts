import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The caller's own correlation id where it is a UUID, else a new one. Contract: Correlation. */
export function correlationIdOf(req: IncomingMessage): string {
  const given = req.headers['x-correlation-id'];
  return typeof given === 'string' && UUID.test(given) ? given : randomUUID();
}
