import { expect, test } from 'vitest';
import { monotonicMs } from '../clock.ts';
import { jsonInTurns } from './json-in-turns.ts';

const textOf = async (value: unknown) => {
  const json = await jsonInTurns(value);
  return typeof json === 'string' ? json : Buffer.concat(json).toString();
};

test.each([
  [{ success: true, data: [], meta: { next: null }, correlationId: 'c' }],
  [{ data: [{ a: [1, undefined, { b: undefined }] }, 'text', null, 5, undefined], none: undefined }],
  [{ '"quoted\u2028': 'é漢😀"\\', at: new Date(0), deep: { deeper: { list: [[1], []] } }, empty: {} }],
  [{ left: { out: () => {}, too: Symbol('x') }, list: [() => {}] }],
  [[1, [2]]],
  ['text'],
  [null],
  [{ data: Array.from({ length: 300 }, (_, i) => ({ i, text: '漢"'.repeat(500) })), meta: { i: 1 } }],
])('equals JSON.stringify (%#)', async (value) => {
  expect(await textOf(value)).toBe(JSON.stringify(value));
});

test('a short text is one text; a long one is parts', async () => {
  expect(typeof (await jsonInTurns({ data: [1, 2, 3] }))).toBe('string');
  const parts = await jsonInTurns({ data: Array.from({ length: 100 }, () => 'x'.repeat(10_000)) });
  expect(parts.length).toBeGreaterThan(10);
  expect(Array.isArray(parts)).toBe(true);
});

test('other work has turns between the elements that take long', async () => {
  const turns: number[] = [];
  let turn = 0;
  const count = () => {
    turn += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const slow = {
    toJSON() {
      turns.push(turn);
      const until = monotonicMs() + 20;
      while (monotonicMs() < until);
      return 1;
    },
  };
  await jsonInTurns({ data: [slow, slow, slow] });
  clearImmediate(next);
  expect(new Set(turns).size).toBe(3);
});
