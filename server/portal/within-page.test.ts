import { expect, test } from 'vitest';
import { withinPage } from './within-page.ts';

const metadata = Object.fromEntries(
  Array.from({ length: 50 }, (_, i) => [`key-${i}`, `${'x'.repeat(31)}😀y`]),
);
const long = Object.fromEntries(Object.keys(metadata).map((key) => [key, 'x'.repeat(500)]));

test('an answer of usual length stays as it is', () => {
  const page = { data: [{ id: 'sub_1', metadata: long }], meta: { total: 1 } };
  expect(withinPage(page)).toBe(page);
  expect(withinPage(undefined)).toBeUndefined();
});

test('of a long answer the values of metadata are cut, at any depth, and nothing else', () => {
  const at = new Date(0);
  const event = {
    id: 'evt_1',
    note: 'y'.repeat(500),
    at,
    data: { current: { metadata: long }, previous: null },
  };
  const page = { data: Array.from({ length: 100 }, () => event), meta: { total: 100, next: null } };
  const cut = Object.fromEntries(Object.keys(long).map((key) => [key, `${'x'.repeat(32)}…`]));
  expect(withinPage(page)).toEqual({
    data: Array.from({ length: 100 }, () => ({
      ...event,
      data: { current: { metadata: cut }, previous: null },
    })),
    meta: { total: 100, next: null },
  });
});

test('a character is not cut in two', () => {
  const rows = Array.from({ length: 400 }, () => ({ note: 'z'.repeat(2_000), metadata }));
  const [row] = withinPage(rows) as { metadata: Record<string, string> }[];
  expect(row?.metadata['key-0']).toBe(`${'x'.repeat(31)}\ufffd…`);
});
