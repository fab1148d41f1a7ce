import { createHmac } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { processDueEvents } from '../../server/domain/inbound-event/process-due.ts';
import { processAccounting } from '../../server/domain/network/process-accounting.ts';
import type { Partner } from '../contract/api.ts';
import { advance, bodies, dataOf } from '../contract/helpers.ts';
import { radclient } from './freeradius.ts';
import { customerOf, lineOf } from './line.ts';
import { useNetwork } from './network.ts';

const network = useNetwork();
let partner: Partner;
beforeAll(async () => {
  partner = await network.api.partner();
});

/** Signs a user in: the answer's code, and the attributes for speed, address and interval. */
async function signIn(username: string, password: string): Promise<string[]> {
  const reply = await radclient(network.radius.ports.auth, 'auth', [
    `User-Name = "${username}"`,
    `User-Password = "${password}"`,
  ]);
  const relevant = /^(Mikrotik|WISPr|Acct-Interim|Framed)/;
  return [reply.code, ...reply.attributes.filter((line) => relevant.test(line)).sort()];
}

const credentialsOf = async (id: string) =>
  dataOf(await partner.get(`/v1/subscriptions/${id}/credentials`)) as { username: string; password: string };

const rowsOf = (username: string) =>
  network.api.sql`
    select 'radcheck' as of, id from radius.radcheck where username = ${username}
    union all select 'radreply', id from radius.radreply where username = ${username}
    union all select 'radusergroup', id from radius.radusergroup where username = ${username}
    order by 1, 2`;

test('fractional speeds are sent in whole kilobits', async () => {
  const plan = { downloadSpeedMbps: 2.5, uploadSpeedMbps: 0.5 };
  const { username, password } = await customerOf(partner, { plan });
  expect(await signIn(username, password)).toEqual([
    'Access-Accept',
    'Acct-Interim-Interval = 300',
    'Mikrotik-Rate-Limit = "500k/2500k"',
    'WISPr-Bandwidth-Max-Down = 2500000',
    'WISPr-Bandwidth-Max-Up = 500000',
  ]);
});

test('after a rotation the old password is rejected and the new one accepted', async () => {
  const { subscription, username, password } = await customerOf(partner);
  dataOf(await partner.post(`/v1/subscriptions/${subscription.id}/credentials/rotate`));
  const fresh = await credentialsOf(subscription.id);
  expect(fresh.username).toBe(username);
  expect(await signIn(username, password)).toEqual(['Access-Reject']);
  expect((await signIn(username, fresh.password))[0]).toBe('Access-Accept');
});

test('after grace the user is rejected, and after a payment accepted with the same credentials', async () => {
  const { subscription, username, password } = await customerOf(partner);
  await advance(partner, { days: 32 });
  expect((await signIn(username, password))[0]).toBe('Access-Accept');
  await advance(partner, { days: 2 });
  expect(dataOf(await partner.get(`/v1/subscriptions/${subscription.id}`)).inactiveReason).toBe(
    'GRACE_EXPIRED',
  );
  expect(await signIn(username, password)).toEqual(['Access-Reject']);
  dataOf(await partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual' }));
  expect(await credentialsOf(subscription.id)).toEqual({ username, password });
  expect((await signIn(username, password))[0]).toBe('Access-Accept');
});

test.each([
  ['cancelled', (id: string) => partner.delete(`/v1/subscriptions/${id}`), { days: 31 }],
  ['migrated out', (id: string) => partner.post(`/v1/subscriptions/${id}/migrate-out`), { hours: 1 }],
])('a %s subscription has no RADIUS rows', async (_, end, by) => {
  const { subscription, username, password } = await customerOf(partner);
  dataOf(await end(subscription.id));
  await advance(partner, by);
  expect(await rowsOf(username)).toHaveLength(0);
  expect(await signIn(username, password)).toEqual(['Access-Reject']);
});

test('Accounting-Off ends the sessions of its NAS', async () => {
  const { subscription, username } = await customerOf(partner);
  await lineOf(network.radius, username, { nas: '127.0.0.10' }).account('Start');
  await radclient(network.radius.ports.accounting, 'acct', [
    'Acct-Status-Type = Accounting-Off',
    'Packet-Src-IP-Address = 127.0.0.10',
    'Acct-Session-Id = "down"',
  ]);
  await processAccounting({ budgetMs: 5_000 });
  const [session] = dataOf(await partner.get(`/v1/network-sessions?subscriptionId=${subscription.id}`));
  expect(session).toMatchObject({ endedAt: expect.any(String), reason: 'NAS-Reboot' });
});

test('an onboarded service has no rows until it is paid, then the address and speed of its events', async () => {
  const plans: string[] = [];
  for (const n of [10, 20]) {
    const plan = bodies.plan({ priceAmount: n, downloadSpeedMbps: n, uploadSpeedMbps: n / 4 });
    plans.push(dataOf(await partner.post('/v1/plans', plan)).id);
  }
  const settings = {
    tariffMap: { 1: plans[0], 2: plans[1] },
    poolMap: { 5: 'cgn-east' },
    freeImmediateUpgrade: true,
  };
  const { id, secret } = dataOf(await partner.post('/v1/integrations', bodies.integration(settings)));
  const customer = { externalId: '77', ...bodies.subscriber() };
  let n = 0;
  const receive = async (event: string, data: object) => {
    const raw = JSON.stringify({
      event,
      data: { serviceId: 'svc-1', customer, externalEventId: `e${n++}`, ...data },
    });
    const headers = { 'x-webhook-signature': createHmac('sha256', secret).update(raw).digest('hex') };
    dataOf(
      await network.api.anonymous().post(`/v1/integrations/${id}/webhooks`, undefined, { raw, headers }),
    );
    await processDueEvents({ providerId: partner.providerId, budgetMs: 60_000 });
  };
  await receive('service.created', { tariffId: '1', ipv4: { mode: 'static', address: '198.51.100.7' } });
  const [subscription] = dataOf(await partner.get(`/v1/subscriptions?planId=${plans[0]}`));
  expect(subscription.radiusUsername).toBeNull();
  dataOf(await partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual' }));
  const { username, password } = await credentialsOf(subscription.id);
  const answered = () => signIn(username, password);
  const at = (up: string, down: string, ...framed: string[]) => [
    'Access-Accept',
    'Acct-Interim-Interval = 300',
    ...framed,
    `Mikrotik-Rate-Limit = "${up}/${down}"`,
    expect.any(String),
    expect.any(String),
  ];
  expect(await answered()).toEqual(at('2500k', '10M', 'Framed-IP-Address = 198.51.100.7'));
  const before = await rowsOf(username);
  await receive('service.updated', {
    tariffId: '1',
    ipv4: { mode: 'static', address: '198.51.100.7' },
    note: 'again',
  });
  expect(await rowsOf(username)).toEqual(before);
  await receive('service.updated', { tariffId: '2', ipv4: { mode: 'pool', poolName: '5' } });
  expect(await answered()).toEqual(at('5M', '20M', 'Framed-Pool = "cgn-east"'));
  await receive('service.updated', { ipv4: { mode: 'none' } });
  expect(await answered()).toEqual(at('5M', '20M'));
  await receive('service.deleted', {});
  expect((await answered())[0]).toBe('Access-Accept');
  await advance(partner, { days: 31 });
  expect(await answered()).toEqual(['Access-Reject']);
  expect(await rowsOf(username)).toHaveLength(0);
});
