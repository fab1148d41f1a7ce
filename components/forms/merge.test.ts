import { expect, test } from 'vitest';
import { mergedFields } from './merge.ts';

const base = {
  name: 'Home',
  price: 1_500 as number | '',
  city: 'Nairobi',
  rows: [{ key: 1, from: '1', to: 'a' }],
};

test('what only the others changed, and what both changed', () => {
  const mine = { ...base, price: 1_550, city: 'Kisumu' };
  const theirs = { ...base, name: 'Home 20', price: 1_700, rows: [{ key: 9, from: '1', to: 'a' }] };
  expect(mergedFields(base, mine, theirs)).toEqual([
    { field: 'name', mine: 'Home', theirs: 'Home 20', isMine: false },
    { field: 'price', mine: 1_550, theirs: 1_700, isMine: true },
  ]);
});

test('the same change of both, and spaces around a text, are no difference', () => {
  expect(
    mergedFields(base, { ...base, city: 'Kisumu' }, { ...base, city: 'Kisumu ', name: ' Home' }),
  ).toEqual([]);
});

test('a field that they emptied, and a row that they added', () => {
  const theirs = { ...base, price: '' as const, rows: [...base.rows, { key: 3, from: '2', to: 'b' }] };
  expect(mergedFields(base, base, theirs).map(({ field, isMine }) => [field, isMine])).toEqual([
    ['price', false],
    ['rows', false],
  ]);
});
