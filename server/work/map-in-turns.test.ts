import { expect, test } from 'vitest';
import { monotonicMs } from '../clock.ts';
import { mapInTurns } from './map-in-turns.ts';

/** Other work, which counts its turns of the event loop. */
function otherWork() {
  const work = {
    turns: 0,
    stop: () => clearImmediate(next),
  };
  const turn = () => {
    work.turns++;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  return work;
}

test('other work has a turn between two elements', async () => {
  const other = otherWork();
  const seen = await mapInTurns(['a', 'b', 'c', 'd'], (element, i) => ({ element, i, turns: other.turns }));
  other.stop();
  expect(seen.map(({ element, i }) => `${element}${i}`)).toEqual(['a0', 'b1', 'c2', 'd3']);
  expect(new Set(seen.map((each) => each.turns)).size).toBe(4);
});

test('a group has one turn, and the rows of a page have none', async () => {
  const other = otherWork();
  const seen = await mapInTurns([1, 2, 3, 4, 5], (element) => ({ element, turns: other.turns }), 2);
  expect(seen.map(({ element }) => element)).toEqual([1, 2, 3, 4, 5]);
  expect(new Set(seen.map((each) => each.turns)).size).toBe(3);
  const before = other.turns;
  expect(await mapInTurns([1, 2], (element) => element * other.turns, 2)).toEqual([before, 2 * before]);
  other.stop();
});

test('a group that takes long has turns within it', async () => {
  const other = otherWork();
  const seen = await mapInTurns(
    [1, 2, 3],
    () => {
      const until = monotonicMs() + 20;
      while (monotonicMs() < until);
      return other.turns;
    },
    50,
  );
  other.stop();
  expect(new Set(seen).size).toBe(3);
});
