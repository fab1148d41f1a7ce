import { expect, test } from 'vitest';
import type { ChargeSnapshot } from '@/server/contract/charge.ts';
import type { InstallationSnapshot } from '@/server/contract/installation.ts';
import { followsCancellation, followsChange, followsDone, followsWaiver, type Known } from './follow.ts';

const timeOf = (instant: string) => instant.slice(0, 10);

function known(
  installation: Partial<InstallationSnapshot>,
  fee: Partial<ChargeSnapshot> | null = null,
  pendingPayments = 0,
): Known {
  const blank = { scheduledAt: null, installedAt: null, technician: null, status: 'PENDING_PAYMENT' };
  const charge = fee && { amount: 50, currency: 'USD', status: 'PENDING', ...fee };
  return {
    installation: { ...blank, ...installation } as InstallationSnapshot,
    fee: charge as ChargeSnapshot | null,
    pendingPayments,
    timeOf,
  };
}

test('called off, it takes along what is owed, never what is paid', () => {
  const owed = followsCancellation(known({}, { status: 'PENDING' }, 1)).join(' ');
  expect(owed).toMatch(/charge for the fee of USD\s50\.00 is cancelled.*payment that is under way.*expires/);
  expect(owed).toContain('Events: installation.updated, payment.expired.');
  const paid = followsCancellation(known({ status: 'AWAITING_INSTALLATION' }, { status: 'PAID' })).join(' ');
  expect(paid).toMatch(/was paid and stays paid/);
  expect(paid).toContain('Event: installation.updated.');
});

test('the waiver of a fee moves it on, or to its end where it was installed', () => {
  expect(followsWaiver(known({}, {}))).toContain('It waits to be installed.');
  const installed = followsWaiver(known({ installedAt: '2026-11-20T09:00:00.000Z' }, {}, 1));
  expect(installed).toContain('It was installed already, so it is activated.');
  expect(installed.at(-1)).toBe('Events: payment.expired, installation.updated.');
});

test('done with the fee owed, it waits or is activated and the fee stays owed', () => {
  const at = '2026-11-20T09:00:00.000Z';
  expect(followsDone(known({}, {}), at, true).join(' ')).toMatch(/stays Pending payment until the fee/);
  expect(followsDone(known({}, {}), null, false).join(' ')).toMatch(/installed now.*stays owed.*Event:/);
});

test('an appointment after the window is called out', () => {
  const windowEndsAt = '2026-12-01T00:00:00.000Z';
  const told = (scheduledAt: string) =>
    followsChange({ timeOf }, { scheduledAt, windowEndsAt, technician: 'Njeri' }).join(' ');
  expect(told('2026-12-02T09:00:00.000Z')).toMatch(/abandoned on 2026-12-01, before the appointment/);
  expect(told('2026-11-30T09:00:00.000Z')).toMatch(/2026-11-30, with Njeri.*Not done by 2026-12-01/);
});
