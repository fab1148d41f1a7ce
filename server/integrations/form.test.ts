import { expect, test } from 'vitest';
import { parseForm } from './form.ts';

const asJson = (text: string) => JSON.parse(JSON.stringify(parseForm(text)));

test.each([
  ['type=event&data[attributes][name]=Ada', { type: 'event', data: { attributes: { name: 'Ada' } } }],
  ['data%5Battributes%5D%5Bname%5D=Ada+L%20M%26N', { data: { attributes: { name: 'Ada L M&N' } } }],
  ['a[]=1&a[]=2&a[x]=3', { a: { 0: '1', 1: '2', x: '3' } }],
  ['a=1&a=2', { a: '2' }],
  ['a=1&a[b]=2', { a: { b: '2' } }],
  ['a[b=1&[c]=2&a]=3', { 'a[b': '1', '[c]': '2', 'a]': '3' }],
  ['a&b=&=c&&d=1=2', { a: '', b: '', '': 'c', d: '1=2' }],
  ['name=Jos%C3%A9', { name: 'José' }],
  ['', {}],
])('%j has its fields', (text, fields) => {
  expect(asJson(text)).toEqual(fields);
});

test('names of JavaScript are fields like others', () => {
  const fields = parseForm('__proto__[polluted]=1&constructor[prototype][polluted]=1');
  expect(Object.keys(fields ?? {})).toEqual(['__proto__', 'constructor']);
  expect({}).not.toHaveProperty('polluted');
});

test('a form has at most 1,000 fields and 16 levels', () => {
  const fields = (n: number) => Array.from({ length: n }, (_, i) => `a${i}=1`).join('&');
  const levels = (n: number) => `a${'[b]'.repeat(n - 1)}=1`;
  expect([1_000, 1_001].map((n) => parseForm(fields(n)) !== null)).toEqual([true, false]);
  expect([16, 17].map((n) => parseForm(levels(n)) !== null)).toEqual([true, false]);
});

test.each(['a=%', 'a=%zz', 'a=%ff', '%ff=1', 'a=%00', '%00=1', 'a=\ud800'])('%j cannot be read', (text) => {
  expect(parseForm(text)).toBeNull();
});
