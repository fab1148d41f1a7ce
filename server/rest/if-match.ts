import type { IncomingMessage } from 'node:http';
import type { RejectionReason } from '../contract/errors.ts';

const FIELD = 'If-Match';

/** A list of entity tags of RFC 9110. No pattern is nested, so a hostile header costs nothing. */
const TAG = /^(W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/;

const malformed: RejectionReason = {
  field: FIELD,
  code: 'INVALID_FORMAT',
  message: 'Give the ETag of a read, in its quotes, or *.',
};

export const ifMatchNotAllowed: RejectionReason = {
  field: FIELD,
  code: 'NOT_ALLOWED',
  message: 'This operation has no resource whose version could match.',
};

/** The entity tags that a write requires, or the reason why the header is malformed. Contract: Versions of a resource. */
export function ifMatchOf({ headers }: IncomingMessage): {
  tags?: readonly string[] | '*';
  reasons: RejectionReason[];
} {
  const given = headers['if-match'];
  if (given === undefined) return { reasons: [] };
  if (given.trim() === '*') return { tags: '*', reasons: [] };
  const tags = given.split(',').map((tag) => tag.trim());
  return tags.every((tag) => TAG.test(tag)) ? { tags, reasons: [] } : { reasons: [malformed] };
}
