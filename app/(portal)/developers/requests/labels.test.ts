import { expect, test } from 'vitest';
import { durationText, parsedBody, targetOf, toneOfHttpStatus } from './labels.ts';

test.each([
  [0.4, '0.4 ms'],
  [12.6, '13 ms'],
  [1_249, '1.2 s'],
])('%d ms is shown as %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

test.each([
  [201, 'green'],
  [409, 'yellow'],
  [503, 'red'],
])('status %d is %s', (status, tone) => {
  expect(toneOfHttpStatus(status)).toBe(tone);
});

test('a target has its query, a body that was cut is no JSON', () => {
  expect(targetOf({ path: '/v1/plans', query: null })).toBe('/v1/plans');
  expect(targetOf({ path: '/v1/plans', query: 'page=2' })).toBe('/v1/plans?page=2');
  expect(parsedBody('{"a":1}')).toEqual({ a: 1 });
  expect(parsedBody('{"a":"x… 12 more characters')).toBeNull();
});
