import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hasRedis, redisSocket, startRedis } from '../../test/fixtures/redis-server.ts';
import { createLimiter, type Limiter } from './rate-limit.ts';
import { connectSharedBuckets, type SharedBuckets } from './shared-buckets.ts';

let folder: string;
let socket: string;
let server: Awaited<ReturnType<typeof startRedis>> | undefined;
let opened: SharedBuckets[];
let warnings: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demarc-redis-'));
  socket = redisSocket(folder);
  server = undefined;
  opened = [];
  warnings = [];
});
afterEach(async () => {
  for (const shared of opened) shared.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const start = async () => {
  server = await startRedis(folder);
};

/** Longer than a busy machine takes for an answer. */
const generousLimit = { answerWithinMs: 20_000 };

/** One replica's limiter. */
async function replica(
  choice: { ratePerSecond: number; burst: number } | { perMinute: number },
  options: { now?: () => number; answerWithinMs?: number } = generousLimit,
) {
  const log = { warn: (_: object, message: string) => void warnings.push(message) };
  const shared = await connectSharedBuckets(socket, { log, ...options });
  opened.push(shared);
  return { shared, limits: createLimiter({ name: 'test', ...choice, shared }) };
}

async function passed(limits: Limiter, tries: number): Promise<number> {
  const taken = await Promise.all(Array.from({ length: tries }, () => limits.take('a')));
  return taken.filter(({ ok }) => ok).length;
}

/** Too slow to restore a token while a test runs. */
const slow = { ratePerSecond: 0.001, burst: 5 };

/** The time limit of a poll. */

describe.skipIf(!hasRedis)('with redis-server', () => {
  beforeEach(start);

  test('two replicas share one bucket', async () => {
    const [one, two] = [await replica(slow), await replica(slow)];
    expect(await passed(one.limits, 3)).toBe(3);
    expect(await passed(two.limits, 5)).toBe(2);
    const refused = await one.limits.take('a');
    expect(refused.ok ? 0 : refused.retryAfterSeconds).toBeGreaterThan(900);
    expect(warnings).toEqual([]);
  });

  test('tokens are restored at the rate, or by the minute', async () => {
    const { limits } = await replica({ ratePerSecond: 20, burst: 2 });
    await passed(limits, 50);
    await expect.poll(() => passed(limits, 1)).toBe(1);
    const { limits: minutes } = await replica({ perMinute: 60 });
    const inMinutes = { take: (key: string) => minutes.take(`minutes ${key}`) };
    expect(await passed(inMinutes, 61)).toBe(60);
    const refused = await inMinutes.take('a');
    expect(refused.ok ? 0 : refused.retryAfterSeconds).toBeGreaterThan(30);
  });

  test('the key of a bucket expires when it is full', async () => {
    const { limits } = await replica({ ratePerSecond: 1, burst: 10 });
    await passed(limits, 10);
    const redis = new Redis(socket);
    const [key = ''] = await redis.keys('*');
    const remaining = await redis.pttl(key);
    redis.disconnect();
    expect(key).toBe('demarc:rate:test:a');
    expect(remaining).toBeGreaterThan(0);
    expect(remaining).toBeLessThanOrEqual(10_001);
  });

  test('without Redis requests are counted in memory; when it returns it is used again', async () => {
    const { limits, shared } = await replica(slow);
    expect(await passed(limits, 9)).toBe(5);
    await server?.stop();
    await expect.poll(() => shared.isUp).toBe(false);
    expect(await passed(limits, 9)).toBe(5);
    await start();
    await expect.poll(() => shared.isUp).toBe(true);
    expect(await passed(limits, 9)).toBe(5);
    expect(warnings).toHaveLength(1);
  });

  test('a Redis that hangs is not used for a while', async () => {
    const clock = { ms: 0 };
    const { limits, shared } = await replica(slow, { now: () => clock.ms, answerWithinMs: 50 });
    server?.kill('SIGSTOP');
    expect(await passed(limits, 9)).toBe(5);
    expect(shared.isUp).toBe(false);
    server?.kill('SIGCONT');
    expect(shared.isUp).toBe(false);
    clock.ms += 1_000;
    expect(shared.isUp).toBe(true);
  });
});

test('without Redis at start requests pass, with a warning once a minute', async () => {
  const clock = { ms: 0 };
  const { limits, shared } = await replica(slow, { now: () => clock.ms });
  expect(shared.isUp).toBe(false);
  expect(await passed(limits, 9)).toBe(5);
  expect(warnings).toEqual([expect.stringContaining('Redis does not answer')]);
  for (let i = 0; i < 5; i++)
    expect(await shared.take('a', { burst: 5, refillTokens: 1, everyMs: 1 })).toBeNull();
  expect(warnings).toHaveLength(1);
  clock.ms += 60_000;
  expect(await shared.take('a', { burst: 5, refillTokens: 1, everyMs: 1 })).toBeNull();
  expect(warnings).toHaveLength(2);
});
