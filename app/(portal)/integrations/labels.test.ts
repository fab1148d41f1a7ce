import { expect, test } from 'vitest';
import { stateOf } from './labels.ts';

const health = { id: 'int_1', isFailing: true, failedEvents: 0, failedPushes: 0 };

test.each([
  [undefined, {}],
  [{ ...health, isFailing: false }, {}],
  [
    { ...health, failedEvents: 1 },
    { label: 'Failing', tone: 'red', reason: '1 event failed' },
  ],
  [
    { ...health, failedEvents: 100, failedPushes: 2 },
    { label: 'Failing', tone: 'red', reason: '100 or more events failed, 2 services not written' },
  ],
])('the badge of an active integration says whether it fails and why', (given, expected) => {
  expect(stateOf('ACTIVE', given)).toEqual(expected);
});

test('a disabled integration with failed events stays disabled and says what failed', () => {
  expect(stateOf('DISABLED', { ...health, failedEvents: 3 })).toEqual({ reason: '3 events failed' });
});
