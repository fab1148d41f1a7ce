import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Generated ids by request, so that each request has one id. */
const made = new WeakMap<IncomingMessage, string>();

/** The caller's correlation id if it is a UUID, else a new one for this request. Contract: Correlation. */
export function correlationIdOf(req: IncomingMessage): string {
  const given = req.headers['x-correlation-id'];
  if (typeof given === 'string' && UUID.test(given)) return given;
  const id = made.get(req) ?? randomUUID();
  made.set(req, id);
  return id;
}
