import { expect, test } from 'vitest';
import { createConcurrencyWindows } from './concurrency-window.ts';

type Windows = ReturnType<typeof createConcurrencyWindows>;

function start(windows: Windows, id: string): void {
  windows.prefetch(id);
  windows.start(id, false);
}

/** Enough attempts in sequence to move any window to its bound. */
function attemptMany(windows: Windows, id: string, latencyMs: number | null): void {
  for (let i = 0; i < 100; i++) {
    start(windows, id);
    windows.end(id, false, latencyMs);
  }
}

/** How many attempts may be in flight. */
function sizeOf(windows: Windows, id: string): number {
  let size = 0;
  for (; windows.canStart(id); size++) start(windows, id);
  for (let i = 0; i < size; i++) windows.end(id, false, null);
  return size;
}

test('the window of a fast endpoint grows up to 64 attempts', () => {
  const windows = createConcurrencyWindows();
  const initial = windows.capacity('a');
  start(windows, 'a');
  expect(windows.capacity('a')).toBe(initial - 1);
  expect(windows.end('a', false, 20)).toBe(true);
  expect(windows.capacity('a')).toBe(initial + 1);
  attemptMany(windows, 'a', 20);
  expect(sizeOf(windows, 'a')).toBe(64);
});

test('windows do not grow while the process has 128 attempts in flight', () => {
  const windows = createConcurrencyWindows();
  const initial = windows.capacity('a');
  for (let i = 0; i < 128; i++) start(windows, `other ${i}`);
  attemptMany(windows, 'a', 20);
  expect(sizeOf(windows, 'a')).toBe(initial);
});

test('deliveries to a fast endpoint are prefetched, also while its window does not grow', () => {
  const windows = createConcurrencyWindows();
  const initial = windows.capacity('a');
  for (let i = 0; i < 128; i++) start(windows, `other ${i}`);
  attemptMany(windows, 'a', 20);
  expect(windows.capacity('a')).toBe(6 * initial);
});

test('for a fast endpoint up to 384 deliveries are claimed, in large batches', () => {
  const windows = createConcurrencyWindows();
  attemptMany(windows, 'a', 20);
  const limit = windows.capacity('a');
  expect(limit).toBe(384);
  for (let i = 0; i < limit; i++) windows.prefetch('a');
  expect(windows.capacity('a')).toBe(0);
  windows.release('a', 10);
  expect(windows.capacity('a')).toBe(0);
  windows.release('a', 200);
  expect(windows.capacity('a')).toBe(210);
});

test('many fast endpoints leave capacity for another webhook', () => {
  const windows = createConcurrencyWindows();
  for (let i = 0; i < 20; i++) {
    attemptMany(windows, `fast ${i}`, 20);
    for (let n = windows.capacity(`fast ${i}`); n > 0; n--) windows.prefetch(`fast ${i}`);
  }
  expect(windows.capacity('another')).toBe(8);
});

const overloaded = [
  ['fails', null],
  ['is slow', 3_000],
] as const;

test.each(overloaded)('one attempt of an endpoint that %s halves its window', (_, latencyMs) => {
  const windows = createConcurrencyWindows();
  attemptMany(windows, 'a', 20);
  start(windows, 'a');
  windows.end('a', false, latencyMs);
  let size = 0;
  for (; windows.canStart('a'); size++) start(windows, 'a');
  expect(size).toBe(32);
});

test.each(overloaded)(
  'the window of an endpoint that %s shrinks to 2 attempts; other windows keep their size',
  (_, latencyMs) => {
    const windows = createConcurrencyWindows();
    const initial = windows.capacity('b');
    attemptMany(windows, 'a', 20);
    start(windows, 'a');
    expect(windows.end('a', false, latencyMs)).toBe(false);
    attemptMany(windows, 'a', latencyMs);
    expect(windows.capacity('a')).toBe(2);
    expect(sizeOf(windows, 'a')).toBe(2);
    expect(windows.capacity('b')).toBe(initial);
  },
);

test('64 retries may be claimed also for an endpoint that fails, and as many as its window once half of all are claimed', () => {
  const windows = createConcurrencyWindows();
  attemptMany(windows, 'a', null);
  expect(windows.capacity('a')).toBe(2);
  expect(windows.retryCapacity('a')).toBe(64);
  for (let i = 0; i < 2_048; i++) windows.prefetch(`other ${i}`);
  expect(windows.retryCapacity('a')).toBe(2);
});

test('retries in flight take none of the places of first attempts', () => {
  const windows = createConcurrencyWindows();
  const initial = windows.capacity('a');
  for (let i = 0; i < 40; i++) {
    windows.prefetch('a');
    windows.start('a', true);
  }
  expect(windows.retryCapacity('a')).toBe(24);
  expect(windows.capacity('a')).toBe(initial);
  expect(sizeOf(windows, 'a')).toBe(initial);
});
