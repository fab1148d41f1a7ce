import type { IncomingMessage } from 'node:http';
import type { RejectionReason } from '../contract/errors.ts';

const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;

const badKey: RejectionReason = {
  field: 'Idempotency-Key',
  code: 'INVALID_FORMAT',
  message: 'Use 1 to 255 printable characters.',
};

/** The request's `Idempotency-Key`, if present, or the reason why it is invalid. Contract: Idempotency. */
export function idempotencyKeyOf(req: IncomingMessage): { key?: string; reasons: RejectionReason[] } {
  const key = req.headers['idempotency-key'];
  if (key === undefined) return { reasons: [] };
  return typeof key === 'string' && IDEMPOTENCY_KEY.test(key) ? { key, reasons: [] } : { reasons: [badKey] };
}
