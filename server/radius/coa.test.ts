import { createHash } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { changeSpeed, disconnectSession, type NasSession } from './coa.ts';

const SECRET = 's3cret';

/** The attributes of a request by number, as a NAS on a local port receives them. It accepts the request. */
async function received(send: (port: number) => Promise<unknown>): Promise<Map<number, Buffer>> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const attributes = new Map<number, Buffer>();
  socket.on('message', (packet, from) => {
    for (let at = 20; at < packet.length; at += packet[at + 1] as number) {
      attributes.set(packet[at] as number, packet.subarray(at + 2, at + (packet[at + 1] as number)));
    }
    const answer = Buffer.from([
      (packet[0] as number) + 1,
      packet[1] as number,
      0,
      20,
      ...packet.subarray(4, 20),
    ]);
    createHash('md5').update(answer).update(SECRET).digest().copy(answer, 4);
    socket.send(answer, from.port, from.address);
  });
  expect(await send(socket.address().port)).toEqual({ outcome: 'ack' });
  socket.close();
  return attributes;
}

const USER_NAME = 1;
const NAS_IP_ADDRESS = 4;
const FRAMED_IP_ADDRESS = 8;
const ACCT_SESSION_ID = 44;

test.each([
  ['100.64.0.9', '64400009'],
  ['0.0.0.0', undefined],
  ['2001:db8::9', undefined],
  [null, undefined],
])(
  'a request for a session with the address %s names user, session id and a usable IPv4 address, never NAS-IP-Address',
  async (framedIpAddress, sent) => {
    const session: NasSession = { username: 'line-1', acctSessionId: '81000001', framedIpAddress };
    const speed = { downloadSpeedMbps: 20, uploadSpeedMbps: 5 };
    for (const request of [
      (port: number) => disconnectSession({ host: '127.0.0.1', port, secret: SECRET }, session),
      (port: number) => changeSpeed({ host: '127.0.0.1', port, secret: SECRET }, session, speed),
    ]) {
      const attributes = await received(request);
      expect(attributes.get(USER_NAME)?.toString()).toBe('line-1');
      expect(attributes.get(ACCT_SESSION_ID)?.toString()).toBe('81000001');
      expect(attributes.get(FRAMED_IP_ADDRESS)?.toString('hex')).toBe(sent);
      expect(attributes.has(NAS_IP_ADDRESS)).toBe(false);
    }
  },
);
