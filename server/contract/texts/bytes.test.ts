import { expect, test } from 'vitest';
import { bytesOf } from './bytes.ts';

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
