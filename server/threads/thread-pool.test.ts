import { expect, test } from 'vitest';
import type { BusyTask } from '../../test/fixtures/busy-thread.ts';
import { SECOND_MS } from '../clock.ts';
import { refuse } from '../contract/errors.ts';
import { createThreadPool } from './thread-pool.ts';

type Limits = { threads?: number; waiting?: number; heapMb?: number; taskMs?: number; isProcess?: boolean };

const pool = (limits: Limits = {}) =>
  createThreadPool<BusyTask, number>({
    module: '../test/fixtures/busy-thread',
    ...{ threads: 1, waiting: 10, heapMb: 64, taskMs: 30 * SECOND_MS },
    ...limits,
    tooMuch: () => refuse('PAYLOAD_TOO_LARGE'),
  });

test('one thread answers the tasks of one work after the other, and is used again', async () => {
  const { run } = pool();
  const twice = run('owner', async ({ ask }) => [await ask({}), await ask({})]);
  const once = run('owner', ({ ask }) => ask({}));
  expect(await twice).toEqual([1, 2]);
  expect(await once).toBe(3);
});

test('work beyond those that may wait is refused with the time to wait, and there is room after it', async () => {
  const { run } = pool({ waiting: 1 });
  const tasks = [1, 2, 3].map(() => run('owner', ({ ask }) => ask({})));
  const [first, second, third] = await Promise.allSettled(tasks);
  expect([first?.status, second?.status]).toEqual(['fulfilled', 'fulfilled']);
  expect(third).toMatchObject({
    reason: { key: 'SERVICE_UNAVAILABLE', status: 503, headers: { 'Retry-After': '2' } },
  });
  expect(await run('owner', ({ ask }) => ask({}))).toBe(3);
});

test.each([
  ['time', 'thread', { taskMs: 3_000 }, { busyMs: 60_000 }],
  ['memory', 'thread', { heapMb: 16 }, { fill: true }],
  ['time', 'process', { taskMs: 3_000, isProcess: true }, { busyMs: 60_000 }],
  ['memory', 'process', { heapMb: 64, isProcess: true }, { fill: true }],
  // V8 ends a process for an array that does not fit.
  ['memory at once', 'process', { heapMb: 64, isProcess: true }, { grow: true }],
] as const)('a task that takes too much %s is refused and ends its %s', async (_, __, limits, task) => {
  const { run } = pool(limits);
  await expect(run('owner', ({ ask }) => ask(task))).rejects.toMatchObject({ key: 'PAYLOAD_TOO_LARGE' });
  expect(await run('owner', ({ ask }) => ask({}))).toBe(1);
});

test.each([false, true])(
  'a task that fails gives its error, and its thread continues (process: %s)',
  async (isProcess) => {
    const { run } = pool({ isProcess });
    await expect(run('owner', ({ ask }) => ask({ fail: 'no such font' }))).rejects.toThrow('no such font');
    expect(await run('owner', ({ ask }) => ask({}))).toBe(1);
  },
);
