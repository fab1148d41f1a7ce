import { expect, test } from 'vitest';
import { durationText } from './duration.ts';

test.each([
  [0, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [3_600_000, '1 h 0 min'],
  [86_399_000, '23 h 59 min'],
  [273_600_000, '3 d 4 h'],
])('%d ms are %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});
