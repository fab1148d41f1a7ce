import { expect, test } from 'vitest';
import { forEachAccount } from './for-each-account.ts';

test('the work of an account that fails does not end that of the others', async () => {
  const done: string[] = [];
  const rows = ['a', 'b', 'c'].map((providerId) => ({ providerId }));
  await forEachAccount('count', rows, async ({ providerId }) => {
    if (providerId === 'b') throw new Error('no');
    done.push(providerId);
  });
  expect(done).toEqual(['a', 'c']);
});
