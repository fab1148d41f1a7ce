import { expect, test } from 'vitest';
import { daysOverdue, overdueWords } from './words.ts';

const due = '2026-02-14T09:30:00.000Z';

test('a day that has begun counts; the instant it falls due does not', () => {
  const open = { status: 'OPEN' as const, dueAt: due };
  expect(daysOverdue(open, due)).toBe(0);
  expect(overdueWords(open, '2026-02-14T09:30:00.001Z')).toBe('1 day overdue');
  expect(overdueWords(open, '2026-02-15T09:30:00.000Z')).toBe('1 day overdue');
  expect(overdueWords(open, '2026-02-16T08:00:00.000Z')).toBe('2 days overdue');
});

test('what is paid or void is not overdue', () => {
  expect(overdueWords({ status: 'PAID', dueAt: due }, '2027-01-01T00:00:00.000Z')).toBeNull();
  expect(overdueWords({ status: 'VOID', dueAt: due }, '2027-01-01T00:00:00.000Z')).toBeNull();
});
