import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fullNameOf, splitFullName } from './full-name.ts';

test.each([
  ['Juan Carlos de la Cruz', 'Juan', 'Carlos de la Cruz'],
  ['Ada Lovelace', 'Ada', 'Lovelace'],
  ['  Ada \t  King  Lovelace ', 'Ada', 'King  Lovelace'],
  ['Ada\u00a0Lovelace', 'Ada', 'Lovelace'],
  ['山田\u3000太郎', '山田', '太郎'],
  ['Madonna', 'Madonna', '-'],
  ['Cher -', 'Cher', '-'],
])('%s is %s, %s', (name, firstName, lastName) => {
  expect(splitFullName(name)).toEqual({ firstName, lastName });
});

test.each([
  ['Ada', 'Lovelace', 'Ada Lovelace'],
  ['Madonna', '-', 'Madonna'],
])('%s and %s are %s', (firstName, lastName, name) => {
  expect(fullNameOf({ firstName, lastName })).toBe(name);
});

test('both parts are cut to 100 characters, and never within a character', () => {
  const { firstName, lastName } = splitFullName(`${'a'.repeat(120)} ${'b'.repeat(99)}😀`);
  expect(firstName).toBe('a'.repeat(100));
  expect(lastName).toBe('b'.repeat(99));
});

test('names are joined by `fullNameOf` and `subscriberName` alone, which leave out the `-`', () => {
  const root = join(import.meta.dirname, '../..');
  /** What compares and erases names has them as they are stored. */
  const stored = [
    'contract/full-name.ts',
    'erasure/names.ts',
    'import/identity.ts',
    'subscriber/resource.ts',
  ];
  const joined = ['server', 'app', 'components']
    .flatMap((top) =>
      readdirSync(join(root, top), { recursive: true }).map((path) => join(top, String(path))),
    )
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .filter((path) => !stored.some((end) => path.endsWith(end)))
    .filter((path) =>
      /first_name"? ?\|\||first_name, \w*\.?last_name|firstName\} \$\{/i.test(
        readFileSync(join(root, path), 'utf8'),
      ),
    );
  expect(joined).toEqual([]);
});
