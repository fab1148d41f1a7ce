import { expect, test } from 'vitest';
import { DAY_MS } from './days.ts';
import { installationStatuses } from './enums.ts';
import {
  feeWaiverObstacle,
  isFeeDue,
  isOpenInstallation,
  windowFrom,
  windowWithAppointment,
} from './installation-rules.ts';

test('a window is 30 days long', () => {
  expect(windowFrom(0)).toBe(30 * DAY_MS);
});

test('an appointment after the window moves it to 30 days after the appointment', () => {
  const end = 30 * DAY_MS;
  expect(windowWithAppointment(end, 7 * DAY_MS)).toBe(end);
  expect(windowWithAppointment(end, end)).toBe(end);
  expect(windowWithAppointment(end, end + 1)).toBe(60 * DAY_MS + 1);
});

test.each([
  ['PENDING_PAYMENT', false, null],
  ['AWAITING_INSTALLATION', false, 'settled'],
  ['AWAITING_INSTALLATION', true, 'free'],
] as const)('the fee of an open installation that is %s, free %s: obstacle %s', (status, free, obstacle) => {
  expect(feeWaiverObstacle({ status, free })).toBe(obstacle);
});

test('an installation is open until it is done or ends', () => {
  expect(installationStatuses.filter((status) => isOpenInstallation({ status }))).toEqual([
    'PENDING_PAYMENT',
    'AWAITING_INSTALLATION',
  ]);
});

test('an installation waits for its fee while its payment is pending', () => {
  expect(installationStatuses.filter((status) => isFeeDue({ status }))).toEqual(['PENDING_PAYMENT']);
});
