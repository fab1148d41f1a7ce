import { expect, test } from 'vitest';
import { bytesOf, endReason, sessionState } from './labels.ts';

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [1_550_000, '1.6 MB'],
  [2 ** 33, '8.6 GB'],
  [5e15, '5,000 TB'],
])('%d bytes are shown as %s', (octets, text) => {
  expect(bytesOf(octets)).toBe(text);
});

test('a terminate cause is shown in lower case, except for NAS', () => {
  expect(endReason('User-Request')).toBe('user request');
  expect(endReason('NAS-Reboot')).toBe('NAS reboot');
  expect(endReason(null)).toBeNull();
});

test('an ended session is shown as ended, not as throttled', () => {
  expect(sessionState({ endedAt: '2026-01-01T00:00:00.000Z', throttled: true }).label).toBe('Ended');
});
