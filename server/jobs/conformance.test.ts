import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  eventType,
  type FailureEventArgs,
  type Inngest,
  type InngestFunction,
  NonRetriableError,
} from 'inngest';
import { serve } from 'inngest/node';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { env } from '../env.ts';
import { canSend, createClient } from './create-client.ts';
import { defineDrain } from './define-drain.ts';
import { type LocalRunner, startLocalRunner } from './local.ts';

/** One way to run functions. The same cases run against each. */
interface Runner {
  client: Inngest;
  /** Resolves when what was sent has had its effect; `done` says so where nobody else can. */
  settled(done: () => boolean): Promise<void>;
  stop(): Promise<void>;
}

const silent = { info() {}, warn() {}, error() {}, debug() {} };

/** What a case builds its functions from: names nobody used before, as a real server remembers them. */
function fresh() {
  const run = randomUUID().slice(0, 8);
  return { run, name: (name: string) => `test-${run}/${name}` };
}

type Build = (client: Inngest) => InngestFunction.Any[];

const locals: LocalRunner[] = [];
async function startLocal(build: Build, options: { maxParallel?: number } = {}) {
  const client = createClient({ id: `test-${fresh().run}`, server: null, logger: silent });
  const runner = await startLocalRunner({
    client,
    functions: build(client),
    log: silent,
    backoffMs: () => 0,
    ...options,
  });
  locals.push(runner);
  return { client, runner, settled: () => runner.idle(), stop: () => runner.stop() };
}

const dev = env.INNGEST_DEV?.includes('://') ? env.INNGEST_DEV : null;
const devAnswers = dev ? await fetch(dev).then(Boolean, () => false) : false;

async function startOnServer(build: Build): Promise<Runner> {
  const baseUrl = dev as string;
  const client = createClient({
    id: `test-${fresh().run}`,
    server: { isDev: true, baseUrl },
    logger: silent,
  });
  const http = createServer(serve({ client, functions: build(client) }));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(http.address() as AddressInfo).port}/api/inngest`;
  await fetch(address, { method: 'PUT' });
  return {
    client,
    settled: async (done) => {
      await vi.waitFor(() => expect(done()).toBe(true), { timeout: 90_000, interval: 50 });
      // A second run, were there one, would begin meanwhile.
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    },
    stop: () => new Promise((resolve) => http.close(() => resolve())),
  };
}

const running: Runner[] = [];
afterEach(async () => {
  for (const runner of running.splice(0)) await runner.stop();
  for (const runner of locals.splice(0)) await runner.stop();
});

/** Resolves once `count` callers are here at the same time. */
function meeting(count: number): () => Promise<void> {
  let here = 0;
  let open = () => {};
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    here += 1;
    if (here === count) open();
    return all;
  };
}

const kinds: [string, (build: Build) => Promise<Runner>][] = [['the local runner', startLocal]];
if (devAnswers) kinds.push(['an Inngest server', startOnServer]);

describe.each(kinds)('%s', (_kind, startKind) => {
  async function start(build: Build): Promise<Runner> {
    const runner = await startKind(build);
    running.push(runner);
    return runner;
  }

  test('an event sets off every function that names it, and no other', { timeout: 120_000 }, async () => {
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

  test('a step that is done does not run again when a later one is retried', {
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

  test('what throws between steps is retried too, with the step results kept', {
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

  test('the failure handler learns of a run that has no attempt left', { timeout: 120_000 }, async () => {
    const { name } = fresh();
    let attempts = 0;
    const failures: unknown[] = [];
    const runner = await start((client) => [
      client.createFunction(
        {
          id: 'f',
          triggers: { event: name('x') },
          retries: 1,
          onFailure: ({ error, event }: FailureEventArgs) => {
            failures.push([error.message, event.data.event.data]);
          },
        },
        ({ step }) =>
          step.run('never', () => {
            attempts += 1;
            throw new Error('no way');
          }),
      ),
    ]);
    await runner.client.send({ name: name('x'), data: { id: 7 } });
    await runner.settled(() => failures.length > 0);
    expect(attempts).toBe(2);
    expect(failures).toEqual([['no way', { id: 7 }]]);
  });

  test('an error that forbids retries is tried once', { timeout: 120_000 }, async () => {
    const { name } = fresh();
    let attempts = 0;
    let failures = 0;
    const runner = await start((client) => [
      client.createFunction(
        { id: 'f', triggers: { event: name('x') }, retries: 3, onFailure: () => void failures++ },
        ({ step }) =>
          step.run('never', () => {
            attempts += 1;
            throw new NonRetriableError('no use');
          }),
      ),
    ]);
    await runner.client.send({ name: name('x') });
    await runner.settled(() => failures > 0);
    expect(attempts).toBe(1);
  });

  test('a failed step can be caught, and the function goes on', { timeout: 120_000 }, async () => {
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

  test('a fan-out reaches everybody once', { timeout: 120_000 }, async () => {
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

  test('steps that are started together all run, once each', { timeout: 120_000 }, async () => {
    const { name } = fresh();
    const calls: string[] = [];
    const results: unknown[] = [];
    const runner = await start((client) => [
      client.createFunction({ id: 'f', triggers: { event: name('x') }, retries: 1 }, async ({ step }) => {
        const all = await Promise.all(
          ['a', 'b', 'c'].map((id) =>
            step.run(id, () => {
              calls.push(id);
              if (id === 'b' && calls.filter((call) => call === 'b').length === 1) throw new Error('not yet');
              return id.toUpperCase();
            }),
          ),
        );
        results.push([...all, await step.run('last', () => 'last')]);
      }),
    ]);
    await runner.client.send({ name: name('x') });
    await runner.settled(() => results.length > 0);
    expect(calls.sort()).toEqual(['a', 'b', 'b', 'c']);
    expect(results).toEqual([['A', 'B', 'C', 'last']]);
  });

  test('a key never exceeds its limit', { timeout: 120_000 }, async () => {
    const { name } = fresh();
    const now = new Map<string, number>();
    const most = new Map<string, number>();
    let done = 0;
    const runner = await start((client) => [
      client.createFunction(
        {
          id: 'f',
          triggers: { event: name('x') },
          concurrency: [{ limit: 3 }, { key: 'event.data.provider', limit: 1 }],
        },
        ({ event, step }) =>
          step.run('work', async () => {
            for (const key of ['all', event.data.provider]) {
              now.set(key, (now.get(key) ?? 0) + 1);
              most.set(key, Math.max(most.get(key) ?? 0, now.get(key) ?? 0));
            }
            await new Promise((resolve) => setTimeout(resolve, 2));
            for (const key of ['all', event.data.provider]) now.set(key, (now.get(key) ?? 0) - 1);
            done += 1;
          }),
      ),
    ]);
    const providers = ['a', 'b', 'c', 'd'];
    await runner.client.send(
      Array.from({ length: 24 }, (_, i) => ({ name: name('x'), data: { provider: providers[i % 4] } })),
    );
    await runner.settled(() => done === 24);
    expect(done).toBe(24);
    for (const provider of providers) expect(most.get(provider)).toBe(1);
    expect(most.get('all')).toBeLessThanOrEqual(3);
  });

  test('different keys run side by side', { timeout: 120_000 }, async () => {
    const { name } = fresh();
    const meet = meeting(3);
    const done: string[] = [];
    const runner = await start((client) => [
      client.createFunction(
        { id: 'f', triggers: { event: name('x') }, concurrency: { key: 'event.data.provider', limit: 1 } },
        ({ event, step }) =>
          step.run('work', async () => {
            await meet();
            done.push(event.data.provider);
          }),
      ),
    ]);
    await runner.client.send(['a', 'b', 'c'].map((provider) => ({ name: name('x'), data: { provider } })));
    await runner.settled(() => done.length === 3);
    expect(done.sort()).toEqual(['a', 'b', 'c']);
  });

  test('the same event id has its effect once', { timeout: 120_000 }, async () => {
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

  test('payloads and step results cross JSON', { timeout: 120_000 }, async () => {
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

  test('a sleep ends, and the function goes on behind it', { timeout: 120_000 }, async () => {
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

  test('a drain continues until nothing is due, one provider at a time', { timeout: 120_000 }, async () => {
    const { name } = fresh();
    const due = new Map([
      ['p1', 5],
      ['p2', 2],
    ]);
    const busy = new Set<string>();
    const calls: string[] = [];
    const event = eventType(name('due')) as never;
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
});

describe('the local runner, by itself', () => {
  test('a cron fires in its minutes, and in no other', async () => {
    const fired: string[] = [];
    const { runner } = await startLocal((client) => [
      client.createFunction({ id: 'every', triggers: { cron: '* * * * *' } }, ({ event }) => {
        fired.push(`every ${event.name} ${event.data.cron}`);
      }),
      client.createFunction({ id: 'night', triggers: { cron: '30 3 * * *' } }, () => {
        fired.push('night');
      }),
    ]);
    runner.tick(new Date('2026-05-01T03:29:59Z'));
    await runner.idle();
    expect(fired).toEqual(['every inngest/scheduled.timer * * * * *']);
    runner.tick(new Date('2026-05-01T03:30:59Z'));
    await runner.idle();
    expect(fired.sort()).toEqual([
      'every inngest/scheduled.timer * * * * *',
      'every inngest/scheduled.timer * * * * *',
      'night',
    ]);
  });

  test('the sweep wakes every provider with due work, in chunks', async () => {
    const { name } = fresh();
    const providers = Array.from({ length: 601 }, (_, i) => `p${i}`);
    const drained: string[] = [];
    const { runner } = await startLocal((client) =>
      defineDrain({
        id: 'work',
        event: eventType(name('due')) as never,
        cron: '* * * * *',
        budgetMs: 1,
        client,
        listDue: async () => providers,
        drain: async ({ providerId }) => {
          drained.push(providerId);
          return { more: false };
        },
      }),
    );
    runner.tick(new Date());
    await runner.idle();
    expect(drained).toHaveLength(providers.length);
    expect(new Set(drained)).toEqual(new Set(providers));
  });

  test('no more than maxParallel steps run, and a busy key holds up no other', async () => {
    const { name } = fresh();
    let now = 0;
    let most = 0;
    const order: string[] = [];
    const { client, runner } = await startLocal(
      (client) => [
        client.createFunction(
          { id: 'f', triggers: { event: name('x') }, concurrency: { key: 'event.data.p', limit: 1 } },
          async ({ event }) => {
            most = Math.max(most, ++now);
            await new Promise((resolve) => setImmediate(resolve));
            order.push(event.data.p);
            now -= 1;
          },
        ),
      ],
      { maxParallel: 2 },
    );
    const keys = [...Array.from({ length: 30 }, () => 'busy'), 'other'];
    await client.send(keys.map((p) => ({ name: name('x'), data: { p } })));
    await runner.idle();
    expect(most).toBe(2);
    expect(order).toHaveLength(31);
    expect(order.indexOf('other')).toBeLessThan(3);
  });

  test('stop lets the step under way finish, drops the rest, and sends nothing on', async () => {
    const { name } = fresh();
    const done: string[] = [];
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { client, runner } = await startLocal((client) => [
      client.createFunction(
        { id: 'f', triggers: { event: name('x') }, concurrency: 1 },
        async ({ event, step }) => {
          await step.run('first', async () => {
            begin();
            await finished;
            done.push(`first ${event.data.n}`);
          });
          await step.run('second', () => done.push('second'));
        },
      ),
    ]);
    await client.send([1, 2].map((n) => ({ name: name('x'), data: { n } })));
    await begun;
    const stopped = runner.stop();
    runner.tick(new Date());
    finish();
    await stopped;
    await runner.idle();
    expect(done).toEqual(['first 1']);
    await runner.stop();
  });

  test('stop does not wait for a retry or a sleep', async () => {
    const { name } = fresh();
    let asleep = () => {};
    const sleeping = new Promise<void>((resolve) => {
      asleep = resolve;
    });
    const done: string[] = [];
    const { client, runner } = await startLocal((client) => [
      client.createFunction({ id: 'f', triggers: { event: name('x') } }, async ({ step }) => {
        await step.run('before', () => asleep());
        await step.sleep('long', '10m');
        done.push('woke');
      }),
    ]);
    await client.send({ name: name('x') });
    await sleeping;
    await runner.stop();
    await runner.idle();
    expect(done).toEqual([]);
  });

  test('a step that only a server can do throws where it is called', async () => {
    const { name } = fresh();
    const messages: string[] = [];
    const { client, runner } = await startLocal((client) => [
      client.createFunction({ id: 'f', triggers: { event: name('x') }, retries: 0 }, async ({ step }) => {
        const note = (error: Error) => void messages.push(error.message);
        await step.waitForEvent('wait', { event: name('y'), timeout: '1h' }).catch(note);
        await step.sleep('sleep', '2d').catch(note);
        await step
          .invoke('call', { function: client.createFunction({ id: 'g', triggers: [] }, () => 1) })
          .catch(note);
      }),
    ]);
    await client.send({ name: name('x') });
    await runner.idle();
    // Each call of the function replays the steps before.
    expect([...new Set(messages)]).toEqual([
      expect.stringMatching(/"wait": the local runner does not support .*WaitForEvent/),
      expect.stringMatching(/"sleep": the local runner does not support a sleep/),
      expect.stringMatching(/"call": the local runner does not support .*InvokeFunction/),
    ]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['batchEvents', { batchEvents: { maxSize: 5, timeout: '5s' } }],
    ['debounce', { debounce: { period: '5s' } }],
    ['throttle', { throttle: { limit: 1, period: '5s' } }],
    ['rateLimit', { rateLimit: { limit: 1, period: '5s' } }],
    ['priority', { priority: { run: '1' } }],
    ['cancelOn', { cancelOn: [{ event: 'y' }] }],
    ['singleton', { singleton: { mode: 'skip' } }],
    ['idempotency', { idempotency: 'event.data.id' }],
    ['timeouts', { timeouts: { start: '5s' } }],
    ['concurrency key', { concurrency: { limit: 1, key: 'event.data.a + event.data.b' } }],
    ['concurrency scope', { concurrency: { limit: 1, key: '"x"', scope: 'account' } }],
    ['two concurrency limits', { concurrency: [{ limit: 1 }, { limit: 2 }, { limit: 3 }] }],
    ['a condition', { triggers: [{ event: 'x', if: 'event.data.a == 1' }] }],
    ['the trigger a/*', { triggers: [{ event: 'a/*' }] }],
    ['Cron', { triggers: [{ cron: 'TZ=Europe/Paris 0 0 * * *' }] }],
    ['Cron', { triggers: [{ cron: '61 * * * *' }] }],
  ])('%s is refused at the start', async (what, options) => {
    const client = createClient({ id: 'test', server: null, logger: silent });
    const fn = client.createFunction({ id: 'f', triggers: [{ event: 'x' }], ...options } as never, () => 1);
    await expect(startLocalRunner({ client, functions: [fn], log: silent })).rejects.toThrow(what);
    // Nothing was left behind that a second start would trip over.
    locals.push(await startLocalRunner({ client, functions: [], log: silent }));
  });

  test('a client reaches somebody only while its one runner is started', async () => {
    const { client, runner } = await startLocal(() => []);
    expect(canSend(client)).toBe(true);
    await expect(startLocalRunner({ client, functions: [], log: silent })).rejects.toThrow('already');
    await runner.stop();
    expect(canSend(client)).toBe(false);
  });

  test('a client of a real server is refused: jobs would run twice', async () => {
    const server = { isDev: true, baseUrl: 'http://127.0.0.1:1' };
    const client = createClient({ id: 'remote', server, logger: silent });
    expect(canSend(client)).toBe(true);
    await expect(startLocalRunner({ client, functions: [], log: silent })).rejects.toThrow('twice');
  });
});
