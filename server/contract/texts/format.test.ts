import currencyCodes from 'currency-codes';
import { expect, test } from 'vitest';
import { currencyDigits, formatMoney } from './format-money.ts';
import { formatTime } from './format-time.ts';

test('times are in the zone, in one format', () => {
  expect(formatTime('2026-09-20T21:05:09.123Z', 'Africa/Nairobi')).toBe('21 Sep 2026, 00:05');
  expect(formatTime('2026-09-20T21:05:09.123Z', 'UTC', 'second')).toBe('20 Sep 2026, 21:05:09');
  expect(formatTime('2026-09-20T21:05:09.123Z', 'Africa/Nairobi', 'day')).toBe('21 Sep 2026');
});

test('amounts have the decimals of their currency', () => {
  expect(formatMoney(2499, 'KES')).toBe('KES\u00a02,499.00');
  expect(formatMoney(50000, 'UGX')).toBe('UGX\u00a050,000');
  expect(formatMoney(1499.5, 'PKR')).toBe('PKR\u00a01,499.50');
});

test('the decimals of each currency are those of ISO 4217', () => {
  for (const { code, digits } of currencyCodes.data)
    expect([code, currencyDigits(code)]).toEqual([code, digits]);
});
