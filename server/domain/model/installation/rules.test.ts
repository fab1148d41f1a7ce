import { expect, test } from 'vitest';
import { plus } from '../../../clock.ts';
import { DAY_MS } from '../../../contract/days.ts';
import { nextMove, windowEnd } from './rules.ts';

const now = new Date('2026-03-01T08:00:00.000Z');

test('the window is 30 days from creation or from a later appointment', () => {
  expect(windowEnd(now, null)).toEqual(plus(now, 30 * DAY_MS));
  expect(windowEnd(now, plus(now, 7 * DAY_MS))).toEqual(plus(now, 30 * DAY_MS));
  expect(windowEnd(now, plus(now, 30 * DAY_MS))).toEqual(plus(now, 30 * DAY_MS));
  expect(windowEnd(now, plus(now, 31 * DAY_MS))).toEqual(plus(now, 61 * DAY_MS));
});

const cases: [Parameters<typeof nextMove>[0], boolean, boolean, boolean, ReturnType<typeof nextMove>][] = [
  // status, settled, installed, marked done
  ['PENDING_PAYMENT', false, false, false, null],
  ['PENDING_PAYMENT', false, true, false, null],
  ['PENDING_PAYMENT', false, false, true, 'activate'],
  ['PENDING_PAYMENT', true, false, false, 'settle'],
  ['PENDING_PAYMENT', true, true, false, 'activate'],
  ['PENDING_PAYMENT', true, false, true, 'activate'],
  ['AWAITING_INSTALLATION', true, false, false, null],
  ['AWAITING_INSTALLATION', true, true, false, 'activate'],
  ['AWAITING_INSTALLATION', true, false, true, 'activate'],
];

test.each(cases)(
  '%s, settled %s, installed %s, marked done %s: %s',
  (status, isSettled, isInstalled, done, move) => {
    expect(nextMove(status, { isSettled, isInstalled, isMarkedDone: done })).toBe(move);
  },
);
