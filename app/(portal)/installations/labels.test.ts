import { expect, test } from 'vitest';
import type { InstallationSnapshot } from '@/server/contract/installation.ts';
import { reasonOf, urgencyOf } from './labels.ts';

const of = (over: Partial<InstallationSnapshot>) =>
  ({ scheduledAt: null, installedAt: null, ...over }) as InstallationSnapshot;
const fee = (status: 'PENDING' | 'PAID' | 'CANCELLED', reason: string | null = null) => ({ status, reason });

test.each([
  ['PENDING_PAYMENT', fee('PENDING'), 'fee unpaid'],
  ['AWAITING_INSTALLATION', null, 'no appointment yet'],
  ['ACTIVATED', fee('PAID'), null],
  ['ACTIVATED', fee('PENDING'), 'fee unpaid'],
  ['CANCELLED', null, null],
  ['CANCELLED', fee('PAID'), null],
  ['CANCELLED', fee('CANCELLED', 'INSTALLATION_CANCELLED'), null],
  ['CANCELLED', fee('CANCELLED', 'EXPIRED'), 'the fee was not paid in time'],
  ['CANCELLED', fee('CANCELLED', 'A mistake'), 'the fee was cancelled'],
  ['ABANDONED', fee('CANCELLED', 'INSTALLATION_ABANDONED'), 'not done before the deadline'],
  ['ARCHIVED', null, 'the subscription ended'],
] as const)('the label of %s with the fee %o is %s', (status, charge, words) => {
  expect(reasonOf(of({ status }), charge)).toBe(words);
});

test.each([
  ['AWAITING_INSTALLATION', 'begun'],
  ['PENDING_PAYMENT', 'begun, fee unpaid'],
] as const)('an installation that has begun in %s has the reason "%s"', (status, words) => {
  expect(reasonOf(of({ status, startedAt: '2026-11-20T08:00:00.000Z' }), null)).toBe(words);
});

test('an installation that is done before its fee is paid has the reason "installed, fee unpaid"', () => {
  const installedAt = '2026-11-20T09:00:00.000Z';
  expect(reasonOf(of({ status: 'PENDING_PAYMENT', installedAt }), fee('PENDING'))).toBe(
    'installed, fee unpaid',
  );
});

test('what has passed comes before what is about to, and neither concerns what has ended', () => {
  const now = '2026-11-21T09:00:00.000Z';
  const windowEndsAt = '2026-11-24T09:00:00.000Z';
  const open = { status: 'AWAITING_INSTALLATION', windowEndsAt, scheduledAt: null } as const;
  expect(urgencyOf(open, now)).toBe('closing');
  expect(urgencyOf({ ...open, windowEndsAt: '2026-12-21T09:00:00.000Z' }, now)).toBeNull();
  expect(urgencyOf({ ...open, scheduledAt: '2026-11-21T08:59:59.999Z' }, now)).toBe('missed');
  expect(
    urgencyOf({ ...open, status: 'ACTIVATED', scheduledAt: '2026-11-01T09:00:00.000Z' }, now),
  ).toBeNull();
});
