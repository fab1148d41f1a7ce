import { expect, test } from 'vitest';
import { ownTurn } from './turn.ts';

test('two works never have the same turn of the event loop, and take turns', async () => {
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  count();
  const taken: [string, number][] = [];
  const work = async (name: string) => {
    for (let part = 0; part < 3; part++) {
      await ownTurn();
      taken.push([name, turn]);
    }
  };
  await Promise.all([work('a'), work('b'), work('c')]);
  isOver = true;
  expect(taken.map(([name]) => name).join('')).toBe('abcabcabc');
  expect(new Set(taken.map(([, at]) => at)).size).toBe(9);
});
