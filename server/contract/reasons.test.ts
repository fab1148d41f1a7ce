import { expect, test } from 'vitest';
import { z } from 'zod';
import { reasonsOf } from './reasons.ts';

const schema = z.strictObject({
  name: z.string().min(2).max(5),
  amount: z.number().gt(0).max(10),
  kind: z.enum(['A', 'B']),
  tags: z.array(z.string()).min(1),
  note: z.string().optional(),
});

function reasons(input: unknown) {
  return reasonsOf(schema.safeParse(input).error?.issues ?? [], input);
}

test('each invalid field has one reason, with its bound, choices or unknown key', () => {
  expect(reasons({ name: 'x', amount: 0, kind: 'C', tags: [], note: 1, extra: true })).toEqual([
    { field: 'name', code: 'OUT_OF_RANGE', message: 'At least 2 characters.' },
    { field: 'amount', code: 'OUT_OF_RANGE', message: 'Above 0.' },
    { field: 'kind', code: 'UNSUPPORTED', message: 'One of A, B.' },
    { field: 'tags', code: 'OUT_OF_RANGE', message: 'At least 1 entry.' },
    { field: 'note', code: 'INVALID_FORMAT', message: 'This value is malformed or of the wrong type.' },
    { field: 'extra', code: 'NOT_ALLOWED', message: 'Unknown field.' },
  ]);
});

test('REQUIRED for a missing or blank field, whatever its other faults', () => {
  expect(reasons({ name: ' ', amount: 11, tags: ['a'] }).map(({ field, code }) => [field, code])).toEqual([
    ['name', 'REQUIRED'],
    ['amount', 'OUT_OF_RANGE'],
    ['kind', 'REQUIRED'],
  ]);
});
