import { expect, test } from 'vitest';
import { navigation } from './navigation.ts';

test('each place of the side bar has a key of its own', () => {
  const keys = navigation.flatMap(({ items }) => items.map(({ key }) => key));
  expect(new Set(keys).size).toBe(keys.length);
  for (const key of keys) expect(key).toMatch(/^[a-z\d]$/);
});
