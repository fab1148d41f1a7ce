import fc from 'fast-check';
import { expect, expectTypeOf, test } from 'vitest';
import type { invoice, payment } from '../../drizzle/schema/billing.ts';
import type { monthFigures } from '../../drizzle/schema/metrics.ts';
import type { plan } from '../../drizzle/schema/plan.ts';
import {
  asMinor,
  decimals,
  isCurrency,
  type Minor,
  minorDigits,
  portion,
  sum,
  toMajor,
  toMinor,
} from './money.ts';

test('amounts survive the conversion in both directions, in any currency', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000_000_000 }),
      fc.constantFrom('USD', 'UGX', 'KWD'),
      (minor, currency) => {
        expect(toMinor(toMajor(asMinor(minor), currency), currency)).toBe(minor);
      },
    ),
  );
});

test('numbers without an exact binary form become exact cents', () => {
  expect(toMinor(1.005, 'KWD')).toBe(1005);
  expect(toMinor(0.29, 'USD')).toBe(29);
  expect(toMinor(1_000_000_000, 'USD')).toBe(100_000_000_000);
  expect(JSON.stringify(toMajor(asMinor(1999), 'USD'))).toBe('19.99');
});

test('minor digits are those of ISO 4217', () => {
  expect(minorDigits('USD')).toBe(2);
  expect(minorDigits('UGX')).toBe(0);
  expect(minorDigits('KWD')).toBe(3);
  expect(isCurrency('XXZ')).toBe(false);
  expect(decimals(10.5)).toBe(1);
  expect(decimals(1e-7)).toBe(Number.POSITIVE_INFINITY);
});

test('tax is rounded half up once, on the subtotal', () => {
  expect(portion(asMinor(1050), '0.1')).toBe(105);
  expect(portion(asMinor(1005), '0.1')).toBe(101);
  expect(portion(asMinor(1004), '0.1')).toBe(100);
  expect(portion(asMinor(1000), '0')).toBe(0);
  expect(portion(asMinor(100_000_000_000), '0.16')).toBe(16_000_000_000);
});

test('a plain number is neither an amount nor the value of a money column', () => {
  expectTypeOf<number>().not.toExtend<Minor>();
  expectTypeOf(sum).parameter(0).toEqualTypeOf<Minor>();
  expectTypeOf(toMajor).parameter(0).toEqualTypeOf<Minor>();
  expectTypeOf<(typeof invoice.$inferInsert)['total']>().toEqualTypeOf<Minor>();
  expectTypeOf<(typeof payment.$inferSelect)['amount']>().toEqualTypeOf<Minor>();
  expectTypeOf<(typeof plan.$inferInsert)['priceAmount']>().toEqualTypeOf<Minor>();
  expectTypeOf<
    (typeof monthFigures.$inferInsert)['figures']['currencies'][number]['mrr']
  >().toEqualTypeOf<Minor>();
});
