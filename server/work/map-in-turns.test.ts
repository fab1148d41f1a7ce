import { expect, test } from 'vitest';
import { monotonicMs } from '../clock.ts';
import { mapInTurns } from './map-in-turns.ts';

test('other work has a turn between two elements', async () => {
  let turns = 0;
  let isOver = false;
  const other = () => {
    turns++;
    if (!isOver) setImmediate(other);
  };
  setImmediate(other);
  const seen = await mapInTurns(['a', 'b', 'c', 'd'], (element, i) => ({ element, i, turns }));
  isOver = true;
  expect(seen.map(({ element, i }) => `${element}${i}`)).toEqual(['a0', 'b1', 'c2', 'd3']);
  expect(new Set(seen.map((each) => each.turns)).size).toBe(4);
});

test('a group has one turn, and the rows of a page have none', async () => {
  let turns = 0;
  let isOver = false;
  const other = () => {
    turns++;
    if (!isOver) setImmediate(other);
  };
  setImmediate(other);
  const seen = await mapInTurns([1, 2, 3, 4, 5], (element) => ({ element, turns }), 2);
  expect(seen.map(({ element }) => element)).toEqual([1, 2, 3, 4, 5]);
  expect(new Set(seen.map((each) => each.turns)).size).toBe(3);
  const before = turns;
  expect(await mapInTurns([1, 2], (element) => element * turns, 2)).toEqual([before, 2 * before]);
  isOver = true;
});

test('a group that takes long has turns within it', async () => {
  let turns = 0;
  let isOver = false;
  const other = () => {
    turns++;
    if (!isOver) setImmediate(other);
  };
  setImmediate(other);
  const seen = await mapInTurns(
    [1, 2, 3],
    () => {
      const until = monotonicMs() + 20;
      while (monotonicMs() < until);
      return turns;
    },
    50,
  );
  isOver = true;
  expect(new Set(seen).size).toBe(3);
});
