import { createHash } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { changeSpeed, disconnectSession, type NasSession } from './coa.ts';

const SECRET = 's3cret';

/** The attributes of a request by number, and the vendor-specific ones, as a NAS on a local port receives them. It accepts the request. */
async function received(send: (port: number) => Promise<unknown>) {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const attributes = new Map<number, Buffer>();
  const specific: string[] = [];
  socket.on('message', (packet, from) => {
    for (let at = 20; at < packet.length; at += packet[at + 1] as number) {
      const value = packet.subarray(at + 2, at + (packet[at + 1] as number));
      attributes.set(packet[at] as number, value);
      if (packet[at] === VENDOR_SPECIFIC) specific.push(value.toString('hex'));
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
  return { attributes, specific };
}

const USER_NAME = 1;
const NAS_IP_ADDRESS = 4;
const FRAMED_IP_ADDRESS = 8;
const ACCT_SESSION_ID = 44;
const VENDOR_SPECIFIC = 26;

test.each([
  ['100.64.0.9', '64400009'],
  ['0.0.0.0', undefined],
  ['255.255.255.254', undefined],
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
      const { attributes } = await received(request);
      expect(attributes.get(USER_NAME)?.toString()).toBe('line-1');
      expect(attributes.get(ACCT_SESSION_ID)?.toString()).toBe('81000001');
      expect(attributes.get(FRAMED_IP_ADDRESS)?.toString('hex')).toBe(sent);
      expect(attributes.has(NAS_IP_ADDRESS)).toBe(false);
    }
  },
);

test('a request for another speed has it as RouterOS and WISPr write it: upload before download', async () => {
  const session: NasSession = { username: 'line-1', acctSessionId: '81000001', framedIpAddress: null };
  const speed = { downloadSpeedMbps: 20, uploadSpeedMbps: 5 };
  const nas = (port: number) => ({ host: '127.0.0.1', port, secret: SECRET });
  const { specific } = await received((port) => changeSpeed(nas(port), session, speed));
  const [mikrotik, wispr] = ['00003a8c', '0000372a'];
  expect(specific).toEqual([
    `${mikrotik}0808${Buffer.from('5M/20M').toString('hex')}`,
    `${wispr}0706${(5_000_000).toString(16).padStart(8, '0')}`,
    `${wispr}0806${(20_000_000).toString(16).padStart(8, '0')}`,
  ]);
});

test.each([
  ['99 datagrams that are no answer are ignored', 99, 'ack'],
  ['a NAS that sends a hundred of them does not answer', 100, 'timeout'],
])('%s', async (_, count, outcome) => {
  const session: NasSession = { username: 'line-1', acctSessionId: '81000001', framedIpAddress: null };
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  socket.on('message', async (packet, from) => {
    const send = (bytes: Buffer) => new Promise((sent) => socket.send(bytes, from.port, from.address, sent));
    for (let n = 0; n < count; n++) await send(packet);
    const head = [(packet[0] as number) + 1, packet[1] as number, 0, 20];
    const answer = Buffer.from([...head, ...packet.subarray(4, 20)]);
    createHash('md5').update(answer).update(SECRET).digest().copy(answer, 4);
    await send(answer);
  });
  const nas = { host: '127.0.0.1', port: socket.address().port, secret: SECRET };
  expect(await disconnectSession(nas, session)).toEqual({ outcome });
  socket.close();
});
