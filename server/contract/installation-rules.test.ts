import { expect, test } from 'vitest';
import { DAY_MS } from './days.ts';
import { windowFrom, windowWithAppointment } from './installation-rules.ts';

test('a window is 30 days long', () => {
  expect(windowFrom(0)).toBe(30 * DAY_MS);
});

test('an appointment after the window moves it to 30 days after the appointment', () => {
  const end = 30 * DAY_MS;
  expect(windowWithAppointment(end, 7 * DAY_MS)).toBe(end);
  expect(windowWithAppointment(end, end)).toBe(end);
  expect(windowWithAppointment(end, end + 1)).toBe(60 * DAY_MS + 1);
});
