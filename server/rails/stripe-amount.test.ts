import { expect, test } from 'vitest';
import { asMinor } from '../contract/money.ts';
import { fromStripe, toStripe } from './stripe-amount.ts';

test.each([
  ['USD', 2999, 2999],
  ['KES', 100_00, 100_00],
  ['JPY', 500, 500],
  ['XAF', 15_000, 15_000],
  // No decimals, counted in hundredths.
  ['UGX', 5, 500],
  ['ISK', 1_250, 125_000],
  // Hundredths of ISO, whole units of Stripe.
  ['MGA', 5_000_00, 5_000],
  // Thousandths, the last of them zero.
  ['KWD', 5_120, 5_120],
  ['HUF', 4_500_00, 4_500_00],
])('%s: %i minor units are %i of Stripe’s, and back', (currency, minor, units) => {
  expect(toStripe(asMinor(minor), currency)).toBe(units);
  expect(fromStripe(units, currency)).toBe(minor);
});

test.each([
  ['a thousandth that is not zero', 'KWD', 5_124],
  ['hundredths of what it counts whole', 'MGA', 150],
  ['a currency it does not take', 'IQD', 1_000],
  ['a currency with four digits', 'CLF', 10_000],
])('toStripe returns null for %s', (_, currency, minor) => {
  expect(toStripe(asMinor(minor), currency)).toBeNull();
});

test('fromStripe returns null for an amount that is not a whole minor unit', () => {
  expect(fromStripe(550, 'UGX')).toBeNull();
});
