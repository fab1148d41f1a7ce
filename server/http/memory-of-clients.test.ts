import { once } from 'node:events';
import type { IncomingMessage, RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { refusalOf } from '../api/refusal.ts';
import { createHeldBodies } from './held-bodies.ts';
import { readBody } from './read-body.ts';
import { createTransport, type Transport } from './transport.ts';

const MEBIBYTE = 1024 * 1024;
/** More than the buffers of both ends of a connection take. */
const LARGE = Buffer.alloc(64 * MEBIBYTE);

let transport: Transport | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await transport?.close(0);
});

type Limits = Pick<Parameters<typeof createTransport>[0], 'stalledMs' | 'maxUnread'>;

async function serve(answer: RequestListener, limits: Limits = {}): Promise<number> {
  transport = createTransport({ isHttps: false, answer, ...limits });
  transport.server.listen(0, '127.0.0.1');
  await once(transport.server, 'listening');
  return (transport.server.address() as AddressInfo).port;
}

async function open(port: number, bytes: string, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  sockets.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const post = (headers: string) => `POST / HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`;

/** What a connection receives until it ends. */
async function received(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  await once(socket, 'close');
  return text;
}

/** Whether the client has read its answer, or the connection was cut before. */
const endOf = ({ socket }: IncomingMessage) => (socket.destroyed ? 'cut' : 'read');

test('a connection ends whose client does not read its answer; one that waits for its answer does not', async () => {
  const ended: string[] = [];
  const port = await serve(
    async (req, res) => {
      if (req.url === '/late') await sleep(1_500);
      else res.once('close', () => ended.push(endOf(req)));
      res.end(req.url === '/late' ? 'late' : LARGE);
    },
    // A busy machine takes some time between the connection and its request, which has the same limit.
    { stalledMs: 500 },
  );
  const late = await open(port, 'GET /late HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  const unread = await open(port, GET);
  unread.pause();
  expect(await received(late)).toMatch(/^HTTP\/1\.1 200 [\s\S]*late$/);
  await expect.poll(() => ended).toEqual(['cut']);
});

test('the answers that one address leaves unread have a limit together; a large one alone has none', async () => {
  let sent = 0;
  const ended: string[] = [];
  const port = await serve(
    (req, res) => {
      sent++;
      res.once('close', () => ended.push(endOf(req)));
      res.end(LARGE);
    },
    { maxUnread: { ofOwner: LARGE.length, ofAll: Number.POSITIVE_INFINITY } },
  );
  const first = await open(port, GET);
  first.pause();
  await expect.poll(() => sent).toBe(1);
  const second = await open(port, GET);
  second.pause();
  await expect.poll(() => ended).toEqual(['cut']);
  expect(sent).toBe(2);
  // The first one is still there, and what it has read counts no more.
  first.resume();
  await expect.poll(() => ended).toEqual(['cut', 'read']);
  const third = await open(port, GET);
  third.resume();
  await expect.poll(() => ended).toEqual(['cut', 'read', 'read']);
});

test('where all addresses have used the memory of unread answers up, one may leave its even share unread', async () => {
  const ended: string[] = [];
  const port = await serve(
    (req, res) => {
      res.once('close', () => ended.push(`${req.socket.remotePort} ${endOf(req)}`));
      res.end(LARGE);
    },
    { maxUnread: { ofOwner: Number.POSITIVE_INFINITY, ofAll: 3.2 * LARGE.length } },
  );
  const modest = await open(port, GET, '127.0.0.2');
  modest.pause();
  for (const greedy of [await open(port, GET), await open(port, GET), await open(port, GET)]) greedy.pause();
  await expect.poll(() => ended.length).toBe(1);
  modest.resume();
  await expect.poll(() => ended.filter((each) => each.endsWith('read'))).toHaveLength(1);
});

test('a connection ends that sends very many requests before it has an answer', async () => {
  let answered = 0;
  const port = await serve((_, res) => {
    answered++;
    res.end('x');
  });
  const modest = await received(
    await open(port, GET.repeat(20) + GET.replace('Host', 'Connection: close\r\nHost')),
  );
  expect(modest.match(/HTTP\/1\.1 200/g)).toHaveLength(21);
  answered = 0;
  let read = 0;
  transport?.server.on('request', () => read++);
  await received(await open(port, GET.repeat(1_000)));
  expect(answered).toBeLessThanOrEqual(32);
  // Of what arrived with them nothing more is read.
  expect(read).toBeLessThan(40);
});

test('the bodies of one address that arrive have a limit together, which ends with them', async () => {
  const held = createHeldBodies({ ofOwner: MEBIBYTE });
  let started = 0;
  const port = await serve((req, res) => {
    started++;
    readBody(req, MEBIBYTE, held).then(
      (body) => res.end(String(body.length)),
      (error) => res.writeHead(refusalOf(error, undefined).status).end(),
    );
  });
  const half = 'x'.repeat(MEBIBYTE / 2);
  const slow = await open(port, post(`Content-Length: ${MEBIBYTE}`) + half);
  await expect.poll(() => started).toBe(1);
  await sleep(100);
  const headers = `Content-Length: ${half.length}\r\nConnection: close`;
  expect(await received(await open(port, post(headers) + half))).toMatch(/^HTTP\/1\.1 429 /);
  slow.destroy();
  await sleep(100);
  expect(await received(await open(port, post(headers) + half))).toMatch(/^HTTP\/1\.1 200 [\s\S]*524288$/);
  // A body that is complete is not counted any more.
  expect(await received(await open(port, post(headers) + half))).toMatch(/^HTTP\/1\.1 200 /);
});

test('bodies of many addresses take twice their limit, and then 64 KiB each at most', () => {
  const ofAll = 10 * MEBIBYTE;
  const open = createHeldBodies({ ofOwner: MEBIBYTE, ofAll });
  let held = 0;
  for (let owner = 0; owner < 100; owner++) {
    const share = Math.min(MEBIBYTE, ofAll / Math.max(owner, 1)) - 1_000;
    if (open(`${owner}`).hold(share)) held += share;
  }
  expect(held).toBeGreaterThan(1.8 * ofAll);
  expect(held).toBeLessThan(2 * ofAll);
  const calm = open('calm');
  expect([calm.hold(60_000), calm.hold(10_000)]).toEqual([true, false]);
});

test('where all addresses have used their memory up, one may hold its even share', () => {
  const open = createHeldBodies({ ofOwner: 100_000, ofAll: 160_000 });
  const [greedy, modest, late] = [open('a'), open('b'), open('c')];
  expect(greedy.hold(90_000)).toBe(true);
  expect(greedy.hold(10_000)).toBe(false);
  expect(modest.hold(60_000)).toBe(true);
  expect(modest.hold(30_000)).toBe(false);
  expect(late.hold(50_000)).toBe(true);
  expect(late.hold(10_000)).toBe(false);
  greedy.release();
  expect(modest.hold(30_000)).toBe(true);
});

test('a part of a body counts more than its bytes', () => {
  const open = createHeldBodies({ ofOwner: 2_000 });
  const body = open('a');
  expect([1, 2, 3, 4].map(() => body.hold(1))).toEqual([true, true, true, false]);
});
