import { createHash, randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { LOCAL_SECRET } from './freeradius.ts';

const ACCOUNTING_REQUEST = 4;
const HEADER_BYTES = 20;

/** The number of an attribute and its bytes, which need not be a value of it. */
export type RawAttribute = [type: number, value: Buffer];

/**
 * Sends a signed Accounting-Request with attributes that `radclient` does not send.
 * @param from the address of the router on the loopback interface
 * @returns the code of the answer; null for none within 8 s
 */
export async function sendRawAccounting(
  port: number,
  from: string,
  attributes: RawAttribute[],
): Promise<number | null> {
  const body = Buffer.concat(
    attributes.flatMap(([type, value]) => [Buffer.from([type, value.length + 2]), value]),
  );
  const header = Buffer.alloc(HEADER_BYTES);
  header.set([ACCOUNTING_REQUEST, randomInt(256)]);
  header.writeUInt16BE(HEADER_BYTES + body.length, 2);
  const packet = Buffer.concat([header, body]);
  createHash('md5').update(packet).update(LOCAL_SECRET).digest().copy(packet, 4);
  const socket = createSocket('udp4');
  const answer = new Promise<number | null>((resolve) => {
    socket.once('message', (datagram) => resolve(datagram[0] ?? null));
    setTimeout(() => resolve(null), 8_000).unref();
  });
  await new Promise<void>((resolve) => socket.bind(0, from, resolve));
  socket.send(packet, port, '127.0.0.1');
  return answer.finally(() => socket.close());
}

/** An unsigned number of 32 bits as RADIUS sends it. */
export function bytesOf(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}
