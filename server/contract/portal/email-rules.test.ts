import { expect, test } from 'vitest';
import { emailStatuses } from '../enums.ts';
import { isResendableEmail, whyHeld } from './email-rules.ts';

test('any email but a queued one can be sent again', () => {
  const statuses = emailStatuses.filter((status) => isResendableEmail({ status }));
  expect(statuses).toEqual(['SENT', 'FAILED', 'HELD', 'DROPPED']);
});

test('an email is held by a sandbox, or for want of a mail server', () => {
  expect(whyHeld('RECEIPT', false)).toBe('a sandbox sends no emails');
  expect(whyHeld('RECEIPT', true)).toBe('no mail server was configured');
  expect(whyHeld('INVITATION', false)).toBe('no mail server was configured');
});
