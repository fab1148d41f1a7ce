import { expect, test } from 'vitest';
import { paystackLine } from './statement.ts';

test('a line in an unknown currency is refused at its currency', () => {
  const line = { reference: 'ref-a', amount: 100, currency: 'ZZZ' };
  const { error } = paystackLine.safeParse(line);
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['currency']);
  expect(paystackLine.safeParse({ ...line, currency: 'KES' }).success).toBe(true);
});
