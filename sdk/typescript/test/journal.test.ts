import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Journal } from '../src/cli/journal.ts';

const folder = mkdtempSync(join(tmpdir(), 'demarc-journal-'));
afterAll(() => rmSync(folder, { recursive: true }));

const place = (n: number) => ({ at: `2026-01-01T00:00:${String(n).padStart(5, '0')}`, id: `evt_${n}` });
let files = 0;
const newPath = () => join(folder, `journal-${++files}`);

test('a journal knows recent events by id, older ones by their number, and handled ones at its next start', () => {
  const path = newPath();
  const journal = Journal.start(path, 5, [place(9), place(8)]);
  journal.add(place(12));
  const loaded = Journal.load(path);
  expect(loaded?.total).toBe(6);
  expect([7, 8, 9, 10, 12].filter((n) => loaded?.isNew(place(n)))).toEqual([10]);
});

test('with few events, also one that is dated before all of them is new', () => {
  expect(Journal.start(newPath(), 2, [place(8), place(9)]).isNew(place(1))).toBe(true);
});

test('a line that a killed process did not finish is as if it were not there', () => {
  const path = newPath();
  Journal.start(path, 1, [place(1)]);
  appendFileSync(path, `known ${place(2).at} evt`);
  Journal.load(path)?.add(place(3));
  const loaded = Journal.load(path);
  expect([1, 2, 3].filter((n) => loaded?.isNew(place(n)))).toEqual([2]);
});

test('a long journal keeps the newest ids and the number of the others', () => {
  const path = newPath();
  const journal = Journal.start(path, 0, []);
  for (let n = 1; n <= 20_001; n++) journal.add(place(n));
  expect(journal.total).toBe(20_001);
  expect([10_001, 10_002, 20_001, 20_002].map((n) => journal.isNew(place(n)))).toEqual([
    false,
    false,
    false,
    true,
  ]);
  expect(Journal.load(path)?.total).toBe(20_001);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('there is no journal before the first start', () => {
  expect(Journal.load(newPath())).toBeNull();
});
