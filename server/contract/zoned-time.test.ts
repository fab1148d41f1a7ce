import { describe, expect, test } from 'vitest';
import { dayOf, instantAt, startOfDay, wallTime } from './zoned-time.ts';

describe('startOfDay', () => {
  test.each([
    ['2026-11-20', 'UTC', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20', 'Africa/Nairobi', '2026-11-19T21:00:00.000Z'],
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
    ['2026-03-09', 'America/New_York', '2026-03-09T04:00:00.000Z'],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
    ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
  ])('%s in %s starts at %s', (day, zone, instant) => {
    expect(startOfDay(day, zone)).toBe(instant);
  });

  test('adds calendar days, not 24 hours', () => {
    expect(startOfDay('2026-10-25', 'Europe/Berlin', 1)).toBe('2026-10-25T23:00:00.000Z');
    expect(startOfDay('2026-12-31', 'UTC', 1)).toBe('2027-01-01T00:00:00.000Z');
  });

  test.each(['2026-02-30', 'yesterday', '', '2026-1-1'])('%s is not a day', (day) => {
    expect(startOfDay(day, 'UTC')).toBeNull();
  });
});

test('dayOf returns the calendar day in the time zone', () => {
  expect(dayOf('2026-11-19T22:30:00.000Z', 'Africa/Nairobi')).toBe('2026-11-20');
});

describe('instantAt', () => {
  test.each([
    ['2026-11-20 09:30', 'Africa/Nairobi', '2026-11-20T06:30:00.000Z'],
    ['2026-11-20 09:30:15', 'UTC', '2026-11-20T09:30:15.000Z'],
    ['2026-07-01 00:00', 'America/New_York', '2026-07-01T04:00:00.000Z'],
    // 02:30 occurs twice when clocks go back, and not at all when they go forward.
    ['2026-10-25 02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-03-29 02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-03-29 03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
  ])('%s in %s is %s', (wall, zone, instant) => {
    expect(instantAt(wall, zone)).toBe(instant);
  });

  test('converts the result of wallTime back to the instant', () => {
    for (const zone of ['UTC', 'Africa/Nairobi', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns']) {
      for (const at of ['2026-01-31T23:59:00.000Z', '2026-06-30T12:00:00.000Z', '2026-12-01T00:00:00.000Z']) {
        expect(instantAt(wallTime(at, zone), zone)).toBe(at);
      }
    }
  });

  test.each(['', 'soon', '2026-11-20', '2026-11-20 25:00'])('%s is not a time', (wall) => {
    expect(instantAt(wall, 'UTC')).toBeNull();
  });
});
