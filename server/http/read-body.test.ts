import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { monotonicMs } from '../clock.ts';
import { createHeldBodies } from './held-bodies.ts';
import { readBody, readParts } from './read-body.ts';

/** A request whose body arrives in these parts. */
function requestOf(parts: Buffer[]): IncomingMessage {
  const body = new Readable({ read() {} });
  for (const part of parts) body.push(part);
  // As the ends of several connections, timers of one turn come one after the other.
  setTimeout(() => body.push(null), 5);
  const socket = { remoteAddress: '127.0.0.1' };
  return Object.assign(body, { headers: {}, socket, complete: true }) as never;
}

/** Works for longer than long works may take of a turn together. */
function work(): void {
  const end = monotonicMs() + 12;
  while (monotonicMs() < end);
}

/** The turns of the event loop in which the work on three bodies is done. */
async function turnsOf(bytes: number): Promise<number> {
  let turn = 0;
  let counting: NodeJS.Immediate | undefined;
  const count = () => {
    turn += 1;
    counting = setImmediate(count);
  };
  count();
  const bodies = [1, 2, 3].map(async () => {
    await readBody(requestOf([Buffer.alloc(bytes)]));
    const at = turn;
    work();
    return at;
  });
  const turns = await Promise.all(bodies);
  clearImmediate(counting);
  return new Set(turns).size;
}

test('long bodies whose ends come together are worked on in turns', async () => {
  expect(await turnsOf(20_000)).toBe(3);
});

test('small parts are joined, in their order', async () => {
  const parts = Array.from({ length: 3_000 }, (_, n) => Buffer.alloc(64, n % 251));
  const joined = await readParts(requestOf(parts), 1024 * 1024);
  expect(joined).toHaveLength(3);
  expect(Buffer.concat(joined).equals(Buffer.concat(parts))).toBe(true);
});

test.each([
  ['the head alone', 'x'],
  ['the whole body', 'x'.repeat(10)],
])('a client that sent %s and left before its body was read is refused', async (_, sent) => {
  const server = createServer();
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n${sent}`);
  const [req] = (await once(server, 'request')) as [IncomingMessage];
  const closed = new Promise((resolve) => req.once('close', resolve));
  client.resetAndDestroy();
  await closed;
  const held = createHeldBodies();
  await expect(readParts(req, 1_024, held)).rejects.toMatchObject({ key: 'VALIDATION_FAILED' });
  await expect(readBody(req, 1_024, held)).rejects.toMatchObject({ key: 'VALIDATION_FAILED' });
});
