import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { atCapacity } from '../at-capacity.ts';
import { refuse } from '../contract/errors.ts';
import { asCounted, notAdmitted, rateLimited } from './admission.ts';
import { createRateLimits } from './rate-limit.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const off = { RATE_LIMIT_LIVE: 0, RATE_LIMIT_SANDBOX: 0, RATE_LIMIT_INBOUND: 0, RATE_LIMIT_AUTH: 0 };

test('failed authentications of one /64 are those of one client, and two of IPv4 are two', async () => {
  const limits = await createRateLimits({ ...off, RATE_LIMIT_AUTH: 1, REDIS_URL: undefined });
  const fail = async (remoteAddress: string) => {
    const req = { headers: {}, socket: { remoteAddress } } as unknown as IncomingMessage;
    return (await notAdmitted(req, limits)).key;
  };
  expect(await fail('2001:db8::1')).toBe('UNAUTHORIZED');
  expect(await fail('2001:db8:0:0:ffff::2')).toBe('RATE_LIMITED');
  expect(await fail('2001:db8:0:1::1')).toBe('UNAUTHORIZED');
  expect(await fail('203.0.113.7')).toBe('UNAUTHORIZED');
  expect(await fail('203.0.113.8')).toBe('UNAUTHORIZED');
  expect(await fail('::ffff:203.0.113.8')).toBe('RATE_LIMITED');
});

test('a refusal that is counted already, or is that of a limit, is not counted as a failed authentication', async () => {
  const limits = await createRateLimits({ ...off, RATE_LIMIT_AUTH: 1, REDIS_URL: undefined });
  const req = { headers: {}, socket: { remoteAddress: '203.0.113.7' } } as unknown as IncomingMessage;
  const counted = async (key: 'UNAUTHORIZED' | 'RATE_LIMITED' | 'NOT_FOUND') =>
    ((await asCounted(req, limits, refuse(key, { retryAfter: 1 }))) as { key: string }).key;
  for (const key of ['UNAUTHORIZED', 'RATE_LIMITED', 'RATE_LIMITED', 'UNAUTHORIZED'] as const)
    expect(await counted(key)).toBe(key);
  expect(await counted('NOT_FOUND')).toBe('NOT_FOUND');
  expect(await counted('NOT_FOUND')).toBe('RATE_LIMITED');
});

test('a call that the absent database refused is no failed authentication', async () => {
  const limits = await createRateLimits({ ...off, RATE_LIMIT_AUTH: 1, REDIS_URL: undefined });
  const req = { headers: {}, socket: { remoteAddress: '203.0.113.7' } } as unknown as IncomingMessage;
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const faults = [away, atCapacity(), new Error('unexpected')];
  for (const error of [...faults, ...faults]) expect(await asCounted(req, limits, error)).toBe(error);
  expect((await notAdmitted(req, limits)).key).toBe('UNAUTHORIZED');
});

test('of 30 refusals of the request limit, the last 10 are delayed', async () => {
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
