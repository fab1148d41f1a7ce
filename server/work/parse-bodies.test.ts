import { expect, test } from 'vitest';
import { parseBodies } from './parse-bodies.ts';

test('other work has turns while long bodies are parsed, and the events keep their order', async () => {
  const metadata = Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [`key ${n}`, [`${n}`]]));
  const rows = Array.from({ length: 6 }, (_, n) => ({ body: JSON.stringify({ id: `evt_${n}`, metadata }) }));
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const events = await parseBodies(rows);
  clearImmediate(next);
  expect(events.map(({ id }) => id)).toEqual(rows.map((_, n) => `evt_${n}`));
  expect(turns).toBeGreaterThan(1);
});
