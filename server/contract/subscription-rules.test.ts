import { describe, expect, test } from 'vitest';
import { subscriptionStatuses } from './enums.ts';
import {
  activationObstacle,
  canMigrateOut,
  hasEnded,
  hasNetworkCredentials,
  isCancellationPending,
  isInService,
  isPlanManagedExternally,
  lifecyclePhase,
  planRemovalObstacle,
} from './subscription-rules.ts';

const archivedAt = '2026-02-01T00:00:00.000Z';

test('ACTIVE subscriptions and those with an upgrade hold are in service', () => {
  expect(subscriptionStatuses.filter(isInService)).toEqual(['ACTIVE', 'AWAITING_PAYMENT_FOR_UPGRADE']);
});

describe('a subscription has ended', () => {
  test('in the statuses CANCELLED and MIGRATED_OUT', () => {
    const ended = subscriptionStatuses.filter((status) => hasEnded({ status, archivedAt: null }));
    expect(ended).toEqual(['CANCELLED', 'MIGRATED_OUT']);
  });

  test('in any status once it is archived', () => {
    expect(hasEnded({ status: 'INACTIVE', archivedAt })).toBe(true);
    expect(hasEnded({ status: 'INACTIVE', archivedAt: new Date(archivedAt) })).toBe(true);
  });
});

test.each([
  ['PENDING', null, 'pending'],
  ['ACTIVE', 'ACTIVE', 'paid'],
  ['AWAITING_PAYMENT_FOR_UPGRADE', 'ACTIVE', 'paid'],
  ['ACTIVE', 'OVERDUE', 'grace'],
  ['INACTIVE', null, 'lapsed'],
  ['INACTIVE', 'OVERDUE', 'lapsed'],
] as const)('%s with a cycle that is %s: phase %s', (status, cycle, phase) => {
  expect(lifecyclePhase({ status, currentCycle: cycle && { status: cycle } })).toBe(phase);
});

const lasting = { archivedAt: null, isExternal: false, cancelAt: null };

test.each([
  ['PENDING', {}, false, null],
  ['PENDING', {}, true, 'firstPaymentDue'],
  ['PENDING', { isExternal: true }, false, null],
  ['INACTIVE', {}, true, null],
  ['INACTIVE', { isExternal: true }, false, 'startedExternally'],
  ['INACTIVE', { archivedAt, isExternal: true }, false, 'ended'],
  ['ACTIVE', {}, false, 'inService'],
  ['AWAITING_PAYMENT_FOR_UPGRADE', {}, true, 'inService'],
  ['CANCELLED', {}, false, 'ended'],
] as const)('activation of %s with %o, debt %s: %s', (status, more, isDebtDue, obstacle) => {
  expect(activationObstacle({ ...lasting, status, ...more }, isDebtDue)).toBe(obstacle);
});

test.each([
  ['ACTIVE', {}, null, null],
  ['ACTIVE', { cancelAt: archivedAt }, 'cancellationPending', null],
  ['INACTIVE', {}, 'notInService', 'notInService'],
  ['PENDING', {}, 'notInService', 'notInService'],
  ['INACTIVE', { archivedAt }, 'ended', 'ended'],
  ['MIGRATED_OUT', {}, 'ended', 'ended'],
] as const)(
  'plan removal of %s with %o: %s at the end of the cycle, %s at once',
  (status, more, atEnd, now) => {
    expect(planRemovalObstacle({ ...lasting, status, ...more }, 'cycle_end')).toBe(atEnd);
    expect(planRemovalObstacle({ ...lasting, status, ...more }, 'immediately')).toBe(now);
  },
);

test('a cancellation is pending while the subscription is in service', () => {
  expect(isCancellationPending({ status: 'ACTIVE', cancelAt: archivedAt })).toBe(true);
  expect(isCancellationPending({ status: 'ACTIVE', cancelAt: null })).toBe(false);
  expect(isCancellationPending({ status: 'CANCELLED', cancelAt: archivedAt })).toBe(false);
});

test('an external system manages the plan while its subscription is in service', () => {
  const managed = subscriptionStatuses.filter((status) =>
    isPlanManagedExternally({ status, isExternal: true }),
  );
  expect(managed).toEqual(['ACTIVE', 'AWAITING_PAYMENT_FOR_UPGRADE']);
  expect(isPlanManagedExternally({ status: 'ACTIVE', isExternal: false })).toBe(false);
});

test('a subscription that was in service can migrate out', () => {
  expect(subscriptionStatuses.filter((status) => canMigrateOut({ status }))).toEqual([
    'ACTIVE',
    'AWAITING_PAYMENT_FOR_UPGRADE',
    'INACTIVE',
  ]);
});

test('network credentials exist from the first payment until the subscription ends', () => {
  const withCredentials = (radiusUsername: string | null) =>
    subscriptionStatuses.filter((status) => hasNetworkCredentials({ ...lasting, status, radiusUsername }));
  expect(withCredentials('sub_1')).toEqual(['PENDING', 'ACTIVE', 'AWAITING_PAYMENT_FOR_UPGRADE', 'INACTIVE']);
  expect(withCredentials(null)).toEqual([]);
  expect(hasNetworkCredentials({ status: 'INACTIVE', archivedAt, radiusUsername: 'sub_1' })).toBe(false);
});
