import { expect, test } from 'vitest';
import { monotonicMs } from '../clock.ts';
import { mapInTurns } from './map-in-turns.ts';

/** Maps elements of which each takes a time, and returns the turns of the event loop in which they were mapped. */
async function turnsOf(elements: string[], elementMs: number) {
  let turn = 0;
  const count = () => {
    turn += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const seen = await mapInTurns(elements, (element, i) => {
    const until = monotonicMs() + elementMs;
    while (monotonicMs() < until);
    return { element: `${element}${i}`, turn };
  });
  clearImmediate(next);
  return seen;
}

test('other work has turns between elements that take long', async () => {
  const seen = await turnsOf(['a', 'b', 'c'], 20);
  expect(seen.map(({ element }) => element)).toEqual(['a0', 'b1', 'c2']);
  expect(new Set(seen.map(({ turn }) => turn)).size).toBe(3);
});

test('a few short elements take no turn', async () => {
  expect(new Set((await turnsOf(['a', 'b', 'c', 'd', 'e'], 0)).map(({ turn }) => turn)).size).toBe(1);
});
