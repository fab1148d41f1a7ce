import { expect, test } from 'vitest';
import { jsonFaults, jsonTextFault } from './json-faults.ts';

const closed = { isClosed: true };
const open = { isClosed: false };
const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}1${']'.repeat(levels)}`);

test('32 levels can be read, and more cannot', () => {
  expect(jsonFaults(nested(32), open)).toEqual({ reasons: [], isReadable: true });
  for (const levels of [33, 10_000]) {
    const { reasons, isReadable } = jsonFaults(nested(levels), open);
    expect(isReadable).toBe(false);
    expect(reasons).toMatchObject([{ field: '_', code: 'INVALID_FORMAT' }]);
  }
});

test('NUL and lone surrogates are named by their path, also several', () => {
  const value = { a: [{ b: 'x\u0000' }, '\ud800'], 'k\u0000': 1, ok: '😀' };
  const { reasons, isReadable } = jsonFaults(value, open);
  expect(reasons.map(({ field, code }) => [field, code])).toEqual([
    ['a.0.b', 'INVALID_FORMAT'],
    ['a.1', 'INVALID_FORMAT'],
    ['_', 'INVALID_FORMAT'],
  ]);
  expect(isReadable).toBe(true);
});

test('`__proto__` is no key of closed JSON', () => {
  const value = JSON.parse('{"a":{"__proto__":{"b":1}}}');
  expect(jsonFaults(value, closed).reasons).toMatchObject([{ field: 'a.__proto__', code: 'NOT_ALLOWED' }]);
  expect(jsonFaults(value, open).reasons).toEqual([]);
});

test('an object of closed JSON has at most 2,000 keys, a list and open JSON have more', () => {
  const keys = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i}`, 1]));
  expect(jsonFaults({ a: keys(2_000) }, closed)).toEqual({ reasons: [], isReadable: true });
  expect(jsonFaults({ a: keys(2_001) }, closed)).toMatchObject({
    ...{ reasons: [{ field: 'a', code: 'OUT_OF_RANGE' }], isReadable: false },
  });
  expect(jsonFaults({ a: keys(2_001) }, open).reasons).toEqual([]);
  expect(jsonFaults({ a: Array(2_001).fill(1) }, closed).reasons).toEqual([]);
});

const faultOf = (text: string) => jsonTextFault(Buffer.from(text))?.code ?? null;

test.each([
  ['25,000 values', `[${'1,'.repeat(24_998)}1]`, null],
  ['25,001 values', `[${'1,'.repeat(24_999)}1]`, 'OUT_OF_RANGE'],
  ['empty lists', `[${'[],'.repeat(24_998)}[]]`, 'OUT_OF_RANGE'],
  ['32 levels', '['.repeat(32), null],
  ['33 levels', '['.repeat(33), 'INVALID_FORMAT'],
  ['33 levels of objects', '{"a":'.repeat(33), 'INVALID_FORMAT'],
  ['lists one after the other', `[${'[1],'.repeat(100)}1]`, null],
  ['commas and brackets in a text', `"${',[{'.repeat(30_000)}"`, null],
  ['a quote in a text', `"\\"${'['.repeat(40)}"`, null],
  ['a backslash at the end of a text', `["\\\\",${'['.repeat(33)}`, 'INVALID_FORMAT'],
])('a JSON text with %s before it is parsed', (_, text, code) => {
  expect(faultOf(text)).toBe(code);
});
