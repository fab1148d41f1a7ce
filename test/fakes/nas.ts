import { createHash, randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

const HEADER_BYTES = 20;
const requests: Record<number, string> = { 40: 'Disconnect-Request', 43: 'CoA-Request' };
const MIKROTIK = { vendor: 14_988, rateLimit: 8 };

/**
 * A network server that accepts CoA and Disconnect requests over real UDP (RFC 5176), on a loopback address of its own.
 */
export async function startFakeNas(secret: string) {
  const address = `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;
  const received: string[] = [];
  const socket = createSocket('udp4');
  let packets = 0;
  socket.on('message', (request, { port, address: from }) => {
    packets++;
    const name = requests[request[0] as number];
    if (!name || !isSigned(request, secret)) return;
    const speed = rateLimitOf(request);
    received.push(speed ? `${name} ${speed}` : name);
    socket.send(acknowledge(request, secret), port, from);
  });
  await new Promise<void>((done) => socket.bind(0, address, done));
  return {
    address,
    port: (socket.address() as AddressInfo).port,
    secret,
    /** The valid requests in order, each with its rate limit, if any. */
    received,
    /** The number of packets, valid or not. */
    packets: () => packets,
    close: () => new Promise<void>((done) => socket.close(done)),
  };
}

export type FakeNas = Awaited<ReturnType<typeof startFakeNas>>;

/** Whether the request authenticator is valid. */
function isSigned(request: Buffer, secret: string): boolean {
  const unsigned = Buffer.from(request).fill(0, 4, HEADER_BYTES);
  return md5(unsigned, secret).equals(request.subarray(4, HEADER_BYTES));
}

/** The ACK of a request: the next code, signed over the request's authenticator. */
function acknowledge(request: Buffer, secret: string): Buffer {
  const answer = Buffer.from(request.subarray(0, HEADER_BYTES));
  answer[0] = (request[0] as number) + 1;
  answer.writeUInt16BE(HEADER_BYTES, 2);
  md5(answer, secret).copy(answer, 4);
  return answer;
}

function md5(packet: Buffer, secret: string): Buffer {
  return createHash('md5').update(packet).update(secret).digest();
}

/** The value of Mikrotik-Rate-Limit. */
function rateLimitOf(request: Buffer): string | undefined {
  for (let at = HEADER_BYTES; at < request.length; at += request[at + 1] as number) {
    if (request[at] !== 26 || request.readUInt32BE(at + 2) !== MIKROTIK.vendor) continue;
    if (request[at + 6] !== MIKROTIK.rateLimit) continue;
    return request.toString('utf8', at + 8, at + 6 + (request[at + 7] as number));
  }
}
