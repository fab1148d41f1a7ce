import { expect, test } from 'vitest';
import { parseCron } from './cron.ts';

test.each([
  ['* * * * *', '2026-05-01T03:29:59Z', true],
  ['30 3 * * *', '2026-05-01T03:30:00Z', true],
  ['30 3 * * *', '2026-05-01T15:30:00Z', false],
  ['*/15 * * * *', '2026-05-01T03:45:00Z', true],
  ['*/15 * * * *', '2026-05-01T03:46:00Z', false],
  ['5/20 * * * *', '2026-05-01T03:45:00Z', true],
  ['0,30 8-17/3 * * *', '2026-05-01T14:30:00Z', true],
  ['0,30 8-17/3 * * *', '2026-05-01T15:30:00Z', false],
  ['0 0 29 2 *', '2028-02-29T00:00:00Z', true],
  ['0 0 * * 7', '2026-05-03T00:00:00Z', true],
  ['0 0 * * 1-5', '2026-05-03T00:00:00Z', false],
  ['0 0 1 * 1', '2026-05-04T00:00:00Z', true],
  ['0 0 1 * 1', '2026-05-01T00:00:00Z', true],
  ['0 0 1 * 1', '2026-05-05T00:00:00Z', false],
])('%s at %s: %s', (expression, at, expected) => {
  expect(parseCron(expression)(new Date(at))).toBe(expected);
});

test.each([
  '* * * *',
  '* * * * * *',
  '60 * * * *',
  '* 24 * * *',
  '* * 0 * *',
  '*/0 * * * *',
  '9-5 * * * *',
  '0 0 * JAN *',
  '@hourly',
  'TZ=UTC * * * * *',
  '',
])('"%s" is refused', (expression) => {
  expect(() => parseCron(expression)).toThrow('Cron');
});
