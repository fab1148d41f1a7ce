import { expect, test } from 'vitest';
import { jsonFaults } from './json-faults.ts';

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
