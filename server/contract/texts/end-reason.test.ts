import { expect, test } from 'vitest';
import { endMeaning, endReason } from './end-reason.ts';

test('a terminate cause is shown in lower case, except for NAS', () => {
  expect(endReason('User-Request')).toBe('user request');
  expect(endReason('NAS-Reboot')).toBe('NAS reboot');
  expect(endReason(null)).toBeNull();
});

test.each([
  ['Lost-Carrier', 'the line went down'],
  ['Port-Suspended', 'port suspended'],
  [null, 'the cause is not known'],
])('a session that ended by %s ended because %s', (cause, text) => {
  expect(endMeaning(cause)).toBe(text);
});
