import { expect, test } from 'vitest';
import { splitFullName } from './full-name.ts';

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

test('both parts are cut to 100 characters, and never within a character', () => {
  const { firstName, lastName } = splitFullName(`${'a'.repeat(120)} ${'b'.repeat(99)}😀`);
  expect(firstName).toBe('a'.repeat(100));
  expect(lastName).toBe('b'.repeat(99));
});
