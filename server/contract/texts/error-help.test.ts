import { expect, test } from 'vitest';
import { businessErrors, type ErrorKey, genericErrors, messageErrors } from '../errors.ts';
import { errorHelp } from './error-help.ts';

const keys = Object.keys({ ...businessErrors, ...messageErrors, ...genericErrors }) as ErrorKey[];

test.each(keys)('%s has a cause and a remedy in whole sentences', (key) => {
  const { cause, remedy } = errorHelp[key];
  for (const text of [cause, remedy]) expect(text).toMatch(/^[A-Z`].*\.$/);
  expect(remedy).not.toBe(cause);
});

test('no error has help without being in the catalogue', () => {
  expect(Object.keys(errorHelp).sort()).toEqual([...keys].sort());
});
