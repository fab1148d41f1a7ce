import { expect, test } from 'vitest';
import { unknownName } from './unknown-name.ts';

const known = ['planName', 'planType', 'priceAmount', 'priceCurrency', 'graceDays'];

test.each([
  ['planname', 'planName'],
  ['plan_name', 'planName'],
  ['PlanTyp', 'planType'],
  ['amount', 'priceAmount'],
  ['currency', 'priceCurrency'],
  ['gracedays', 'graceDays'],
  ['grace-dayz', 'graceDays'],
])('the nearest of %s is %s', (name, nearest) => {
  expect(unknownName('field', name, known)).toBe(`Unknown field. The nearest known one is ${nearest}.`);
});

test('an endpoint without names has no nearest one', () => {
  expect(unknownName('parameter', 'page', [])).toBe('Unknown parameter.');
  expect(unknownName('parameter', 'x'.repeat(1_000_000), known)).toContain('Unknown parameter. ');
});

test('of a long name the first 64 characters are compared', () => {
  const message = unknownName('field', `planName${'x'.repeat(5_000)}`, ['planName', 'x'.repeat(3_000)]);
  expect(message).toBe('Unknown field. The nearest known one is planName.');
});
