import { expect, test } from 'vitest';
import { textIn } from './json-values.ts';

test.each([
  ['Ada', 'Ada'],
  [12, '12'],
  ['A\0da', 'Ada'],
  ['Ada \ud83d', 'Ada \ufffd'],
  ['\0', undefined],
  ['', undefined],
  [Number.NaN, undefined],
  [{}, undefined],
])('a text that a gateway sent can be stored: %j', (sent, text) => {
  expect(textIn(sent)).toBe(text);
});
