import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { scrape } from './scrape.ts';

/** A request with the parts that `scrape` reads. */
const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage;

test.each([
  ['this machine', '127.0.0.1', {}, 200],
  ['this machine by IPv6', '::1', {}, 200],
  ['this machine by a mapped address', '::ffff:127.0.0.1', {}, 200],
  ['another machine', '192.0.2.7', {}, 403],
  ['a proxy of this machine', '127.0.0.1', { 'x-forwarded-for': '192.0.2.7' }, 403],
  ['a sender that claims to be this machine', '192.0.2.7', { 'x-forwarded-for': '127.0.0.1' }, 403],
  ['a proxy that passes on such a claim', '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, 403],
])('without METRICS_TOKEN /metrics answers this machine only: %s', async (_, address, headers, status) => {
  const answer = await scrape(from(address, headers));
  expect(answer.status).toBe(status);
  expect(answer.body.includes('demarc_')).toBe(status === 200);
});

test.each([
  ['the token', { authorization: 'Bearer right' }, 200],
  ['another token', { authorization: 'Bearer wrong' }, 403],
  ['another scheme', { authorization: 'right' }, 403],
  ['none', {}, 403],
])('with METRICS_TOKEN /metrics answers its holders, from anywhere: %s', async (_, headers, status) => {
  for (const address of ['127.0.0.1', '192.0.2.7']) {
    expect((await scrape(from(address, headers), 'right')).status).toBe(status);
  }
});
