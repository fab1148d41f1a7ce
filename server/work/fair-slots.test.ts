import { setImmediate as settle } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMetrics } from '../metrics.ts';
import { createFairSlots } from './fair-slots.ts';

/** Starts work that ends on demand, and records the order of starts, and the refusals with their seconds to wait. */
function recorded(slots: ReturnType<typeof createFairSlots>) {
  const started: string[] = [];
  const refused: string[] = [];
  const ends = new Map<string, (() => void)[]>();
  return {
    started,
    refused,
    begin(partner: string, times = 1) {
      for (let n = 0; n < times; n++) {
        const work = () => {
          started.push(partner);
          return new Promise<void>((end) => ends.set(partner, [...(ends.get(partner) ?? []), end]));
        };
        slots
          .run(partner, work)
          .catch(({ body, headers }) => refused.push(`${partner} ${body.error} ${headers['Retry-After']}`));
      }
    },
    async end(partner: string) {
      ends.get(partner)?.shift()?.();
      await settle();
    },
    count: (partner: string) => started.filter((name) => name === partner).length,
  };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a partner alone gets four of five slots; the last is for another one, which starts at once', async () => {
  const work = recorded(createFairSlots(10));
  work.begin('a', 50);
  expect(work.count('a')).toBe(8);
  work.begin('b');
  expect(work.count('b')).toBe(1);
});

test('of two partners that want all, each has one request in work; a third one starts at once', async () => {
  const work = recorded(createFairSlots(10));
  work.begin('a', 100);
  work.begin('b', 100);
  for (let n = 0; n < 20; n++) {
    await work.end('a');
    await work.end('b');
  }
  expect(work.count('a')).toBe(21);
  expect(work.count('b')).toBe(21);
  work.begin('c');
  expect(work.count('c')).toBe(1);
});

test('requests that run for long do not count as in work; of two partners with such requests, each gets at least four', async () => {
  const work = recorded(createFairSlots(10));
  work.begin('b');
  work.begin('a', 20);
  expect(work.count('a')).toBe(4);
  work.begin('b', 19);
  for (let n = 0; n < 8; n++) {
    work.begin('b');
    vi.advanceTimersByTime(300);
    await settle();
  }
  expect(work.count('a')).toBeGreaterThanOrEqual(4);
  expect(work.count('b')).toBeGreaterThanOrEqual(4);
  work.begin('c');
  if (work.count('c') === 0) await work.end('a');
  expect(work.count('c')).toBe(1);
});

test('a second after the last request of others, a partner may have all but the last slots again, in the order of arrival', async () => {
  const work = recorded(createFairSlots(10));
  work.begin('b');
  vi.advanceTimersByTime(950);
  work.begin('a', 5);
  expect(work.count('a')).toBe(4);
  vi.advanceTimersByTime(100);
  work.begin('a', 1);
  await settle();
  expect(work.count('a')).toBe(6);
});

test('the queues of partners take turns, each in the order of arrival', async () => {
  const work = recorded(createFairSlots(1));
  work.begin('a', 4);
  work.begin('b', 2);
  work.begin('c');
  for (const partner of ['a', 'a', 'b', 'c', 'a', 'b']) await work.end(partner);
  expect(work.started).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a']);
});

test('beyond the places to wait requests are refused; another partner still finds a place', async () => {
  const work = recorded(createFairSlots(1));
  work.begin('a', 200);
  await settle();
  expect(work.refused).toHaveLength(200 - 1 - 80);
  expect(work.refused[0]).toBe('a SERVICE_UNAVAILABLE 1');
  work.begin('b');
  await work.end('a');
  await work.end('a');
  expect(work.count('b')).toBe(1);
});

test('a wait that is too long is refused; the next requests are not affected', async () => {
  const work = recorded(createFairSlots(1, { maxWaitMs: 1_000 }));
  work.begin('a', 3);
  vi.advanceTimersByTime(1_500);
  await settle();
  expect(work.refused).toEqual(['a SERVICE_UNAVAILABLE 1', 'a SERVICE_UNAVAILABLE 1']);
  work.begin('b');
  await work.end('a');
  expect(work.started).toEqual(['a', 'b']);
});

test('work that fails frees its slot', async () => {
  const slots = createFairSlots(1);
  await expect(slots.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await slots.run('b', async () => 'yes')).toBe('yes');
});

test('the metrics have slots in use, waiting and refused requests, and waits', async () => {
  const metrics = createMetrics();
  const work = recorded(createFairSlots(1, { maxWaitMs: 1_000, metrics }));
  const values = async () =>
    (await metrics.scrape()).body
      .split('\n')
      .filter((line) =>
        /^demarc_(slots|requests_shed|slot_wait_seconds_(sum|count|bucket.*="0.5"))/.test(line),
      )
      .map((line) => line.replace('demarc_', ''));
  work.begin('a', 102);
  work.begin('b');
  await settle();
  expect(await values()).toEqual([
    'slot_wait_seconds_bucket{le="0.5"} 1',
    'slot_wait_seconds_sum 0',
    'slot_wait_seconds_count 1',
    'slots_in_use 1',
    'slots_waiting 81',
    'requests_shed_total 21',
  ]);
  vi.advanceTimersByTime(750);
  await work.end('a');
  expect(await values()).toEqual([
    'slot_wait_seconds_bucket{le="0.5"} 1',
    'slot_wait_seconds_sum 0.75',
    'slot_wait_seconds_count 2',
    'slots_in_use 1',
    'slots_waiting 80',
    'requests_shed_total 21',
  ]);
  vi.advanceTimersByTime(1_000);
  await settle();
  expect((await values()).slice(3)).toEqual(['slots_in_use 1', 'slots_waiting 0', 'requests_shed_total 101']);
});
