import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPacedRefusals } from './paced-refusals.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Requests turns and counts the ones that were granted, by caller. */
function counted() {
  const paced = createPacedRefusals();
  const counts: Record<string, number> = {};
  return {
    counts,
    release: paced.release,
    ask(caller: string, times: number) {
      counts[caller] ??= 0;
      for (let n = 0; n < times; n++) {
        void paced.turn(caller).then(() => {
          counts[caller] = (counts[caller] ?? 0) + 1;
        });
      }
    },
  };
}

test('20 refusals of a caller are answered at once, further ones 100 a second; another caller does not wait', async () => {
  const { counts, ask } = counted();
  ask('a', 200);
  ask('b', 20);
  await vi.advanceTimersByTimeAsync(0);
  expect(counts).toEqual({ a: 20, b: 20 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(counts.a).toBe(120);
  await vi.advanceTimersByTimeAsync(800);
  expect(counts.a).toBe(200);
});

test('after a pause refusals are answered at once again', async () => {
  const { counts, ask } = counted();
  ask('a', 30);
  await vi.advanceTimersByTimeAsync(300);
  ask('a', 20);
  await vi.advanceTimersByTimeAsync(0);
  expect(counts.a).toBe(50);
});

test('at most 500 refusals of a caller wait; one more is answered at once', async () => {
  const { counts, ask } = counted();
  ask('a', 520);
  await vi.advanceTimersByTimeAsync(0);
  expect(counts.a).toBe(20);
  ask('a', 1);
  await vi.advanceTimersByTimeAsync(0);
  expect(counts.a).toBe(21);
});

test('a release answers all that wait, and later ones at once', async () => {
  const { counts, ask, release } = counted();
  ask('a', 100);
  release();
  ask('a', 100);
  await vi.advanceTimersByTimeAsync(0);
  expect(counts.a).toBe(200);
  expect(vi.getTimerCount()).toBe(0);
});
