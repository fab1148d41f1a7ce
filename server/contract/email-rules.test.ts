import { expect, test } from 'vitest';
import { isResendableEmail } from './email-rules.ts';
import { emailStatuses } from './enums.ts';

test('any email but a queued one can be sent again', () => {
  const statuses = emailStatuses.filter((status) => isResendableEmail({ status }));
  expect(statuses).toEqual(['SENT', 'FAILED', 'HELD', 'DROPPED']);
});
