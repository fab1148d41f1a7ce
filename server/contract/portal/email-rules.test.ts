import { expect, test } from 'vitest';
import { emailStatuses } from '../enums.ts';
import { isResendableEmail, whyHeld } from './email-rules.ts';

test('any email but a queued one can be sent again, and one about access until it is sent', () => {
  const statusesOf = (kind: 'RECEIPT' | 'INVITATION') =>
    emailStatuses.filter((status) => isResendableEmail({ status, kind }));
  expect(statusesOf('RECEIPT')).toEqual(['SENT', 'DELIVERED', 'FAILED', 'UNKNOWN', 'HELD', 'DROPPED']);
  expect(statusesOf('INVITATION')).toEqual(['DELIVERED', 'FAILED', 'UNKNOWN', 'HELD', 'DROPPED']);
});

test('a message is held by a sandbox, or for want of a mail server or a gateway', () => {
  expect(whyHeld({ kind: 'RECEIPT', channel: 'EMAIL' }, false)).toBe('a sandbox sends no emails');
  expect(whyHeld({ kind: 'RECEIPT', channel: 'EMAIL' }, true)).toBe('no mail server was configured');
  expect(whyHeld({ kind: 'INVITATION', channel: 'EMAIL' }, false)).toBe('no mail server was configured');
  expect(whyHeld({ kind: 'RECEIPT', channel: 'SMS' }, false)).toBe('a sandbox sends no SMS');
  expect(whyHeld({ kind: 'RECEIPT', channel: 'SMS' }, true)).toBe('no gateway for SMS was connected');
});
