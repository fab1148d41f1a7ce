import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type InngestEnv, inngestServer, usesInngestServer } from './client.ts';
import { createClient } from './create-client.ts';
import { INNGEST_PATH, inngestHandler } from './http.ts';

const SIGNING_KEY = 'signkey-test-8ee2262a15e8d3c42d6a840db7af3de2aab08ef632b32a37a687f24b34dba3ff';
const silent = { info() {}, warn() {}, error() {}, debug() {} };

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

function handlerFor(env: InngestEnv & { NODE_ENV: string }, onRun = () => {}) {
  const client = createClient({ id: 'test', server: inngestServer(env), logger: silent });
  const fn = client.createFunction({ id: 'f', triggers: { event: 'x' } }, onRun);
  return inngestHandler({ client, functions: [fn], env, log: silent });
}

async function listen(handler: RequestListener | null): Promise<string> {
  const server = createServer(handler ?? undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${INNGEST_PATH}`;
}

/** A call as an Inngest server makes it. */
const body = JSON.stringify({
  ctx: { attempt: 0, run_id: 'r' },
  event: { data: {}, name: 'x' },
  events: [],
  steps: {},
});

function signed(text: string): string {
  const at = Math.round(Date.now() / 1_000);
  const key = SIGNING_KEY.replace('signkey-test-', '');
  return `t=${at}&s=${createHmac('sha256', key).update(text).update(String(at)).digest('hex')}`;
}

function call(address: string, headers: Record<string, string> = {}, method = 'POST', text = body) {
  return fetch(`${address}?fnId=test-f&stepId=step`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: method === 'GET' ? null : text,
  });
}

test.each([
  ['jobs run in-process', { NODE_ENV: 'production' }],
  ['production without a signing key', { NODE_ENV: 'production', INNGEST_EVENT_KEY: 'k' }],
  ['production without a signing key', { NODE_ENV: 'production', INNGEST_BASE_URL: 'http://127.0.0.1:8288' }],
])('the handler is not mounted: %s', (_why, env) => {
  expect(handlerFor(env)).toBeNull();
});

test.each(['POST', 'PUT', 'GET'])('an unsigned %s is refused, and nothing runs', async (method) => {
  let runs = 0;
  const env = { NODE_ENV: 'production', INNGEST_SIGNING_KEY: SIGNING_KEY };
  const address = await listen(handlerFor(env, () => void runs++));
  expect((await call(address, {}, method)).status).toBe(401);
  expect((await call(address, { 'x-inngest-signature': signed('other') }, method)).status).toBe(401);
  expect(runs).toBe(0);
});

test('a signed call runs the function', async () => {
  let runs = 0;
  const env = { NODE_ENV: 'production', INNGEST_SIGNING_KEY: SIGNING_KEY };
  const address = await listen(handlerFor(env, () => void runs++));
  expect((await call(address, { 'x-inngest-signature': signed(body) })).status).toBe(200);
  expect(runs).toBe(1);
});

test.each(['POST', 'PUT'])('a malformed %s is refused, and the process continues', async (method) => {
  const env = { NODE_ENV: 'production', INNGEST_SIGNING_KEY: SIGNING_KEY };
  const address = await listen(handlerFor(env));
  const broken = '{"ctx":';
  expect((await call(address, { 'x-inngest-signature': signed(broken) }, method, broken)).status).toBe(400);
});

test('411 for a body of unknown size', async () => {
  const env = { NODE_ENV: 'production', INNGEST_SIGNING_KEY: SIGNING_KEY };
  const address = await listen(handlerFor(env));
  const stream = new Blob([body]).stream();
  const headers = { 'x-inngest-signature': signed(body) };
  const answer = await fetch(address, {
    method: 'POST',
    headers,
    body: stream,
    duplex: 'half',
  } as RequestInit);
  expect(answer.status).toBe(411);
});

test('a dev server needs no signature', async () => {
  const env = { NODE_ENV: 'development', INNGEST_DEV: 'http://127.0.0.1:8288' };
  expect((await call(await listen(handlerFor(env)))).status).toBe(200);
});

test('413 for a body that is too large, before it is read', async () => {
  const env = { NODE_ENV: 'production', INNGEST_SIGNING_KEY: SIGNING_KEY };
  const address = await listen(handlerFor(env));
  const headers = { 'x-inngest-signature': signed('') };
  expect((await call(address, headers, 'POST', 'x'.repeat(1024 * 1024 + 1))).status).toBe(413);
});

const old = signed(body).replace(/^t=\d+/, `t=${Math.round(Date.now() / 1_000) - 301}`);

test.each([
  ['no signature', undefined],
  ['an old signature', old],
  ['a signature of another form', signed(body).slice(0, -1)],
  ['a signature without a time', signed(body).replace(/^t=\d+/, 't=x')],
])('401 for %s before the body is sent', async (_, signature) => {
  const env = { NODE_ENV: 'production', INNGEST_SIGNING_KEY: SIGNING_KEY };
  const { hostname, port, pathname } = new URL(await listen(handlerFor(env)));
  const headers = { 'content-length': 1000, ...(signature && { 'x-inngest-signature': signature }) };
  const begun = request({ hostname, port, path: pathname, method: 'POST', headers });
  begun.on('error', () => {}).flushHeaders();
  const [answer] = await once(begun, 'response');
  expect(answer.statusCode).toBe(401);
  begun.destroy();
});

test.each([
  ['too many values', `[${Array(25_001).fill(1).join()}]`],
  ['too many levels', `${'['.repeat(40)}${']'.repeat(40)}`],
])('400 for %s before the signature is checked', async (_, text) => {
  const env = { NODE_ENV: 'production', INNGEST_SIGNING_KEY: SIGNING_KEY };
  const address = await listen(handlerFor(env));
  const headers = { 'x-inngest-signature': signed('other') };
  expect((await call(address, headers, 'POST', text)).status).toBe(400);
});

test.each([
  [{}, false],
  [{ INNGEST_BASE_URL: '' }, false],
  [{ INNGEST_BASE_URL: 'http://x' }, true],
  [{ INNGEST_EVENT_KEY: 'k' }, true],
  [{ INNGEST_SIGNING_KEY: 'k' }, true],
  [{ INNGEST_DEV: '1' }, true],
])('%o uses an Inngest server: %s', (env, expected) => {
  expect(usesInngestServer(env)).toBe(expected);
});
