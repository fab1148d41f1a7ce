import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rateLimited } from './admission.ts';
import { createRateLimits } from './rate-limit.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('of 30 refusals of the request limit, the last 10 are delayed', async () => {
  const off = { RATE_LIMIT_LIVE: 0, RATE_LIMIT_SANDBOX: 0, RATE_LIMIT_INBOUND: 0, RATE_LIMIT_AUTH: 0 };
  const limits = await createRateLimits({ ...off, REDIS_URL: undefined });
  const refused: string[] = [];
  for (let n = 0; n < 30; n++) {
    void rateLimited(limits, 'a', { ok: false, retryAfterSeconds: 1 }).then(({ key }) => refused.push(key));
  }
  await vi.advanceTimersByTimeAsync(0);
  expect(refused).toEqual(Array.from({ length: 20 }, () => 'RATE_LIMITED'));
  await vi.advanceTimersByTimeAsync(100);
  expect(refused).toHaveLength(30);
});
