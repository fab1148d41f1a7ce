import { once } from 'node:events';
import { connect, createServer, type Server, Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { LimitedConnection } from './limited-connection.ts';

let server: Server;
const opened: Socket[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
  server.close();
});

const UNLIMITED = { betweenWrites: Number.POSITIVE_INFINITY, message: 'too much' };

/** A connection, the other end of it, and what it has passed on. */
async function connection() {
  server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address() as { port: number };
  const accepted = once(server, 'connection');
  const socket = connect(address.port, '127.0.0.1');
  const [peer] = (await accepted) as [Socket];
  opened.push(socket, peer);
  peer.on('error', () => {});
  const limited = new LimitedConnection(socket, UNLIMITED);
  const passed: number[] = [];
  const faults: string[] = [];
  limited.on('data', (chunk: Buffer) => passed.push(chunk.length));
  limited.on('error', ({ message }) => faults.push(message));
  return { limited, peer, passed, faults, sum: () => passed.reduce((sum, each) => sum + each, 0) };
}

/** What TLS makes of the bytes is pushed to its reader. */
function readerOf(limited: LimitedConnection) {
  const tls = new Socket();
  opened.push(tls);
  limited.limitToData(tls);
  tls.resume();
  return tls;
}

test('what arrives is passed on in parts, each in the time of a turn, in its order and to its end', async () => {
  const { limited, peer, passed, sum } = await connection();
  const bytes = Buffer.alloc(100_000, 'abcdefg');
  const received: Buffer[] = [];
  let ofTurn = 0;
  let most = 0;
  limited.on('data', (chunk: Buffer) => {
    received.push(chunk);
    ofTurn += 1;
    most = Math.max(most, ofTurn);
    setImmediate(() => {
      ofTurn = 0;
    });
    // Longer than long works may take of a turn together.
    for (const end = performance.now() + 12; performance.now() < end; );
  });
  peer.end(bytes);
  await once(limited, 'end');
  expect(Math.max(...passed)).toBeLessThanOrEqual(4_096);
  expect(sum()).toBe(100_000);
  expect(Buffer.concat(received).equals(bytes)).toBe(true);
  expect(most).toBe(1);
});

test('a connection that is reset passes on what had arrived before', async () => {
  const { limited, peer, faults, sum } = await connection();
  limited.on('data', () => {
    for (const end = performance.now() + 12; performance.now() < end; );
  });
  limited.once('data', () => peer.resetAndDestroy());
  peer.write(Buffer.alloc(16_000));
  await expect.poll(() => faults).toHaveLength(1);
  expect(sum()).toBe(16_000);
});

test('a reader that is full holds the rest', async () => {
  const { limited, peer, sum } = await connection();
  peer.write(Buffer.alloc(1_000));
  await expect.poll(sum).toBe(1_000);
  limited.pause();
  peer.end(Buffer.alloc(500_000));
  await expect.poll(() => limited.readableLength).toBeGreaterThan(0);
  expect(limited.readableLength).toBeLessThan(100_000);
  limited.resume();
  await once(limited, 'end');
  expect(sum()).toBe(501_000);
});

test('bytes without data for the reader of TLS end the connection', async () => {
  const { limited, peer, faults, sum } = await connection();
  readerOf(limited);
  peer.write(Buffer.alloc(200_000));
  await expect.poll(() => faults).toEqual(['too many bytes of TLS without data']);
  expect(sum()).toBeLessThanOrEqual(24 * 1024);
});

test('records of one byte, and data beside much that is none, end it too', async () => {
  const { limited, peer, faults, sum } = await connection();
  const tls = readerOf(limited);
  limited.on('data', (chunk: Buffer) => tls.push(Buffer.alloc(Math.ceil(chunk.length / 23))));
  peer.write(Buffer.alloc(1_000_000));
  await expect.poll(() => faults).toHaveLength(1);
  expect(sum()).toBeLessThan(40 * 1024);
});

test('data of usual records passes, whatever its length, and earns nothing for later', async () => {
  const { limited, peer, faults, sum } = await connection();
  const tls = readerOf(limited);
  let isData = true;
  limited.on('data', (chunk: Buffer) => isData && tls.push(Buffer.alloc(Math.floor(chunk.length * 0.95))));
  peer.write(Buffer.alloc(1_000_000));
  await expect.poll(sum).toBe(1_000_000);
  expect(faults).toEqual([]);
  isData = false;
  peer.write(Buffer.alloc(1_000_000));
  await expect.poll(() => faults).toHaveLength(1);
  expect(sum()).toBeLessThanOrEqual(1_000_000 + 24 * 1024);
});

test('a server that requests a handshake behind the first one ends the connection', async () => {
  const { limited, peer, faults, sum } = await connection();
  const record = (type: number, length: number) =>
    Buffer.concat([Buffer.from([type, 3, 3, length >> 8, length & 255]), Buffer.alloc(length)]);
  limited.write(record(22, 200));
  const handshake = Buffer.concat([record(22, 900), record(20, 1), record(22, 40)]);
  peer.write(handshake);
  await expect.poll(sum).toBe(handshake.length);
  expect(faults).toEqual([]);
  peer.write(record(22, 16_000));
  await expect.poll(() => faults).toEqual(['a handshake of TLS behind the first one']);
  expect(sum()).toBe(handshake.length);
});
