import { expect, test } from 'vitest';
import { distinctive, knownOf, searchesFor, searchIn, wordsOf } from './names.ts';

const words = ['Wanjiku Ng', 'wanjiku@acme.example', '+254733918273', '254733918273', 'Wanjiku', 'Ng'];
const isForPerson = searchesFor(words);

test.each([
  'Wanjiku',
  'wanjiku ng',
  'WANJ',
  'Wanji Kamau',
  'ng',
  '0733 918 273',
  '733918273',
  'wanjiku@acme',
  'acme',
])('%s is a search for the person', (search) => expect(isForPerson(search)).toBe(true));

test.each(['Wan', 'Lng', 'Njeri', 'wanjikus', '0733918274', '8273', '', '%', 'INV-2026-0001'])(
  '%s is no search for the person',
  (search) => expect(isForPerson(search)).toBe(false),
);

test('the searches of a query are decoded', () => {
  expect(searchIn('limit=1&q=Wanjiku%20N&q=a+b&status=q%3D')).toEqual(['Wanjiku N', 'a b']);
});

const change = (field: string, before: string | null, after: string) => ({ [field]: { before, after } });
const present = {
  ...{ firstName: 'Ada', lastName: 'King', email: 'ada@king.example', phone: '+254711111111' },
  ...{ externalUserId: null, street: null, companyName: null, taxId: null },
};

test('full names are those that the person had, and not all pairs of first and last names', () => {
  const entries = [
    change('lastName', 'Lovelace', 'King'),
    { ...change('firstName', 'Augusta', 'Ada'), ...change('lastName', 'Byron', 'Lovelace') },
    change('email', 'augusta@byron.example', 'ada@king.example'),
    { ...change('firstName', null, 'Augusta'), ...change('lastName', null, 'Byron') },
  ];
  expect(distinctive(knownOf(present, entries))).toEqual([
    ...['Ada King', 'Ada Lovelace', 'Augusta Byron'],
    ...['ada@king.example', 'augusta@byron.example', '+254711111111', '254711111111'],
  ]);
});

test('of each field the latest 100 values are known', () => {
  const entries = Array.from({ length: 1_000 }, (_, i) => ({
    ...change('firstName', `First ${i}`, `First ${i - 1}`),
    ...change('lastName', `Last ${i}`, `Last ${i - 1}`),
    ...change('email', `${i}@example.com`, `${i - 1}@example.com`),
  }));
  const known = knownOf(present, entries);
  expect(known.fullName).toHaveLength(100);
  expect(known.fullName.slice(0, 2)).toEqual(['Ada King', 'First 0 Last 0']);
  expect(wordsOf(known)).toHaveLength(402);
});

test('a search is compared with the beginnings of many names', () => {
  const find = searchesFor(Array.from({ length: 1_000 }, (_, i) => `Name${String(i).padStart(4, '0')}x`));
  expect(['name', 'NAME0999', 'name0500x', 'other name0000'].map(find)).toEqual([true, true, true, true]);
  expect(['name1000', 'nam', 'zzzz', 'name0500y'].map(find)).toEqual([false, false, false, false]);
});
