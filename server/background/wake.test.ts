import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WakeName } from '../work/wake-names.ts';
import { createWaker, startHere, wake } from './wake.ts';

const START = new Date('2026-05-01T00:00:00.000Z');
const EVENT: WakeName = 'billing/due';

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

function recorder(send: (id: string) => Promise<unknown> = async () => {}) {
  const sent: { at: number; providerId: string; id: string }[] = [];
  const errors: unknown[] = [];
  const waker = createWaker({
    send: (_name, providerId, id) => {
      sent.push({ at: Date.now() - START.getTime(), providerId, id });
      return send(id);
    },
    onError: (error) => errors.push(error),
  });
  return { sent, errors, wake: (providerId: string) => waker(EVENT, providerId) };
}

test('the first wake-up is sent at once', async () => {
  const { sent, wake } = recorder();
  wake('p1');
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toMatchObject([{ at: 0, providerId: 'p1' }]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent).toHaveLength(1);
});

test('further wake-ups of a slot are sent as one, at its end', async () => {
  const { sent, wake } = recorder();
  await vi.advanceTimersByTimeAsync(100);
  for (let i = 0; i < 10; i++) {
    wake('p1');
    await vi.advanceTimersByTimeAsync(10);
  }
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent.map(({ at }) => at)).toEqual([100, 250]);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(2);
});

test('while one has no answer, no other is sent; then one for all that followed', async () => {
  let answer = () => {};
  const { sent, wake } = recorder(() => new Promise<void>((done) => (answer = done)));
  wake('p1');
  wake('p2');
  for (let n = 0; n < 20; n++) {
    await vi.advanceTimersByTimeAsync(200);
    wake('p2');
  }
  expect(sent.map(({ providerId }) => providerId)).toEqual(['p1', 'p2']);
  answer();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent.map(({ providerId }) => providerId)).toEqual(['p1', 'p2', 'p2']);
});

test('two wake-ups have different ids although the clock is behind the timers', async () => {
  const { sent, wake } = recorder();
  wake('p1');
  wake('p1');
  await vi.advanceTimersByTimeAsync(249);
  vi.setSystemTime(START);
  await vi.advanceTimersByTimeAsync(1);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(2);
});

test('a steady stream is sent as one wake-up for each slot', async () => {
  const { sent, wake } = recorder();
  for (let ms = 0; ms < 1_000; ms += 5) {
    wake('p1');
    await vi.advanceTimersByTimeAsync(5);
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent.map(({ at }) => at)).toEqual([0, 250, 500, 750, 1_000]);
});

test('wake-ups of different providers are throttled separately', async () => {
  const { sent, wake } = recorder();
  wake('p1');
  wake('p2');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent.map(({ providerId }) => providerId)).toEqual(['p1', 'p2']);
});

test('wake-ups of different processes have different ids', async () => {
  const [a, b] = [recorder(), recorder()];
  a.wake('p1');
  b.wake('p1');
  await vi.advanceTimersByTimeAsync(0);
  expect(a.sent[0]?.id).not.toBe(b.sent[0]?.id);
});

test('an error is passed to onError, and later wake-ups are sent', async () => {
  let fails = true;
  const { sent, errors, wake } = recorder(() => {
    if (fails) throw new Error('unreachable');
    return Promise.resolve();
  });
  wake('p1');
  await vi.advanceTimersByTimeAsync(1_000);
  fails = false;
  wake('p1');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(errors).toEqual([new Error('unreachable')]);
  expect(sent).toHaveLength(2);
});

test('work of this process is started by its wake-up, without a job and not more often than a job would be', async () => {
  const started: string[] = [];
  startHere('deliveries/due', async (providerId) => started.push(providerId));
  wake('deliveries/due', 'p1');
  wake('deliveries/due', 'p1');
  wake('deliveries/due', 'p1');
  await vi.advanceTimersByTimeAsync(0);
  expect(started).toEqual(['p1']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(started).toEqual(['p1', 'p1']);
});

test('without a runner a wake-up does nothing and leaves no timer', async () => {
  wake(EVENT, 'p1');
  expect(vi.getTimerCount()).toBe(0);
});
