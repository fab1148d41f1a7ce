import { expect, test } from 'vitest';
import { storedChanges } from './audit.ts';

const map = (n: number, value: string) =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i}`, value]));

test('changes of usual size are stored as they are', () => {
  const changes = { planName: { before: 'Home', after: 'x'.repeat(10_000) } };
  expect(JSON.parse(storedChanges(changes))).toEqual(changes);
});

test('of a long map the keys that differ are stored', () => {
  const [before, after] = [
    map(1_000, 'plan one'),
    { ...map(1_000, 'plan one'), k7: 'plan two', more: 'plan' },
  ];
  expect(JSON.parse(storedChanges({ tariffMap: { before, after } }))).toEqual({
    tariffMap: { before: { k7: 'plan one' }, after: { k7: 'plan two', more: 'plan' } },
  });
});

test('changes have a limit, however many values differ and however long they are', () => {
  const long = { before: map(1_000, 'a'.repeat(100)), after: map(1_000, 'b'.repeat(100)) };
  const text = { before: null, after: 'x'.repeat(500_000) };
  const stored = storedChanges({ tariffMap: long, poolMap: long, note: text });
  expect(stored.length).toBeLessThan(16_384);
  expect(JSON.parse(stored).tariffMap.after.k0).toBe('b'.repeat(100));
  expect(JSON.parse(stored).note.after).toMatch(/^x{900}/);
});
