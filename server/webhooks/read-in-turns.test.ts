import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { monotonicMs } from '../clock.ts';
import { readInTurns } from './read-in-turns.ts';

const LONG = Buffer.alloc(40_000, 'a:b\r\n');

/** A connection whose parser takes as many ms for each part as `takesMs`, and does `onPart` behind it. */
function connection(takesMs: number, onPart: (socket: PassThrough) => void = () => {}) {
  const socket = new PassThrough({ readableHighWaterMark: 100_000 });
  readInTurns(socket as unknown as Socket);
  const parts: Buffer[] = [];
  socket.on('readable', () => {
    for (let part = socket.read(); part !== null; part = socket.read()) {
      parts.push(part);
      const until = monotonicMs() + takesMs;
      while (monotonicMs() < until);
      onPart(socket);
    }
  });
  return { socket, parts };
}

test('all that arrives is parsed in its order, a part at a time', async () => {
  const { socket, parts } = connection(0);
  for (let at = 0; at < LONG.length; at += 10_000) socket.write(LONG.subarray(at, at + 10_000));
  socket.end('last');
  await new Promise((done) => socket.once('end', done));
  expect(Buffer.concat(parts).toString()).toBe(`${LONG}last`);
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(4_096);
});

test('a connection that has ended is parsed no further', async () => {
  const { socket, parts } = connection(0, (ended) => ended.destroy());
  socket.write(LONG);
  await new Promise((done) => socket.once('close', done));
  expect(parts).toHaveLength(1);
});

test('other work has turns between the parts that take long, of all connections together', async () => {
  let turn = 0;
  let next = setImmediate(function count() {
    turn++;
    next = setImmediate(count);
  });
  const turns: number[] = [];
  const ends = [1, 2, 3].map(async () => {
    const { socket } = connection(8, () => turns.push(turn));
    socket.end(LONG.subarray(0, 8_192));
    await new Promise((done) => socket.once('end', done));
  });
  await Promise.all(ends);
  clearImmediate(next);
  expect(turns).toHaveLength(6);
  const most = Math.max(...turns.map((each) => turns.filter((other) => other === each).length));
  expect(most).toBeLessThanOrEqual(2);
});
