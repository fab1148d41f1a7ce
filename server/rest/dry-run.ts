import type { IncomingMessage } from 'node:http';
import type { DryRun } from '../contract/envelope.ts';
import type { RejectionReason } from '../contract/errors.ts';

const FIELD = 'Dry-Run';

/** The methods on which the header has an effect. */
const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

const badValue: RejectionReason = {
  field: FIELD,
  code: 'INVALID_FORMAT',
  message: 'Use true or false.',
};

/** The reason for an operation whose whole effect is outside Demarc, so there is nothing to roll back. */
export const dryRunNotAllowed: RejectionReason = {
  field: FIELD,
  code: 'NOT_ALLOWED',
  message: 'This operation only contacts an external system and has no dry run.',
};

/** The dry run that the `Dry-Run` header requests, or the reason why the header is invalid. Contract: Dry run. */
export function dryRunOf({ method = '', headers }: IncomingMessage): {
  dryRun?: DryRun;
  reasons: RejectionReason[];
} {
  const value = headers['dry-run'];
  if (value === undefined || value === 'false' || !writes.has(method)) return { reasons: [] };
  return value === 'true' ? { dryRun: { eventCount: 0, events: [] }, reasons: [] } : { reasons: [badValue] };
}
