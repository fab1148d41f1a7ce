import { expect, test } from 'vitest';
import { jsonFaults, jsonTextFault } from './json-faults.ts';

const fault = (text: string) => jsonTextFault(Buffer.from(text))?.code;

test('a text of too many values or levels is found before it is parsed', () => {
  expect(fault(`[${'1,'.repeat(24_998)}1]`)).toBeUndefined();
  expect(fault(`[${'1,'.repeat(24_999)}1]`)).toBe('OUT_OF_RANGE');
  expect(fault(`[${'[],'.repeat(12_600)}1]`)).toBe('OUT_OF_RANGE');
  expect(fault(`{"a":${'['.repeat(31)}${']'.repeat(31)}}`)).toBeUndefined();
  expect(fault(`{"a":${'['.repeat(32)}${']'.repeat(32)}}`)).toBe('INVALID_FORMAT');
  expect(fault('[[],[],[]]'.repeat(1_000))).toBeUndefined();
});

test('what is inside a text counts as one value', () => {
  const inside = '[{,'.repeat(30_000);
  expect(fault(JSON.stringify({ a: inside, b: `\\"${inside}\\` }))).toBeUndefined();
  expect(fault(`{"a":"\\"","b":[${'1,'.repeat(30_000)}1]}`)).toBe('OUT_OF_RANGE');
  expect(fault(`{"a":"\\`)).toBeUndefined();
});

test('an object of a closed body has at most 2,000 keys', () => {
  const keys = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i}`, 1]));
  expect(jsonFaults({ map: keys(2_000) }, { isClosed: true })).toEqual({ reasons: [], isReadable: true });
  const { reasons, isReadable } = jsonFaults({ map: keys(2_001) }, { isClosed: true });
  expect([isReadable, reasons]).toEqual([
    false,
    [{ field: 'map', code: 'OUT_OF_RANGE', message: 'At most 2,000 keys.' }],
  ]);
  expect(jsonFaults({ map: keys(2_001) }, { isClosed: false }).isReadable).toBe(true);
  expect(jsonFaults({ list: Array(20_000).fill('a') }, { isClosed: true }).isReadable).toBe(true);
});
