import { expect, test } from 'vitest';
import { searchesFor, searchIn } from './names.ts';

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
