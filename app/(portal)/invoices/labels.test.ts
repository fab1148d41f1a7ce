import { expect, test } from 'vitest';
import { dueText } from './labels.ts';

const dueAt = '2026-02-14T09:30:00.000Z';

test('days overdue are whole days; under one day it is due now', () => {
  const open = { status: 'OPEN' as const, dueAt };
  expect(dueText(open, '2026-02-14T09:29:59.999Z')).toBeNull();
  expect(dueText(open, dueAt)).toEqual({ text: 'due now', isOverdue: false });
  expect(dueText(open, '2026-02-14T09:36:00.000Z')).toEqual({ text: 'due now', isOverdue: false });
  expect(dueText(open, '2026-02-15T09:29:59.999Z')?.text).toBe('due now');
  expect(dueText(open, '2026-02-15T09:30:00.000Z')).toEqual({ text: '1 day overdue', isOverdue: true });
  expect(dueText(open, '2026-02-16T09:30:00.000Z')?.text).toBe('2 days overdue');
});

test('a PAID or VOID invoice is not overdue', () => {
  expect(dueText({ status: 'PAID', dueAt }, '2027-01-01T00:00:00.000Z')).toBeNull();
  expect(dueText({ status: 'VOID', dueAt }, '2027-01-01T00:00:00.000Z')).toBeNull();
});
