import { beforeAll, expect, test, vi } from 'vitest';
import type { NasReply, NasRequest } from '../../server/demo/nas-packet.ts';
import type { Partner } from '../contract/api.ts';
import { useNetwork } from './network.ts';
import { openRouter } from './router.ts';

// How a request names a session to its router.

// Each packet starts a process, and the machine may be busy.
vi.setConfig({ testTimeout: 90_000 });

const network = useNetwork();
let partner: Partner;
beforeAll(async () => {
  partner = await network.api.partner();
});

const MB = 1_000_000;

/** A router that refuses requests with a NAS-IP-Address other than its own (RFC 5176: NAS Identification Mismatch). */
const refusesOthers =
  (own: string) =>
  ({ attributes }: NasRequest): NasReply =>
    (attributes['NAS-IP-Address'] ?? own) === own ? 'ack' : { errorCause: 403 };

test.each(['10.9.9.9', '192.168.88.1'])(
  'a router whose NAS-IP-Address is %s, and not the source of its packets, accepts a Disconnect',
  async (claims) => {
    const router = await openRouter(network, partner, { claims, reply: refusesOthers(claims) });
    await router.account('Start', '83000001', [0, 0]);
    const [session] = await router.sessions();
    expect(session?.nasIpAddress).toBe(router.nas.address);
    await router.suspend();
    await router.minute();
    expect(router.nas.read).toEqual([
      {
        name: 'Disconnect-Request',
        attributes: {
          'User-Name': router.username,
          'Acct-Session-Id': '83000001',
          'Framed-IP-Address': '100.64.0.9',
        },
      },
    ]);
    await router.account('Stop', '83000001', [MB, MB]);
    await router.wait(5);
    expect(router.requests()).toHaveLength(1);
    await router.close();
  },
);

test('a router whose NAS-IP-Address is not the source of its packets accepts a change of speed', async () => {
  const claims = '10.9.9.9';
  const plan = { dataCapMb: 1 };
  const router = await openRouter(network, partner, { claims, reply: refusesOthers(claims), plan });
  await router.account('Start', '83000002', [0, 0]);
  await router.account('Interim-Update', '83000002', [MB, MB]);
  await router.minute();
  expect(router.requests()).toEqual(['CoA-Request 1M/1M']);
  expect(router.nas.read[0]?.attributes).not.toHaveProperty('NAS-IP-Address');
  await router.close();
});

test('a disconnect by request carries no NAS-IP-Address', async () => {
  const router = await openRouter(network, partner, { claims: '10.9.9.9', reply: refusesOthers('10.9.9.9') });
  await router.account('Start', '83000003', [0, 0]);
  const [session] = await router.sessions();
  const answer = await partner.post(`/v1/network-sessions/${session?.id}/disconnect`);
  expect(answer.status, answer.text).toBe(200);
  expect(router.nas.read.map(({ attributes }) => Object.keys(attributes).sort())).toEqual([
    ['Acct-Session-Id', 'Framed-IP-Address', 'User-Name'],
  ]);
  await router.close();
});

// FreeRADIUS stores other characters than these as `=` and two digits; a session id has up to 253 bytes.
test.each(['PE1;0/2|7(3)', 'a=b=3D', 'Zürich-4', '%'.repeat(253)])(
  'a Disconnect names the session %s as the router does',
  async (id) => {
    const router = await openRouter(network, partner);
    await router.account('Start', id, [0, 0]);
    await router.suspend();
    await router.minute();
    expect(router.nas.read.map(({ attributes }) => attributes['Acct-Session-Id'])).toEqual([id]);
    await router.close();
  },
);
