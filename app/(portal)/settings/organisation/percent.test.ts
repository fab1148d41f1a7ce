import { expect, test } from 'vitest';
import { percentOf, shareOf } from './percent.ts';

test.each([
  ['0', '0'],
  ['0.16', '16'],
  ['0.165', '16.5'],
  ['0.000001', '0.0001'],
  ['0.07', '7'],
  ['0.999999', '99.9999'],
])('the share %s is shown as %s %% and converts back', (share, percent) => {
  expect(percentOf(Number(share))).toBe(percent);
  expect(shareOf(percent)).toBe(share);
});

test.each([
  ['16 %', '0.16'],
  ['016.50', '0.165'],
  ['100', '1'],
  ['1000', '10'],
  ['0.0', '0'],
  ['a lot', 'a lot'],
  ['-3', '-3'],
  ['16,5', '16,5'],
])('the typed percentage %s is sent as the share %s', (typed, share) => {
  expect(shareOf(typed)).toBe(share);
});
