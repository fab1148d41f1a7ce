import { expect, test } from 'vitest';
import { z } from 'zod';
import { present } from './present.ts';
import { instantOutput, moneyObject, moneyOutput } from './primitives.ts';

const thing = z.object({
  name: z.string(),
  at: instantOutput.nullable(),
  amount: moneyOutput('currency').nullable(),
  currency: z.string(),
  lines: z.array(z.object({ amount: moneyOutput('currency') })),
  price: moneyObject.nullable(),
  odd: z.object({ n: z.number() }).partial().nullable(),
});

const row = {
  name: 'x',
  at: new Date('2026-03-01T08:00:00Z'),
  amount: 2_999,
  currency: 'USD',
  lines: [
    { amount: 150_000, currency: 'UGX' },
    { amount: 1_234, currency: 'KWD' },
  ],
  price: { amount: 10, currency: 'USD', secret: 'no' },
  odd: null,
  passwordHash: 'never shown',
};

test('a snapshot has exactly the fields of the schema, instants in ISO 8601 and money in major units', () => {
  expect(present(thing, row)).toEqual({
    name: 'x',
    at: '2026-03-01T08:00:00.000Z',
    amount: 29.99,
    currency: 'USD',
    lines: [{ amount: 150_000 }, { amount: 1.234 }],
    price: { amount: 0.1, currency: 'USD' },
    odd: null,
  });
});

test('present returns null for an absent value', () => {
  const { at: _a, price: _p, ...rest } = row;
  expect(present(thing, { ...rest, amount: null })).toMatchObject({ at: null, amount: null, price: null });
});

test('fields have the order of the schema, so the same row gives the same bytes', () => {
  const shuffled = Object.fromEntries(Object.entries(row).reverse());
  expect(JSON.stringify(present(thing, shuffled))).toBe(JSON.stringify(present(thing, row)));
  expect(Object.keys(present(thing, shuffled))).toEqual(Object.keys(thing.shape));
});

test('present throws for money without a currency', () => {
  expect(() => present(thing, { ...row, currency: undefined })).toThrow(/currency/);
});

test('derived fields replace those of the row, also the currency of an amount, and reach no nested object', () => {
  const derived = { name: 'y', currency: 'UGX', amount: 2_999 };
  expect(present(thing, row, derived)).toEqual({
    ...present(thing, row),
    name: 'y',
    amount: 2_999,
    currency: 'UGX',
  });
});
