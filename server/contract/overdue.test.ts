import { expect, test } from 'vitest';
import { daysOverdue } from './overdue.ts';

test.each([
  ['2026-02-14T09:29:59.999Z', null],
  ['2026-02-14T09:30:00.000Z', 0],
  ['2026-02-14T09:36:00.000Z', 0],
  ['2026-02-15T09:29:59.999Z', 0],
  ['2026-02-15T09:30:00.000Z', 1],
  ['2026-02-16T09:29:59.999Z', 1],
  ['2026-02-16T09:30:00.000Z', 2],
])('at %s, what was due at 09:30 on the 14th is %s days overdue', (now, days) => {
  expect(daysOverdue(new Date('2026-02-14T09:30:00.000Z'), new Date(now))).toBe(days);
});
