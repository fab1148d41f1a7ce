import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plus } from '../../../clock.ts';
import { DAY_MS } from '../../../contract/days.ts';
import { asMinor, share } from '../../../contract/money.ts';
import { isMoreExpensive, type Upgrade, upgradeDeadline, upgradeInvoice } from './upgrade-rules.ts';

const startsAt = new Date('2026-01-01T10:00:00.000Z');
const on = (day: number) => plus(startsAt, day * DAY_MS);
const running = (price: number, newPrice: number) => ({
  startsAt,
  expiresAt: on(30),
  price: asMinor(price),
  newPrice: asMinor(newPrice),
});
const upgrade = (now: Date, price: number, newPrice: number, next: Upgrade['next'] = null): Upgrade => ({
  now,
  planName: 'Home 50',
  currency: 'USD',
  running: running(price, newPrice),
  next,
});

test.each([
  ['at the begin, in full', on(0), 1_500],
  ['an hour after the begin, in full, because whole days count', plus(on(0), 3_600_000), 1_500],
  ['exactly a day after the begin', on(1), 1_450],
  ['a millisecond after the first day', plus(on(1), 1), 1_450],
  ['at half the length', on(15), 750],
  ['in the last millisecond, for one day', plus(on(30), -1), 50],
])('the amount of an upgrade %s of the running cycle', (_when, now, total) => {
  expect(upgradeInvoice(upgrade(now, 3_000, 4_500), '0')).toMatchObject({ subtotal: total, total });
});

test('half a minor unit rounds up, and tax is rounded once on the sum', () => {
  expect(upgradeInvoice(upgrade(on(29), 0, 15), '0').total).toBe(1);
  expect(upgradeInvoice(upgrade(on(29), 0, 14), '0').total).toBe(0);
  const next = { startsAt: on(30), expiresAt: on(60), price: asMinor(3_000), newPrice: asMinor(3_005) };
  const { lines, subtotal, tax, total } = upgradeInvoice(upgrade(on(29), 3_000, 3_045, next), '0.1');
  expect(lines.map(({ amount }) => amount)).toEqual([2, 5]);
  expect([subtotal, tax, total]).toEqual([7, 1, 8]);
});

test('the prorated amount equals the exact fraction, rounded half up', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000_000_000 }),
      fc.integer({ min: 0, max: 366 }),
      fc.integer({ min: 1, max: 366 }),
      (amount, part, whole) => {
        const remainder = (BigInt(amount) * BigInt(part)) % BigInt(whole);
        const floor = (BigInt(amount) * BigInt(part)) / BigInt(whole);
        expect(share(asMinor(amount), part, whole)).toBe(
          Number(floor) + (remainder * 2n >= BigInt(whole) ? 1 : 0),
        );
      },
    ),
  );
});

test('an upgrade costs more in all cycles that are paid', () => {
  const next = (price: number, newPrice: number) => ({
    startsAt: on(30),
    expiresAt: on(60),
    price: asMinor(price),
    newPrice: asMinor(newPrice),
  });
  expect(isMoreExpensive({ running: running(30, 45), next: null })).toBe(true);
  expect(isMoreExpensive({ running: running(30, 30), next: null })).toBe(false);
  expect(isMoreExpensive({ running: running(45, 30), next: null })).toBe(false);
  expect(isMoreExpensive({ running: running(30, 45), next: next(45, 45) })).toBe(true);
  expect(isMoreExpensive({ running: running(30, 45), next: next(50, 45) })).toBe(false);
});

test('an upgrade is held for 24 hours, at most until the cycle ends', () => {
  expect(upgradeDeadline(on(10), { expiresAt: on(30) })).toEqual(on(11));
  expect(upgradeDeadline(on(29.5), { expiresAt: on(30) })).toEqual(on(30));
});
