import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createSender, isDelivered, type Sender } from './send.ts';

let server: Server;
let sender: Sender;

afterEach(async () => {
  await sender.close();
  await new Promise((done) => server.close(done));
});

/** Starts a receiver that answers each request by writing these pieces, each in a packet of its own. */
async function receiver(...pieces: (string | null)[]) {
  const connections = new Set<Socket>();
  server = createServer((socket) => {
    connections.add(socket);
    socket.setNoDelay().on('error', () => {});
    socket.on('data', async () => {
      for (const piece of pieces) {
        if (piece === null) return socket.end();
        socket.write(piece);
        await new Promise((next) => setTimeout(next, 2));
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, 'localhost', done));
  sender = createSender(2_000);
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`;
  const send = () =>
    sender.send({ url, headers: ['Content-Type', 'application/json'], body: '{}', livemode: false });
  return { send, connections };
}

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
const HINTS = 'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n';
const BODY = 'HTTP/1.1 100 Continue\r\n\r\n is no response here';
const DONE = `HTTP/1.1 200 OK\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`;

test.each([
  ['none', [DONE]],
  ['100 in the same packet', [CONTINUE + DONE]],
  ['100 in a packet of its own', [CONTINUE, DONE]],
  ['100 without a reason', ['HTTP/1.1 100\r\n\r\n', DONE]],
  ['100 of HTTP/1.0', ['HTTP/1.0 100 Continue\r\n\r\n', DONE]],
  ['103', [HINTS, DONE]],
  [
    '102, 100 and 103, and another 100',
    [`HTTP/1.1 102 Processing\r\n\r\n${CONTINUE}${HINTS}`, CONTINUE + DONE],
  ],
  ['40 KiB of 103 before each response', [HINTS.repeat(800), DONE]],
  ['100 byte by byte', [...(CONTINUE + DONE)]],
  ['100 and the body in its packets', [CONTINUE, DONE.slice(0, -BODY.length), BODY]],
])('a delivery is accepted by what follows informational responses: %s', async (_, pieces) => {
  const { send, connections } = await receiver(...pieces);
  for (let n = 0; n < 3; n++) {
    const outcome = await send();
    expect(outcome).toMatchObject({ responseStatus: 200, error: null, responseExcerpt: BODY });
    expect(isDelivered(outcome)).toBe(true);
    // undici takes its connection back a turn later.
    await new Promise((next) => setTimeout(next, 5));
  }
  expect(connections.size).toBe(1);
});

test.each([
  [
    'a refusal',
    [CONTINUE, 'HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n'],
    { responseStatus: 503, error: null },
  ],
  ['nothing', [CONTINUE, null], { responseStatus: null, error: 'CONNECTION_RESET' }],
  [
    'a part of a status line',
    [CONTINUE, 'HTTP/1.', null],
    { responseStatus: null, error: 'CONNECTION_RESET' },
  ],
  [
    'a change of the protocol',
    [CONTINUE, 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'],
    { responseStatus: null, error: 'CONNECTION_RESET' },
  ],
  [
    'no end',
    [`HTTP/1.1 100 Continue\r\n${'name: value\r\n'.repeat(5_000)}`],
    { responseStatus: null, error: 'CONNECTION_FAILED' },
  ],
  ['another protocol', [CONTINUE, '220 ftp\r\n'], { responseStatus: null, error: 'CONNECTION_FAILED' }],
])('a delivery fails if informational responses are followed by %s', async (_, pieces, expected) => {
  const { send } = await receiver(...pieces);
  expect(await send()).toMatchObject(expected);
});

test('a server that sends informational responses without end is disconnected', async () => {
  const { send } = await receiver(...Array<string>(1_000).fill(HINTS.repeat(100)));
  expect(await send()).toMatchObject({ responseStatus: null, error: 'CONNECTION_FAILED' });
});

/** A response with lines of a header that are as short as they can be. */
const withLines = (count: number) => `HTTP/1.1 200 OK\r\nContent-Length: 0\r\n${'a:\r\n'.repeat(count)}\r\n`;

test.each([
  ['in one packet', [withLines(4_200)]],
  ['in packets', [withLines(4_200).slice(0, 9_000), withLines(4_200).slice(9_000)]],
  ['behind an informational response', [CONTINUE + withLines(16_000)]],
  ['without an end', [`HTTP/1.1 200 OK\r\n${'a:\r\n'.repeat(4_200)}`]],
])('a head of more than 16 KiB %s is no response', async (_, pieces) => {
  const { send } = await receiver(...pieces);
  expect(await send()).toMatchObject({ responseStatus: null, error: 'CONNECTION_FAILED' });
});

test('a head of almost 16 KiB in small packets is a response', async () => {
  const { send } = await receiver(...(withLines(4_000).match(/[\s\S]{1,1000}/g) ?? []));
  expect(await send()).toMatchObject({ responseStatus: 200, error: null });
});
