import { afterEach, describe, expect, test } from 'vitest';
import { dueEvent } from '../../server/background/client.ts';
import { defineDrain } from '../../server/background/define-drain.ts';
import {
  type Build,
  fresh,
  serverAnswers,
  startLocal,
  startOnServer,
  type TestRunner,
} from './test-runners.ts';

const running: TestRunner[] = [];
afterEach(async () => {
  for (const runner of running.splice(0)) await runner.stop();
});

/** Resolves once `count` callers wait at the same time. */
function barrier(count: number): () => Promise<void> {
  let waiting = 0;
  let open = () => {};
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    waiting += 1;
    if (waiting === count) open();
    return all;
  };
}

describe('the local runner', () => conformance(startLocal));
describe.runIf(await serverAnswers())('the Inngest server at INNGEST_DEV', () => conformance(startOnServer));

/** The cases that every way to run functions has to pass. */
function conformance(startKind: (build: Build) => Promise<TestRunner>): void {
  async function start(build: Build): Promise<TestRunner> {
    const runner = await startKind(build);
    running.push(runner);
    return runner;
  }

  test('an event runs each function with its trigger and no other', { timeout: 120_000 }, async () => {
    const { name } = fresh();
    const calls: string[] = [];
    const runner = await start((client) => [
      client.createFunction({ id: 'a', triggers: { event: name('x') } }, ({ event }) => {
        calls.push(`a:${event.data.id}`);
      }),
      client.createFunction(
        { id: 'b', triggers: [{ event: name('y') }, { event: name('x') }] },
        ({ event }) => {
          calls.push(`b:${event.data.id}`);
        },
      ),
      client.createFunction({ id: 'c', triggers: { event: name('z') } }, () => {
        calls.push('c');
      }),
    ]);
    await runner.client.send({ name: name('x'), data: { id: 1 } });
    await runner.settled(() => calls.length === 2);
    expect(calls.sort()).toEqual(['a:1', 'b:1']);
  });

  test('a finished step does not run again when a later step is retried', {
    timeout: 120_000,
  }, async () => {
    const { name } = fresh();
    const calls = { first: 0, second: 0 };
    const results: unknown[] = [];
    const runner = await start((client) => [
      client.createFunction({ id: 'f', triggers: { event: name('x') }, retries: 2 }, async ({ step }) => {
        const first = await step.run('first', () => ++calls.first);
        const second = await step.run('second', () => {
          calls.second += 1;
          if (calls.second < 3) throw new Error('not yet');
          return calls.second;
        });
        results.push([first, second]);
      }),
    ]);
    await runner.client.send({ name: name('x') });
    await runner.settled(() => results.length > 0);
    expect(calls).toEqual({ first: 1, second: 3 });
    expect(results).toEqual([[1, 3]]);
  });

  test('an error between steps is retried with the step results kept', {
    timeout: 120_000,
  }, async () => {
    const { name } = fresh();
    let steps = 0;
    const attempts: number[] = [];
    const runner = await start((client) => [
      client.createFunction(
        { id: 'f', triggers: { event: name('x') }, retries: 1 },
        async ({ step, attempt }) => {
          await step.run('once', () => ++steps);
          attempts.push(attempt);
          if (attempts.length < 2) throw new Error('not yet');
        },
      ),
    ]);
    await runner.client.send({ name: name('x') });
    await runner.settled(() => attempts.length === 2);
    expect(steps).toBe(1);
    expect(attempts).toHaveLength(2);
  });

  test('the error of a failed step can be caught, and the function continues', {
    timeout: 120_000,
  }, async () => {
    const { name } = fresh();
    const results: unknown[] = [];
    const runner = await start((client) => [
      client.createFunction({ id: 'f', triggers: { event: name('x') }, retries: 0 }, async ({ step }) => {
        const caught = await step
          .run('bad', () => Promise.reject(new Error('bad')))
          .catch((e: Error) => e.message);
        results.push([caught, await step.run('good', () => 'good')]);
      }),
    ]);
    await runner.client.send({ name: name('x') });
    await runner.settled(() => results.length > 0);
    expect(results).toEqual([['bad', 'good']]);
  });

  test('a fan-out of 40 events runs each function once', { timeout: 120_000 }, async () => {
    const { name } = fresh();
    const reached: number[] = [];
    const runner = await start((client) => [
      client.createFunction({ id: 'fan', triggers: { event: name('all') } }, async ({ step }) => {
        const events = Array.from({ length: 40 }, (_, id) => ({ name: name('one'), data: { id } }));
        await step.sendEvent('fan-out', events);
        await step.run('after', () => 'the fan-out is not repeated');
      }),
      client.createFunction({ id: 'one', triggers: { event: name('one') } }, ({ event }) => {
        reached.push(event.data.id);
      }),
    ]);
    await runner.client.send({ name: name('all') });
    await runner.settled(() => reached.length >= 40);
    expect(reached.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, id) => id));
  });

  test('runs of one concurrency key never exceed its limit', { timeout: 120_000 }, async () => {
    const { name } = fresh();
    const now = new Map<string, number>();
    const most = new Map<string, number>();
    let done = 0;
    const runner = await start((client) => [
      client.createFunction(
        {
          id: 'f',
          triggers: { event: name('x') },
          concurrency: { key: 'event.data.providerId', limit: 1 },
        },
        ({ event, step }) =>
          step.run('work', async () => {
            const key = event.data.providerId;
            now.set(key, (now.get(key) ?? 0) + 1);
            most.set(key, Math.max(most.get(key) ?? 0, now.get(key) ?? 0));
            await new Promise((resolve) => setTimeout(resolve, 2));
            now.set(key, (now.get(key) ?? 0) - 1);
            done += 1;
          }),
      ),
    ]);
    const providers = ['a', 'b', 'c', 'd'];
    await runner.client.send(
      Array.from({ length: 24 }, (_, i) => ({ name: name('x'), data: { providerId: providers[i % 4] } })),
    );
    await runner.settled(() => done === 24);
    expect(done).toBe(24);
    for (const provider of providers) expect(most.get(provider)).toBe(1);
  });

  test('runs of different concurrency keys are concurrent', { timeout: 120_000 }, async () => {
    const { name } = fresh();
    const reachBarrier = barrier(3);
    const done: string[] = [];
    const runner = await start((client) => [
      client.createFunction(
        { id: 'f', triggers: { event: name('x') }, concurrency: { key: 'event.data.providerId', limit: 1 } },
        ({ event, step }) =>
          step.run('work', async () => {
            await reachBarrier();
            done.push(event.data.providerId);
          }),
      ),
    ]);
    await runner.client.send(
      ['a', 'b', 'c'].map((providerId) => ({ name: name('x'), data: { providerId } })),
    );
    await runner.settled(() => done.length === 3);
    expect(done.sort()).toEqual(['a', 'b', 'c']);
  });

  test('an event id that was sent before has no effect', { timeout: 120_000 }, async () => {
    const { name, run } = fresh();
    const calls: number[] = [];
    const runner = await start((client) => [
      client.createFunction({ id: 'f', triggers: { event: name('x') } }, ({ event }) => {
        calls.push(event.data.n);
      }),
    ]);
    await runner.client.send({ id: `${run}-1`, name: name('x'), data: { n: 1 } });
    await runner.client.send({ id: `${run}-1`, name: name('x'), data: { n: 2 } });
    await runner.client.send({ id: `${run}-2`, name: name('x'), data: { n: 3 } });
    await runner.settled(() => calls.length >= 2);
    expect(calls.sort()).toEqual([1, 3]);
  });

  test('event data and step results are serialized as JSON', { timeout: 120_000 }, async () => {
    const { name } = fresh();
    const seen: unknown[] = [];
    const at = new Date('2026-02-28T12:00:00.000Z');
    const runner = await start((client) => [
      client.createFunction({ id: 'f', triggers: { event: name('x') } }, async ({ event, step }) => {
        const result = await step.run('dates', () => ({ at, gone: undefined }));
        const nothing = await step.run('nothing', () => undefined);
        seen.push(event.data, result, nothing);
      }),
    ]);
    await runner.client.send({ name: name('x'), data: { at } });
    await runner.settled(() => seen.length > 0);
    expect(seen).toEqual([{ at: at.toISOString() }, { at: at.toISOString() }, null]);
  });

  test('a function continues after a sleep', { timeout: 120_000 }, async () => {
    const { name } = fresh();
    const order: string[] = [];
    const runner = await start((client) => [
      client.createFunction({ id: 'f', triggers: { event: name('x') } }, async ({ step }) => {
        await step.run('before', () => order.push('before'));
        await step.sleep('pause', '1s');
        await step.run('after', () => order.push('after'));
      }),
    ]);
    await runner.client.send({ name: name('x') });
    await runner.settled(() => order.length === 2);
    expect(order).toEqual(['before', 'after']);
  });

  test('a drain continues until nothing is due, one run per provider at a time', {
    timeout: 120_000,
  }, async () => {
    const { name } = fresh();
    const due = new Map([
      ['p1', 5],
      ['p2', 2],
    ]);
    const busy = new Set<string>();
    const calls: string[] = [];
    const event = dueEvent(name('due'));
    const runner = await start((client) =>
      defineDrain({
        id: 'work',
        event,
        cron: '0 0 1 1 *',
        budgetMs: 1_000,
        client,
        listDue: async () => [...due.keys()],
        drain: async ({ providerId, budgetMs }) => {
          expect(busy.has(providerId)).toBe(false);
          expect(budgetMs).toBe(1_000);
          busy.add(providerId);
          calls.push(providerId);
          await new Promise((resolve) => setTimeout(resolve, 1));
          const left = Math.max(0, (due.get(providerId) ?? 0) - 1);
          due.set(providerId, left);
          busy.delete(providerId);
          return { more: left > 0 };
        },
      }),
    );
    await runner.client.send(['p1', 'p2'].map((providerId) => ({ name: name('due'), data: { providerId } })));
    await runner.settled(() => calls.length === 7);
    expect([...due.values()]).toEqual([0, 0]);
    expect(calls.sort()).toEqual(['p1', 'p1', 'p1', 'p1', 'p1', 'p2', 'p2']);
  });

  /** Due rows, and a drain that processes `batchSize` of them in a step. */
  function dueRows(rows: number, batchSize: number, onRow: (row: number) => void = () => {}) {
    const due = Array.from({ length: rows }, (_, row) => row);
    const done: number[] = [];
    const steps: number[] = [];
    const drain = async () => {
      const before = done.length;
      try {
        for (let n = 0; n < batchSize; n++) {
          const row = due[0];
          if (row === undefined) break;
          onRow(row);
          await new Promise((resolve) => setTimeout(resolve, 1));
          // Removed and recorded in one step, as in a transaction.
          done.push(...due.splice(0, 1));
        }
      } finally {
        steps.push(done.length - before);
      }
      return { more: due.length > 0 };
    };
    return { due, done, steps, drain };
  }

  async function startDrain(drain: () => Promise<{ more: boolean }>) {
    const { name } = fresh();
    const event = dueEvent(name('due'));
    const choice = { id: 'work', event, cron: '0 0 1 1 *', budgetMs: 1_000, listDue: async () => [], drain };
    const runner = await start((client) => defineDrain({ ...choice, client }));
    const wake = (times: number) =>
      runner.client.send(
        Array.from({ length: times }, () => ({ name: name('due'), data: { providerId: 'p1' } })),
      );
    return { runner, wake };
  }

  test('a step of a drain does at most one batch and requests its continuation', {
    timeout: 120_000,
  }, async () => {
    const { done, steps, drain } = dueRows(20, 3);
    const { runner, wake } = await startDrain(drain);
    await wake(1);
    await runner.settled(() => done.length === 20);
    expect(steps).toEqual([3, 3, 3, 3, 3, 3, 2]);
  });

  test('a drain that is started several times does each item once', { timeout: 120_000 }, async () => {
    const { done, drain } = dueRows(12, 4);
    const { runner, wake } = await startDrain(drain);
    await wake(3);
    await wake(2);
    await runner.settled(() => done.length >= 12);
    expect(done).toEqual(Array.from({ length: 12 }, (_, row) => row));
  });

  test('a drain whose step fails continues with the remaining items', { timeout: 120_000 }, async () => {
    let failures = 0;
    const { done, steps, drain } = dueRows(6, 4, (row) => {
      if (row === 2 && ++failures === 1) throw new Error('killed');
    });
    const { runner, wake } = await startDrain(drain);
    await wake(1);
    await runner.settled(() => done.length >= 6);
    expect(failures).toBe(2);
    expect(done).toEqual([0, 1, 2, 3, 4, 5]);
    expect(steps[0]).toBe(2);
  });
}
