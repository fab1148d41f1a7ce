import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { secretsKeys } from '../secrets-key.ts';
import { authSecrets } from './auth-secrets.ts';
import type { StaffAuth } from './staff-auth.ts';
import { staffAuthHandler } from './staff-handler.ts';

/** Calls of the library for sign-ins that are in work, each with what ends it. */
const inWork: (() => void)[] = [];
const auth = {
  options: { baseURL: 'http://localhost', trustedOrigins: ['http://localhost'] },
  handler: () =>
    new Promise<Response>((answered) => {
      inWork.push(() => answered(Response.json({ message: 'no' }, { status: 401 })));
    }),
} as unknown as StaffAuth;

const server = createServer((req, res) => void staffAuthHandler(req, res, auth));
afterEach(() => server.close());

function signIn(localAddress: string, cookie?: string) {
  const { port } = server.address() as AddressInfo;
  const headers = {
    origin: 'http://localhost',
    'content-type': 'application/json',
    ...(cookie && { cookie }),
  };
  const path = '/api/auth/sign-in/email';
  const sent = request({
    port,
    host: '127.0.0.1',
    localAddress,
    path,
    method: 'POST',
    headers,
    agent: false,
  });
  const status = new Promise<number | undefined>((resolve) => {
    sent.on('response', ({ statusCode }) => resolve(statusCode)).on('error', () => resolve(undefined));
  });
  sent.end('{"email":"a@b.example","password":"x"}');
  return { status, leave: () => sent.destroy() };
}

test('passwords are checked two at a time, one of an address, and not for clients that are gone', async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const busy = [1, 2, 3, 4].map(() => signIn('127.0.0.2'));
  await expect.poll(() => inWork.length).toBe(1);
  const others = ['127.0.0.3', '127.0.0.4'].map((address) => signIn(address));
  await expect.poll(() => inWork.length).toBe(2);
  // Those of the busy address that wait are gone.
  for (const { leave } of busy.slice(1)) leave();
  await new Promise((resolve) => setTimeout(resolve, 100));
  for (const end of inWork.splice(0)) end();
  await expect.poll(() => inWork.length).toBe(1);
  for (const end of inWork.splice(0)) end();
  expect(await Promise.all(others.map(({ status }) => status))).toEqual([401, 401]);
  expect(inWork).toEqual([]);
});

test('a browser that has signed in before does not wait for strangers', async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const strangers = [2, 3, 4, 5].map((n) => signIn(`127.0.0.${n}`));
  await expect.poll(() => inWork.length).toBe(2);
  const token = 'a'.repeat(32);
  const { secret } = authSecrets(secretsKeys());
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  const known = signIn('127.0.0.6', `demarc.session_token=${encodeURIComponent(`${token}.${signature}`)}`);
  await expect.poll(() => inWork.length).toBe(3);
  while (inWork.length > 0) {
    for (const end of inWork.splice(0)) end();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(await Promise.all([...strangers, known].map(({ status }) => status))).toEqual(Array(5).fill(401));
});
