import { expect, test } from 'vitest';
import { daysShown, isDay, titleOf, turn } from './calendar-days.ts';

test.each([
  ['2026-11-21', '2026-10-26', '2026-12-06', 42],
  ['2027-02-10', '2027-02-01', '2027-02-28', 28],
  ['2028-02-29', '2028-01-31', '2028-03-05', 35],
  ['2026-12-31', '2026-11-30', '2027-01-03', 35],
])('the month of %s is shown from Monday %s to Sunday %s', (day, first, last, count) => {
  const days = daysShown('month', day);
  expect([days[0], days.at(-1), days.length]).toEqual([first, last, count]);
  expect(new Set(days).size).toBe(count);
});

test('a week goes from Monday to Sunday, over a change of daylight saving too', () => {
  expect(daysShown('week', '2026-03-29')).toEqual([
    '2026-03-23',
    '2026-03-24',
    '2026-03-25',
    '2026-03-26',
    '2026-03-27',
    '2026-03-28',
    '2026-03-29',
  ]);
});

test('the next and the previous page skip no month and no week', () => {
  expect(turn('month', '2026-01-31', 1)).toBe('2026-02-01');
  expect(turn('month', '2026-01-31', -1)).toBe('2025-12-01');
  expect(turn('week', '2026-12-31', 1)).toBe('2027-01-07');
});

test('the title of a page names its month or its week', () => {
  expect(titleOf('month', '2026-11-21')).toBe('November 2026');
  expect(titleOf('week', '2026-11-21')).toBe('16 – 22 Nov 2026');
  expect(titleOf('week', '2026-12-01')).toBe('30 Nov – 6 Dec 2026');
});

test.each(['2026-02-30', '2026-13-01', 'today', ''])('%s is not a valid day', (text) => {
  expect(isDay(text)).toBe(false);
});
