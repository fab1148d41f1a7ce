import { expect, test } from 'vitest';
import { createWindows } from './windows.ts';

test('a brisk receiver gets more and more at a time, up to a bound', () => {
  const windows = createWindows();
  const first = windows.roomOf('a');
  windows.begun('a');
  expect(windows.roomOf('a')).toBe(first - 1);
  windows.ended('a', 20);
  expect(windows.roomOf('a')).toBe(first + 1);
  for (let i = 0; i < 1_000; i++) {
    windows.begun('a');
    windows.ended('a', 20);
  }
  expect(windows.roomOf('a')).toBe(64);
});

test.each([
  ['fails', null],
  ['is slow', 3_000],
])('one that %s gets less, but never nothing, and others are not concerned', (_, latencyMs) => {
  const windows = createWindows();
  const first = windows.roomOf('b');
  for (let i = 0; i < 10; i++) {
    windows.begun('a');
    windows.ended('a', latencyMs);
  }
  expect(windows.roomOf('a')).toBe(2);
  expect(windows.roomOf('b')).toBe(first);
});
