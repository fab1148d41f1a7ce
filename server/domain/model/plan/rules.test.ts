import { expect, test } from 'vitest';
import { copyName, matchesPlanName } from './rules.ts';

test('copies are numbered from the second one', () => {
  expect(copyName('Home', 1)).toBe('Home (copy)');
  expect(copyName('Home', 2)).toBe('Home (copy 2)');
  expect(copyName('Home (copy)', 1)).toBe('Home (copy) (copy)');
});

test('a long name is shortened so that the whole has 120 characters, without a broken character or a trailing space', () => {
  expect(copyName('n'.repeat(120), 1)).toBe(`${'n'.repeat(113)} (copy)`);
  expect(copyName('n'.repeat(120), 1_000)).toHaveLength(120);
  expect(copyName('n'.repeat(113), 1)).toBe(`${'n'.repeat(113)} (copy)`);
  expect(copyName(`${'n'.repeat(112)} tail`, 1)).toBe(`${'n'.repeat(112)} (copy)`);
  const emoji = copyName('😀'.repeat(60), 1);
  expect(emoji.isWellFormed()).toBe(true);
  expect(emoji.length).toBeLessThanOrEqual(120);
});

test('the confirmation of a name ignores case and surrounding space', () => {
  expect(matchesPlanName('  HOME 20\t', 'Home 20')).toBe(true);
  expect(matchesPlanName('größe', 'GRÖßE')).toBe(true);
  expect(matchesPlanName('Home  20', 'Home 20')).toBe(false);
  expect(matchesPlanName('Home', 'Home 20')).toBe(false);
  expect(matchesPlanName('', 'Home 20')).toBe(false);
});
