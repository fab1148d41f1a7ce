import { expect, test } from 'vitest';
import { exportHeading } from './export-headings.ts';

test.each([
  ['plans', 'planName', 'Plan'],
  ['subscriptions', 'expiresAt', 'Paid until'],
  ['charges', 'expiresAt', 'Expires'],
  ['subscriptions', 'currentCycle.graceEndsAt', 'Current cycle grace ends'],
  ['payments', 'chargeId', 'Charge ID'],
  ['subscribers', 'firstName', 'First name'],
])('%s: %s is %s', (list, field, heading) => {
  expect(exportHeading(list, field)).toBe(heading);
});
