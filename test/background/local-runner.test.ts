import { afterEach, expect, test, vi } from 'vitest';
import { dueEvent } from '../../server/background/client.ts';
import { canSend, createClient } from '../../server/background/create-client.ts';
import { defineDrain } from '../../server/background/define-drain.ts';
import { type LocalRunnerOptions, startLocalRunner } from '../../server/background/local-runner.ts';
import { type Build, fresh, silent, startLocal, type TestRunner } from './test-runners.ts';

const running: TestRunner[] = [];
afterEach(async () => {
  for (const runner of running.splice(0)) await runner.stop();
});

async function start(build: Build, options: Partial<LocalRunnerOptions> = {}) {
  const started = await startLocal(build, options);
  running.push(started);
  return started;
}

// Runners have a timer of their own, which must not fire in between: these crons wait for a leap day.
test('a cron runs in its minutes only', async () => {
  const fired: string[] = [];
  const { runner } = await start((client) => [
    client.createFunction({ id: 'every', triggers: { cron: '* * 29 2 *' } }, ({ event }) => {
      fired.push(`every ${event.name} ${event.data.cron}`);
    }),
    client.createFunction({ id: 'night', triggers: { cron: '30 3 29 2 *' } }, () => {
      fired.push('night');
    }),
  ]);
  runner.tick(new Date('2028-02-29T03:29:59Z'));
  await runner.idle();
  expect(fired).toEqual(['every inngest/scheduled.timer * * 29 2 *']);
  runner.tick(new Date('2028-02-29T03:30:59Z'));
  await runner.idle();
  expect(fired.sort()).toEqual([
    'every inngest/scheduled.timer * * 29 2 *',
    'every inngest/scheduled.timer * * 29 2 *',
    'night',
  ]);
});

test('crons follow the clock until stop, and a minute that passed during a pause is made up', async () => {
  vi.useFakeTimers({ now: new Date('2026-05-01T03:28:30Z'), toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  try {
    let fired = 0;
    const { runner } = await start(
      (client) => [
        client.createFunction({ id: 'night', triggers: { cron: '30 3 * * *' } }, () => {
          fired++;
        }),
      ],
      { schedule: true },
    );
    await vi.advanceTimersByTimeAsync(60_000);
    await runner.idle();
    expect(fired).toBe(0);
    // The process was held up across 03:30.
    vi.setSystemTime(new Date('2026-05-01T03:33:00Z'));
    await vi.advanceTimersByTimeAsync(60_000);
    await runner.idle();
    expect(fired).toBe(1);
    await runner.stop();
    await vi.advanceTimersByTimeAsync(2 * 86_400_000);
    expect(fired).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

test('functions that wait for systems of partners do not keep the others waiting', async () => {
  const { name } = fresh();
  let answers = () => {};
  const answer = new Promise<void>((done) => {
    answers = done;
  });
  const ran: string[] = [];
  const { client, runner } = await start(
    (built) => [
      built.createFunction({ id: 'waits', triggers: [dueEvent(name('waits'))] }, async ({ event }) => {
        await answer;
        ran.push(String(event.data.providerId));
      }),
      built.createFunction({ id: 'works', triggers: [dueEvent(name('works'))] }, async () => {
        ran.push('works');
        answers();
      }),
    ],
    { maxParallel: 2, waitsForSystems: (fn) => fn.opts.id === 'waits', systems: { places: 2 } },
  );
  for (const providerId of ['a', 'b', 'c']) await client.send({ name: name('waits'), data: { providerId } });
  await client.send({ name: name('works'), data: { providerId: 'd' } });
  await runner.idle();
  expect(ran).toEqual(['works', 'a', 'b', 'c']);
});

/** Runs one sweep of a job and returns the providers that it drained. */
async function sweptProviders(
  work: Pick<Parameters<typeof defineDrain>[0], 'prepare' | 'listDue'>,
): Promise<string[]> {
  const { name } = fresh();
  const drained: string[] = [];
  const { runner } = await start((client) =>
    defineDrain({
      id: 'work',
      event: dueEvent(name('due')),
      cron: '* * 29 2 *',
      budgetMs: 1,
      client,
      ...work,
      drain: async ({ providerId }) => {
        drained.push(providerId);
        return { more: false };
      },
    }),
  );
  runner.tick(new Date('2028-02-29T12:00:00Z'));
  await runner.idle();
  return drained;
}

test('the sweep wakes every provider with due work, in chunks', async () => {
  const providers = Array.from({ length: 205 }, (_, i) => `p${i}`);
  const drained = await sweptProviders({ listDue: async () => providers });
  expect(drained).toHaveLength(providers.length);
  expect(new Set(drained)).toEqual(new Set(providers));
});

test('a sweep prepares due work before it lists it', async () => {
  const due: string[] = [];
  const prepare = { step: 'find', run: async () => void due.push('p1') };
  expect(await sweptProviders({ prepare, listDue: async () => due })).toEqual(['p1']);
});

test('a sweep wakes every lane; a lane runs one at a time and beside the others', async () => {
  const { name } = fresh();
  const left = new Map([
    ['p1 0/2', 3],
    ['p1 1/2', 3],
    ['p2 0/2', 3],
    ['p2 1/2', 3],
  ]);
  const busy = new Set<string>();
  let most = 0;
  const { runner } = await start((client) =>
    defineDrain({
      id: 'work',
      event: dueEvent(name('due')),
      cron: '* * 29 2 *',
      budgetMs: 1,
      lanes: 2,
      client,
      listDue: async () => ['p1', 'p2'],
      drain: async ({ providerId, lane }) => {
        const key = `${providerId} ${lane?.index}/${lane?.of}`;
        expect(busy.has(key)).toBe(false);
        busy.add(key);
        most = Math.max(most, busy.size);
        await new Promise((resolve) => setImmediate(resolve));
        busy.delete(key);
        const more = (left.get(key) ?? 0) - 1;
        left.set(key, more);
        return { more: more > 0 };
      },
    }),
  );
  // The second sweep comes while the lanes are at work.
  runner.tick(new Date('2028-02-29T12:00:00Z'));
  runner.tick(new Date('2028-02-29T12:01:00Z'));
  await runner.idle();
  expect([...left.values()].every((n) => n <= 0)).toBe(true);
  expect(left.size).toBe(4);
  expect(most).toBeGreaterThan(1);
});

test('at most maxParallel steps run, and a busy key does not block others', async () => {
  const { name } = fresh();
  let now = 0;
  let most = 0;
  const order: string[] = [];
  const { client, runner } = await start(
    (client) => [
      client.createFunction(
        { id: 'f', triggers: { event: name('x') }, concurrency: { key: 'event.data.providerId', limit: 1 } },
        async ({ event }) => {
          most = Math.max(most, ++now);
          await new Promise((resolve) => setImmediate(resolve));
          order.push(event.data.providerId);
          now -= 1;
        },
      ),
    ],
    { maxParallel: 2 },
  );
  const keys = [...Array.from({ length: 30 }, () => 'busy'), 'other'];
  await client.send(keys.map((providerId) => ({ name: name('x'), data: { providerId } })));
  await runner.idle();
  expect(most).toBe(2);
  expect(order).toHaveLength(31);
  expect(order.indexOf('other')).toBeLessThan(3);
});

test('stop lets the running step finish, drops the rest and sends no event', async () => {
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
  const { client, runner } = await start((client) => [
    client.createFunction(
      { id: 'f', triggers: { event: name('x') }, concurrency: { limit: 1 } },
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
  const { client, runner } = await start((client) => [
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

test('a step that only a server supports throws', async () => {
  const { name } = fresh();
  const messages: string[] = [];
  const { client, runner } = await start((client) => [
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
  ['concurrency scope', { concurrency: { limit: 1, key: 'event.data.providerId', scope: 'account' } }],
  ['this concurrency', { concurrency: [{ limit: 1 }, { limit: 2 }, { limit: 3 }] }],
  ['a trigger with if', { triggers: [{ event: 'x', if: 'event.data.a == 1' }] }],
  ['onFailure', { onFailure: () => {} }],
  ['the trigger a/*', { triggers: [{ event: 'a/*' }] }],
  ['CronPattern', { triggers: [{ cron: 'TZ=Europe/Paris 0 0 * * *' }] }],
  ['CronPattern', { triggers: [{ cron: '61 * * * *' }] }],
])('a function with %s stops the start', async (what, options) => {
  const client = createClient({ id: 'test', server: null, logger: silent });
  // Inngest's types forbid some of these options too.
  const fn = client.createFunction({ id: 'f', triggers: [{ event: 'x' }], ...options } as never, () => 1);
  await expect(startLocalRunner({ client, functions: [fn], log: silent })).rejects.toThrow(what);
  // Nothing was left behind that a second start would trip over.
  await (await startLocalRunner({ client, functions: [], log: silent })).stop();
});

test('a client can send only while its one runner is started', async () => {
  const { client, runner } = await start(() => []);
  expect(canSend(client)).toBe(true);
  await expect(startLocalRunner({ client, functions: [], log: silent })).rejects.toThrow('already');
  await runner.stop();
  expect(canSend(client)).toBe(false);
});

test('a client with a server is refused, because jobs would run twice', async () => {
  const server = { isDev: true, baseUrl: 'http://127.0.0.1:1' };
  const client = createClient({ id: 'remote', server, logger: silent });
  expect(canSend(client)).toBe(true);
  await expect(startLocalRunner({ client, functions: [], log: silent })).rejects.toThrow('twice');
});

test('stop times out when a step does not end', async () => {
  const { name } = fresh();
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const warnings: unknown[] = [];
  const log = { ...silent, warn: (...args: unknown[]) => void warnings.push(args[0]) };
  const { client, runner } = await start(
    (client) => [
      client.createFunction({ id: 'f', triggers: { event: name('x') } }, async () => {
        begin();
        await new Promise(() => {});
      }),
    ],
    { drainMs: 1, log },
  );
  await client.send({ name: name('x') });
  await begun;
  await runner.stop();
  expect(warnings).toEqual([{ running: 1 }]);
});

test('a final failure is logged with its job and event', async () => {
  const { name } = fresh();
  const logged: unknown[] = [];
  const log = { ...silent, error: (...args: unknown[]) => void logged.push(args[0]) };
  const { client, runner } = await start(
    (client) => [
      client.createFunction({ id: 'f', triggers: { event: name('x') }, retries: 1 }, () => {
        throw new Error('no way');
      }),
    ],
    { log },
  );
  await client.send({ name: name('x') });
  await runner.idle();
  expect(logged).toMatchObject([{ job: `${client.id}-f`, event: name('x'), err: { message: 'no way' } }]);
});
