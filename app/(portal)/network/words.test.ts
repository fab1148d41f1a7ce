import { expect, test } from 'vitest';
import { bytesOf, endOf, standingOf } from './words.ts';

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [1_550_000, '1.6 MB'],
  [2 ** 33, '8.6 GB'],
  [5e15, '5,000 TB'],
])('%d bytes are %s', (octets, words) => {
  expect(bytesOf(octets)).toBe(words);
});

test('an end in the words of a NAS', () => {
  expect(endOf('User-Request')).toBe('user request');
  expect(endOf('NAS-Reboot')).toBe('NAS reboot');
  expect(endOf(null)).toBeNull();
});

test('one that has ended is not throttled any more', () => {
  expect(standingOf({ endedAt: '2026-01-01T00:00:00.000Z', throttled: true }).label).toBe('Ended');
});
