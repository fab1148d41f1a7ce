import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asMinor, portion, sum } from '../../../contract/money.ts';
import { withOverrides } from '../subscription/overrides.ts';
import { cyclePeriod, invoiceFor, netOf, termsOf, windowOpensAt } from './rules.ts';

const plan = {
  id: 'pln_1',
  planName: 'Home 20',
  priceAmount: asMinor(2_999),
  priceCurrency: 'USD',
  downloadSpeedMbps: 20,
  uploadSpeedMbps: 5,
  billingCycleDays: 30,
  graceDays: 3,
  dataCapMb: null,
};
const none = withOverrides(null, null);
const at = (text: string) => new Date(text);

test('terms are those of the plan with overrides', () => {
  expect(termsOf(plan, none)).toEqual({
    planId: 'pln_1',
    planName: 'Home 20',
    price: 2_999,
    currency: 'USD',
    speed: { downloadSpeedMbps: 20, uploadSpeedMbps: 5 },
    cycleDays: 30,
    graceDays: 3,
    dataCapMb: null,
  });
  const speedOverride = { downloadSpeedMbps: 50, uploadSpeedMbps: 50 };
  expect(
    termsOf(plan, { ...none, priceOverride: asMinor(0), speedOverride, durationOverride: 7 }),
  ).toMatchObject({
    price: 0,
    speed: speedOverride,
    cycleDays: 7,
    graceDays: 3,
  });
});

test.each([
  ['an ordinary month', '2026-01-31T08:00:00.000Z', 30, '2026-03-02T08:00:00.000Z'],
  ['a leap day', '2028-02-28T23:59:59.999Z', 1, '2028-02-29T23:59:59.999Z'],
  ['a leap year', '2028-01-01T00:00:00.000Z', 366, '2029-01-01T00:00:00.000Z'],
  ['the end of summer time in Europe', '2026-10-24T12:00:00.000Z', 2, '2026-10-26T12:00:00.000Z'],
])('a cycle has days of 24 hours: %s', (_name, start, cycleDays, end) => {
  expect(cyclePeriod(at(start), { cycleDays, graceDays: 0 })).toMatchObject({
    startsAt: at(start),
    expiresAt: at(end),
    graceEndsAt: at(end),
  });
});

test.each([
  ['three days before the end', 30, '2026-03-28T00:00:00.000Z'],
  ['half the cycle before it, where that is shorter', 5, '2026-03-03T12:00:00.000Z'],
])('the renewal window opens %s', (_name, cycleDays, opens) => {
  const period = cyclePeriod(at('2026-03-01T00:00:00.000Z'), { cycleDays, graceDays: 3 });
  expect(windowOpensAt(period)).toEqual(at(opens));
});

test('grace starts at the end of the cycle', () => {
  const { graceEndsAt } = cyclePeriod(at('2026-03-01T00:00:00.000Z'), { cycleDays: 1, graceDays: 90 });
  expect(graceEndsAt).toEqual(at('2026-05-31T00:00:00.000Z'));
});

test('an invoice has one line and tax rounded once, half up', () => {
  const period = cyclePeriod(at('2026-03-01T00:00:00.000Z'), { cycleDays: 30, graceDays: 3 });
  expect(invoiceFor(termsOf(plan, none), period, '0.16')).toEqual({
    taxRate: '0.16',
    currency: 'USD',
    lines: [
      {
        description: 'Home 20, 30 days',
        quantity: 1,
        unitAmount: 2_999,
        amount: 2_999,
        currency: 'USD',
        periodStart: '2026-03-01T00:00:00.000Z',
        periodEnd: '2026-03-31T00:00:00.000Z',
      },
    ],
    subtotal: 2_999,
    tax: 480,
    total: 3_479,
  });
  const day = termsOf(plan, { ...none, priceOverride: asMinor(50), durationOverride: 1 });
  expect(invoiceFor(day, period, '0.01')).toMatchObject({
    tax: 1,
    total: 51,
    lines: [{ description: 'Home 20, 1 day' }],
  });
  expect(invoiceFor(day, period, '0')).toMatchObject({ tax: 0, total: 50 });
});

test('the net amount of a total is its original subtotal', () => {
  const rate = fc.integer({ min: 0, max: 999_999 }).map((micro) => `0.${String(micro).padStart(6, '0')}`);
  const subtotal = fc.integer({ min: 0, max: 100_000_000_000_000 }).map(asMinor);
  fc.assert(fc.property(subtotal, rate, (net, tax) => netOf(sum(net, portion(net, tax)), tax) === net));
});
