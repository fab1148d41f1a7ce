import type { IncomingMessage } from 'node:http';
import type { DryRun } from '../contract/envelope.ts';
import type { RejectionReason } from '../contract/errors.ts';

const FIELD = 'Dry-Run';

/** The methods on which the header has an effect. */
const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

const badValue: RejectionReason = {
  field: FIELD,
  code: 'INVALID_FORMAT',
  message: 'Give true or false.',
};

/** The reason for an operation that cannot run dry: contacting a system outside is all it does. */
export const dryRunNotAllowed: RejectionReason = {
  field: FIELD,
  code: 'NOT_ALLOWED',
  message: 'All that this operation does is outside this system.',
};

/** The dry run that a request's `Dry-Run` header asks for, or what is wrong with the header. Contract: Dry run. */
export function dryRunOf({ method = '', headers }: IncomingMessage): {
  dryRun?: DryRun;
  reasons: RejectionReason[];
} {
  const value = headers['dry-run'];
  if (value === undefined || value === 'false' || !writes.has(method)) return { reasons: [] };
  return value === 'true' ? { dryRun: { eventCount: 0, events: [] }, reasons: [] } : { reasons: [badValue] };
}
