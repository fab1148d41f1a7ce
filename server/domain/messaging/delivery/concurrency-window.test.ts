import { expect, test } from 'vitest';
import { createWindows } from './concurrency-window.ts';

type Windows = ReturnType<typeof createWindows>;

function begin(windows: Windows, id: string): void {
  windows.held(id);
  windows.begun(id);
}

/** As many attempts one after the other as any window takes to open or close. */
function tried(windows: Windows, id: string, latencyMs: number | null): void {
  for (let i = 0; i < 100; i++) {
    begin(windows, id);
    windows.ended(id, latencyMs);
  }
}

/** How many attempts may be under way at a time. */
function widthOf(windows: Windows, id: string): number {
  let width = 0;
  for (; windows.isOpen(id); width++) begin(windows, id);
  for (let i = 0; i < width; i++) windows.ended(id, null);
  return width;
}

test('a brisk receiver gets more and more at a time, up to a bound', () => {
  const windows = createWindows();
  const first = windows.roomOf('a');
  begin(windows, 'a');
  expect(windows.roomOf('a')).toBe(first - 1);
  expect(windows.ended('a', 20)).toBe(true);
  expect(windows.roomOf('a')).toBe(first + 1);
  tried(windows, 'a', 20);
  expect(widthOf(windows, 'a')).toBe(64);
});

test('for one that is brisk some are held ready, within a bound, and taken many at a time', () => {
  const windows = createWindows();
  tried(windows, 'a', 20);
  const reach = windows.roomOf('a');
  expect(reach).toBe(384);
  for (let i = 0; i < reach; i++) windows.held('a');
  expect(windows.roomOf('a')).toBe(0);
  windows.letGo('a', 10);
  expect(windows.roomOf('a')).toBe(0);
  windows.letGo('a', 200);
  expect(windows.roomOf('a')).toBe(210);
});

test('however many brisk ones there are, there is room for another', () => {
  const windows = createWindows();
  for (let i = 0; i < 20; i++) {
    tried(windows, `brisk ${i}`, 20);
    for (let n = windows.roomOf(`brisk ${i}`); n > 0; n--) windows.held(`brisk ${i}`);
  }
  expect(windows.roomOf('another')).toBe(8);
});

test.each([
  ['fails', null],
  ['is slow', 3_000],
])('one that %s gets less, but never nothing, and others are not concerned', (_, latencyMs) => {
  const windows = createWindows();
  const first = windows.roomOf('b');
  tried(windows, 'a', 20);
  begin(windows, 'a');
  expect(windows.ended('a', latencyMs)).toBe(false);
  tried(windows, 'a', latencyMs);
  expect(windows.roomOf('a')).toBe(2);
  expect(widthOf(windows, 'a')).toBe(2);
  expect(windows.roomOf('b')).toBe(first);
});
