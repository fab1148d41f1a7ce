import { expect, test } from 'vitest';
import { confirms, copyName } from './rules.ts';

test('copies are numbered from the second on', () => {
  expect(copyName('Home', 1)).toBe('Home (copy)');
  expect(copyName('Home', 2)).toBe('Home (copy 2)');
  expect(copyName('Home (copy)', 1)).toBe('Home (copy) (copy)');
});

test('a long name is cut so that the whole has 120 characters, without half a character or a space before the suffix', () => {
  expect(copyName('n'.repeat(120), 1)).toBe(`${'n'.repeat(113)} (copy)`);
  expect(copyName('n'.repeat(120), 1_000)).toHaveLength(120);
  expect(copyName('n'.repeat(113), 1)).toBe(`${'n'.repeat(113)} (copy)`);
  expect(copyName(`${'n'.repeat(112)} tail`, 1)).toBe(`${'n'.repeat(112)} (copy)`);
  const emoji = copyName('😀'.repeat(60), 1);
  expect(emoji.isWellFormed()).toBe(true);
  expect(emoji.length).toBeLessThanOrEqual(120);
});

test('a name is confirmed whatever the case and the space around', () => {
  expect(confirms('  HOME 20\t', 'Home 20')).toBe(true);
  expect(confirms('größe', 'GRÖßE')).toBe(true);
  expect(confirms('Home  20', 'Home 20')).toBe(false);
  expect(confirms('Home', 'Home 20')).toBe(false);
  expect(confirms('', 'Home 20')).toBe(false);
});
