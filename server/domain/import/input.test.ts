import { expect, test } from 'vitest';
import { inputOf, keyOf } from './input.ts';

const source = (columns: string[], over: object = {}) => ({
  system: null,
  mapping: Object.fromEntries(columns.map((column) => [column, column])),
  defaults: {},
  ...over,
});

test.each([
  ['0712 345 678', 'KE', '+254712345678'],
  ['254712345678', 'KE', '+254712345678'],
  ['00254712345678', null, '+254712345678'],
  ['+254 712 345 678', null, '+254712345678'],
  ["'+254712345678", 'KE', '+254712345678'],
  ['12', 'KE', '12'],
])('a phone number %s of %s is %s', (cell, country, phone) => {
  expect(inputOf('subscribers', source(['phone']), { phone: cell }, country)).toEqual({ phone });
});

test.each([
  ['1200.50', 1200.5],
  ['1200,5', 1200.5],
  ['1,200', '1,200'],
  ['KES 1200', 'KES 1200'],
  ['', undefined],
])('a price %j is %j', (cell, price) => {
  expect(inputOf('plans', source(['priceAmount']), { priceAmount: cell }, null).priceAmount).toBe(price);
});

test('speeds of Splynx are in kbps', () => {
  const given = source(['downloadSpeedMbps'], { system: 'Splynx' });
  expect(inputOf('plans', given, { downloadSpeedMbps: '20480' }, null)).toEqual({ downloadSpeedMbps: 20.48 });
});

test('a cell goes before the value for all rows', () => {
  const given = source(['city'], { defaults: { city: 'Nairobi', country: 'ke' } });
  expect(inputOf('subscribers', given, { city: 'Kisumu' }, null)).toEqual({ city: 'Kisumu', country: 'KE' });
  expect(inputOf('subscribers', given, {}, null)).toEqual({ city: 'Nairobi', country: 'KE' });
});

test('the full name gives the first and the last name; one word gives no last name', () => {
  const given = source(['fullName', 'firstName']);
  const of = (cells: object) => inputOf('subscribers', given, cells as Record<string, unknown>, null);
  expect(of({ fullName: 'Ada King Lovelace' })).toEqual({ firstName: 'Ada King', lastName: 'Lovelace' });
  expect(of({ fullName: 'Ada Lovelace', firstName: 'Augusta' })).toEqual({
    firstName: 'Augusta',
    lastName: 'Lovelace',
  });
  expect(of({ fullName: 'Ada' })).toEqual({ firstName: 'Ada' });
});

test('rows are the same by the first identity that they have', () => {
  expect(keyOf('subscribers', { email: 'Ada@example.com', phone: '1' })).toBe(
    keyOf('subscribers', { email: 'ada@example.com ', phone: '2' }),
  );
  expect(keyOf('subscribers', { firstName: 'Ada' })).toBeNull();
  expect(keyOf('subscriptions', { subscriberId: 'a', planId: 'b' })).toBeNull();
});
