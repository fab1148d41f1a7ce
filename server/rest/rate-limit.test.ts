import { expect, test } from 'vitest';
import { createLimiter, createRateLimits, type Limiter } from './rate-limit.ts';
import { memoryBuckets } from './token-bucket.ts';

/** A limiter on a clock that the test moves. */
function limiter(choice: { ratePerSecond: number; burst: number } | { perMinute: number }) {
  const clock = { ms: 5_000 };
  return { clock, limits: createLimiter({ name: 'test', ...choice, now: () => clock.ms }) };
}

/** How many of `tries` requests pass. */
function passed(limits: Limiter, tries: number, key = 'a'): number {
  let count = 0;
  for (let i = 0; i < tries; i++) {
    const taken = limits.take(key);
    if (taken instanceof Promise) throw new Error('in memory, the answer is given at once');
    if (taken.ok) count++;
  }
  return count;
}

test('a burst passes, then requests at the rate', () => {
  const { clock, limits } = limiter({ ratePerSecond: 25, burst: 50 });
  expect(passed(limits, 80)).toBe(50);
  clock.ms += 39;
  expect(passed(limits, 1)).toBe(0);
  clock.ms += 1;
  expect(passed(limits, 5)).toBe(1);
  clock.ms += 1_000;
  expect(passed(limits, 80)).toBe(25);
  clock.ms += 3_600_000;
  expect(passed(limits, 80)).toBe(50);
});

test('a part of an interval counts towards the next token, however often requests come', () => {
  const { clock, limits } = limiter({ ratePerSecond: 25, burst: 50 });
  passed(limits, 50);
  let later = 0;
  for (let i = 0; i < 100; i++) {
    clock.ms += 1.75;
    later += passed(limits, 1);
  }
  // 25 a second in 175 ms.
  expect(later).toBe(4);
});

test('two access ids do not share a bucket', () => {
  const { limits } = limiter({ ratePerSecond: 1, burst: 2 });
  expect([passed(limits, 5, 'a'), passed(limits, 5, 'b')]).toEqual([2, 2]);
});

test('Retry-After is in whole seconds, at least 1, and sufficient', () => {
  for (const ratePerSecond of [100, 1, 0.3]) {
    const { clock, limits } = limiter({ ratePerSecond, burst: 1 });
    passed(limits, 1);
    const refused = limits.take('a') as { ok: false; retryAfterSeconds: number };
    expect(refused).toMatchObject({ ok: false, retryAfterSeconds: Math.ceil(1 / ratePerSecond) });
    clock.ms += refused.retryAfterSeconds * 1_000;
    expect(passed(limits, 1)).toBe(1);
  }
});

test('a refused request takes no token', () => {
  const { clock, limits } = limiter({ ratePerSecond: 10, burst: 1 });
  expect(passed(limits, 1_000)).toBe(1);
  clock.ms += 100;
  expect(passed(limits, 2)).toBe(1);
});

test('perMinute: each minute allows its number of failures, however they are spread', () => {
  const { clock, limits } = limiter({ perMinute: 60 });
  clock.ms += 123_456;
  for (let i = 0; i < 60; i++) {
    expect(passed(limits, 1)).toBe(1);
    clock.ms += 900;
  }
  expect(limits.take('a')).toMatchObject({ ok: false, retryAfterSeconds: 6 });
  clock.ms += 5_999;
  expect(limits.take('a')).toMatchObject({ ok: false, retryAfterSeconds: 1 });
  clock.ms += 1;
  expect(passed(limits, 100)).toBe(60);
});

test('the quota is the rate, whole tokens, and the seconds until the bucket is full', () => {
  const { clock, limits } = limiter({ ratePerSecond: 4, burst: 8 });
  const quota = () => (limits.take('a') as { quota?: object }).quota;
  expect(quota()).toEqual({ limit: 4, remaining: 7, resetSeconds: 1 });
  passed(limits, 6);
  expect(quota()).toEqual({ limit: 4, remaining: 0, resetSeconds: 2 });
  expect(quota()).toEqual({ limit: 4, remaining: 0, resetSeconds: 2 });
  clock.ms += 1_125;
  expect(quota()).toEqual({ limit: 4, remaining: 3, resetSeconds: 2 });
  clock.ms += 60_000;
  expect(quota()).toEqual({ limit: 4, remaining: 7, resetSeconds: 1 });
});

test('a rate of 0 switches the limit off', () => {
  const { limits } = limiter({ ratePerSecond: 0, burst: 0 });
  expect(passed(limits, 10_000)).toBe(10_000);
});

test('full buckets are removed, and the number of buckets is limited', () => {
  const clock = { ms: 0 };
  const buckets = memoryBuckets({ burst: 10, refillTokens: 0.01, everyMs: 1 }, () => clock.ms, 5_000);
  for (let i = 0; i < 100_000; i++) {
    clock.ms += 1;
    buckets.take(`k${i}`);
  }
  expect(buckets.size).toBeLessThan(2_048);
  let most = 0;
  for (let i = 0; i < 100_000; i++) {
    buckets.take(`flood${i}`);
    most = Math.max(most, buckets.size);
  }
  expect(most).toBe(5_000);
});

test('a sweep keeps the buckets in use', () => {
  const buckets = memoryBuckets({ burst: 2, refillTokens: 0.001, everyMs: 1 }, () => 0);
  expect([buckets.take('busy').waitMs, buckets.take('busy').waitMs]).toEqual([0, 0]);
  for (let i = 0; i < 20_000; i++) buckets.take(`k${i}`);
  expect(buckets.take('busy').waitMs).toBeGreaterThan(0);
});

test('live, sandbox and inbound requests have the limits of their variables', async () => {
  const limits = await createRateLimits({
    RATE_LIMIT_LIVE: 100_000,
    RATE_LIMIT_SANDBOX: 0,
    RATE_LIMIT_INBOUND: 1,
    RATE_LIMIT_AUTH: 60,
    REDIS_URL: undefined,
  });
  expect(passed(limits.live, 200_000)).toBe(200_000);
  expect(passed(limits.sandbox, 1_000)).toBe(1_000);
  expect(limits.inbound.take('int')).toMatchObject({ ok: true });
  expect(limits.sandbox.take('acc')).toEqual({ ok: true });
  expect(passed(limits.failedAuthentication, 61)).toBe(60);
  limits.close();
});

test('refusals of unknown links wait for their turn', async () => {
  const { failedLink, refusals } = await createRateLimits({
    ...{ RATE_LIMIT_LIVE: 0, RATE_LIMIT_SANDBOX: 0, RATE_LIMIT_INBOUND: 0, RATE_LIMIT_AUTH: 1 },
    REDIS_URL: undefined,
  });
  expect(await failedLink.take('192.0.2.1')).toMatchObject({ ok: true });
  const answered: boolean[] = [];
  const all = Array.from({ length: 100 }, async () => {
    const { ok } = await failedLink.take('192.0.2.1');
    answered.push(ok);
  });
  await new Promise(setImmediate);
  // Some are answered at once, at 100 a second the others.
  expect(answered.length).toBeLessThan(100);
  refusals.release();
  await Promise.all(all);
  expect(answered).toEqual(Array(100).fill(false));
});
