import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { monotonicMs } from '../../clock.ts';
import { readInTurns } from './read-in-turns.ts';

const CONNECTIONS = 12;
const BYTES = 2 * 1024 * 1024;

/** Sends the bytes to each connection. It has a thread of its own, so that it sends while the reader is busy. */
const sender = `
  const server = require('node:net').createServer((socket) => socket.end(Buffer.alloc(${BYTES})));
  server.listen(0, '127.0.0.1', () => require('node:worker_threads').parentPort.postMessage(server.address().port));`;

test('data of several connections that takes long is read in several turns, and all of it is read', async () => {
  const worker = new Worker(sender, { eval: true });
  const [port] = (await once(worker, 'message')) as [number];
  let turn = 0;
  const count = () => {
    turn += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const parts = new Map<number, number>();
  const sizes = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const socket = connect(port, '127.0.0.1');
      readInTurns(socket);
      let size = 0;
      socket.on('data', (data) => {
        size += data.length;
        parts.set(turn, (parts.get(turn) ?? 0) + 1);
        const until = monotonicMs() + 5;
        while (monotonicMs() < until);
      });
      await once(socket, 'close');
      return size;
    }),
  );
  clearImmediate(next);
  await worker.terminate();
  expect(sizes).toEqual(Array(CONNECTIONS).fill(BYTES));
  // Each connection has a part before it is held, all of them perhaps in the first turn.
  const ofTurns = [...parts.values()].toSorted((one, other) => one - other);
  expect(ofTurns[Math.floor(ofTurns.length / 2)]).toBeLessThanOrEqual(CONNECTIONS);
});
