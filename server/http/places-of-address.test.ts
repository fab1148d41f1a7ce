import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { createPlacesOfAddresses } from './places-of-address.ts';

/** More than the buffers of both ends of a connection take. */
const PARTS = Array.from({ length: 64 }, () => Buffer.alloc(1024 * 1024));

let server: Server;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
});

async function serve(listener: RequestListener): Promise<number> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Sends requests of one connection, and reads no answer until it is resumed. */
async function send(
  port: number,
  { localAddress = '127.0.0.1', path = '/', times = 1 } = {},
): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  sockets.push(socket);
  socket.on('error', () => {}).pause();
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(times));
  return socket;
}

test.each([
  { name: 'one answer', times: 1 },
  { name: 'several answers on one connection', times: 3 },
])('a client that does not read $name holds no place', async ({ times }) => {
  const places = createPlacesOfAddresses({ places: 1, ofAddress: 1, holdMs: 60_000 });
  const begun: string[] = [];
  const port = await serve((req, res) =>
    places.answer(req, res, () => {
      begun.push(req.url ?? '');
      if (req.url === '/long') Readable.from(PARTS).pipe(res);
      else res.end('short');
    }),
  );
  await send(port, { path: '/long', times });
  await send(port, { path: '/short' });
  await expect.poll(() => begun).toEqual([...Array(times).fill('/long'), '/short']);
});

test('requests of one address wait for each other, not those of another', async () => {
  const places = createPlacesOfAddresses({ places: 3, ofAddress: 2, holdMs: 60_000 });
  const open: (() => void)[] = [];
  const port = await serve((req, res) => places.answer(req, res, () => open.push(() => res.end(req.url))));
  for (const path of ['/1', '/2', '/3', '/4']) await send(port, { path });
  await expect.poll(() => open.length).toBe(2);
  const other = await send(port, { localAddress: '127.0.0.2' });
  await expect.poll(() => open.length).toBe(3);
  other.destroy();
  open[0]?.();
  await expect.poll(() => open.length).toBe(4);
});

test('an answer that takes long gives its place back before it is made', async () => {
  const places = createPlacesOfAddresses({ places: 1, ofAddress: 1, holdMs: 20 });
  let begun = 0;
  const port = await serve((req, res) => places.answer(req, res, () => void begun++));
  await send(port);
  await send(port);
  await expect.poll(() => begun).toBe(2);
});

test('work that fails before its answer ends the connection and gives its place back', async () => {
  const places = createPlacesOfAddresses({ places: 1, ofAddress: 1, holdMs: 60_000 });
  const port = await serve((req, res) =>
    places.answer(req, res, async () => {
      if (req.url === '/fails') throw new Error('broken');
      res.end('answered');
    }),
  );
  const failing = await send(port, { path: '/fails' });
  failing.resume();
  await once(failing, 'close');
  const next = await send(port);
  next.resume();
  const [bytes] = await once(next, 'data');
  expect(String(bytes)).toMatch(/answered$/);
});
