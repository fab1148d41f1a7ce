import { describe, expect, test } from 'vitest';
import { subscriptionStatuses } from './enums.ts';
import { hasEnded, isInService, lifecyclePhase } from './subscription-rules.ts';

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
