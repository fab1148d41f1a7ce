import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

const LEFT_OUT_BY_LIST = /\bnot in \(\s*select|notInArray\([^,]+,\s*\w+(\(\))?\s*\.select/i;

/** PostgreSQL compares each row with each of such a list once its estimate is more than `work_mem`: hours with 200,000. `not exists` has no such plan. */
test('no statement leaves rows out by the list of a query', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((path) => LEFT_OUT_BY_LIST.test(readFileSync(`${root}${path}`, 'utf8')))).toEqual([]);
});
