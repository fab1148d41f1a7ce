import { beforeAll, expect, test } from 'vitest';
import { inngest } from '../../server/background/client.ts';
import { startLocalRunner } from '../../server/background/local-runner.ts';
import { sweepNetwork } from '../../server/background/network-sweep.ts';
import { backgroundFunctions } from '../../server/background/registry.ts';
import { wake } from '../../server/background/wake.ts';
import { watchAccounting } from '../../server/background/watch-accounting.ts';
import { announceSessions } from '../../server/domain/network/announce-sessions.ts';
import { countUsage } from '../../server/domain/network/count-usage.ts';
import { processAccounting } from '../../server/domain/network/process-accounting.ts';
import { reportForgedAccounting } from '../../server/domain/network/report-forged-accounting.ts';
import { log } from '../../server/log.ts';
import { onCommit } from '../../server/work/wake.ts';
import type { Partner } from '../contract/api.ts';
import { bodies, dataOf } from '../contract/helpers.ts';
import { startWebhookReceiver } from '../fakes/webhook-receiver.ts';
import { radclient } from './freeradius.ts';
import { customerOf, lineOf } from './line.ts';
import { useNetwork } from './network.ts';
import { register } from './router.ts';

// Two partners on one FreeRADIUS that follows the guide. Each has a server, and one sends forged packets for the other.

const network = useNetwork();
const OWN_NAS = '127.0.3.1';
const OTHER_NAS = '127.0.3.2';
const OPERATOR_NAS = '127.0.3.3';

let ownPartner: Partner;
let otherPartner: Partner;
beforeAll(async () => {
  ownPartner = await network.api.partner();
  otherPartner = await network.api.partner();
  const unread = { port: 3_799, secret: 'not-read-again' };
  await register(ownPartner, { ...unread, address: OWN_NAS });
  await register(otherPartner, { ...unread, address: OTHER_NAS });
});

const sessionsOf = async (subscriptionId: string) =>
  dataOf(await ownPartner.get(`/v1/network-sessions?subscriptionId=${subscriptionId}&sort=createdAt`));

async function eventsOf(sessionId: string): Promise<string[]> {
  await announceSessions({ providerId: ownPartner.providerId, budgetMs: 5_000 });
  const events = dataOf(await ownPartner.get(`/v1/events?resourceId=${sessionId}&sort=createdAt`));
  return events.map(({ type }: { type: string }) => type);
}

async function usedBy(subscriptionId: string): Promise<number> {
  await countUsage();
  const [usage] = await network.api.sql<{ octets: string }[]>`
    select octets from network_usage where subscription_id = ${subscriptionId}`;
  return Number(usage?.octets ?? 0);
}

const rowsOf = (username: string) => network.api.sql<{ nas: string; open: boolean }[]>`
  select host(nasipaddress) as nas, acctstoptime is null as open from radius.radacct
  where username = ${username} order by radacctid`;

test.each([
  ['a sign-in', 'auth'],
  ['a sign-in within the tunnel of EAP', 'tunnel'],
] as const)('%s is accepted at servers of the account of the line and of the operator', async (_, kind) => {
  const { username, password } = await customerOf(ownPartner);
  const answerAt = async (nas: string, name = username) => {
    const reply = await radclient(network.radius.ports[kind], 'auth', [
      `User-Name = "${name}"`,
      `User-Password = "${password}"`,
      `Packet-Src-IP-Address = ${nas}`,
      `NAS-IP-Address = ${OWN_NAS}`,
    ]);
    return reply.code;
  };
  expect(await answerAt(OWN_NAS)).toBe('Access-Accept');
  expect(await answerAt(OPERATOR_NAS)).toBe('Access-Accept');
  expect(await answerAt(OTHER_NAS)).toBe('Access-Reject');
  const names = [`${username}@example.com`, `${username}@LOCAL`, `${username}.ppp`];
  const answers = names.flatMap((name) => [OWN_NAS, OTHER_NAS].map((nas) => answerAt(nas, name)));
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['Access-Reject']));
  expect(network.radius.log()).toContain('the line belongs to another account than the server');
});

test('a sign-in gets no answer where the database does not say whose the line is', async () => {
  const { username, password } = await customerOf(ownPartner);
  await network.api.sql`revoke execute on function radius.may_sign_in(text, inet) from public`;
  const signIn = radclient(network.radius.ports.auth, 'auth', [
    `User-Name = "${username}"`,
    `User-Password = "${password}"`,
  ]);
  await expect(signIn).rejects.toThrow();
  await network.api.sql`grant execute on function radius.may_sign_in(text, inet) to public`;
});

test('packets with a forged NAS-IP-Address neither count for nor end the session of another partner', async () => {
  const { username, subscription } = await customerOf(ownPartner);
  const own = lineOf(network.radius, username, { nas: OWN_NAS });
  await own.account('Start');
  await own.account('Interim-Update', [1_000, 2_000]);
  const forged = lineOf(network.radius, username, { session: own.session, nas: OTHER_NAS, claims: OWN_NAS });
  await forged.account('Interim-Update', [5_000_000, 5_000_000]);
  await forged.account('Stop', [6_000_000, 6_000_000]);
  await forged.account('Start');

  const sessions = await sessionsOf(subscription.id);
  expect(sessions).toEqual([
    expect.objectContaining({ nasIpAddress: OWN_NAS, endedAt: null, inputOctets: 1_000 }),
  ]);
  expect(await eventsOf(sessions[0].id)).toEqual(['network.session_started']);
  expect(await usedBy(subscription.id)).toBe(3_000);
  expect([...(await rowsOf(username))]).toEqual([
    { nas: OWN_NAS, open: true },
    { nas: OTHER_NAS, open: false },
  ]);
  const lines: object[] = [];
  await reportForgedAccounting((line) => lines.push(line));
  expect(lines).toEqual([
    expect.objectContaining({ event: 'accounting.forged', address: OTHER_NAS, account: username }),
  ]);
});

test('packets with the Class of a session of another partner neither count for nor end it', async () => {
  const { username, subscription } = await customerOf(ownPartner);
  // The stock policy takes such a Class for one that the server gave out.
  const given = `Class = 0x${Buffer.from(`ai:${'0a'.repeat(16)}`).toString('hex')}`;
  const own = lineOf(network.radius, username, { nas: OWN_NAS });
  await own.account('Start', [0, 0], [given]);
  await own.account('Interim-Update', [1_000, 2_000], [given]);
  const forged = lineOf(network.radius, username, { session: own.session, nas: OTHER_NAS });
  await forged.account('Interim-Update', [5_000_000, 5_000_000], [given]);
  await forged.account('Stop', [6_000_000, 6_000_000], [given]);
  expect(await sessionsOf(subscription.id)).toEqual([
    expect.objectContaining({ nasIpAddress: OWN_NAS, endedAt: null, inputOctets: 1_000 }),
  ]);
});

test.each(['Accounting-On', 'Accounting-Off'])(
  'a forged %s ends no session of another partner',
  async (status) => {
    const { username, subscription } = await customerOf(ownPartner);
    await lineOf(network.radius, username, { nas: OWN_NAS }).account('Start');
    const send = async (from: string) => {
      await radclient(network.radius.ports.accounting, 'acct', [
        `Acct-Status-Type = ${status}`,
        `Packet-Src-IP-Address = ${from}`,
        `NAS-IP-Address = ${OWN_NAS}`,
        'Acct-Session-Id = "boot"',
      ]);
      await processAccounting({ budgetMs: 5_000 });
    };
    await send(OTHER_NAS);
    expect(await sessionsOf(subscription.id)).toEqual([expect.objectContaining({ endedAt: null })]);
    await send(OWN_NAS);
    expect(await sessionsOf(subscription.id)).toEqual([expect.objectContaining({ reason: 'NAS-Reboot' })]);
  },
);

test('a packet over IPv6 is accounted under its source address', async () => {
  const { username, subscription } = await customerOf(ownPartner);
  const attributes = [
    'Acct-Status-Type = Start',
    'Acct-Session-Id = "six"',
    `User-Name = "${username}"`,
    `NAS-IP-Address = ${OWN_NAS}`,
    'NAS-IPv6-Address = 2001:db8::1',
  ];
  await radclient(network.radius.ports.accounting, 'acct', attributes, '[::1]');
  await processAccounting({ budgetMs: 5_000 });
  expect(await sessionsOf(subscription.id)).toEqual([expect.objectContaining({ nasIpAddress: '::1' })]);
});

test('the minute’s sweep reports forged accounting, and the nightly job purges sign-ins', async () => {
  const { sql } = network.api;
  const { username, subscription } = await customerOf(ownPartner);
  await lineOf(network.radius, username, { nas: OTHER_NAS }).account('Start');
  await sweepNetwork({ run: (_, work) => work(), sleep: async () => {} });
  const trail = await sql`
    select actor_type from audit_entry
    where resource_id = ${subscription.id} and action = 'subscription.refuse_accounting'`;
  expect([...trail]).toEqual([{ actor_type: 'system' }]);

  await sql`
    insert into radius.radpostauth (username, pass, reply, authdate)
    values ('old', 'canary', 'Access-Reject', now() - interval '31 days')`;
  const functions = backgroundFunctions.filter((fn) => fn.id() === 'radius-purge');
  const runner = await startLocalRunner({ client: inngest, functions, log, schedule: false });
  runner.tick(new Date('2026-01-15T03:37:00.000Z'));
  await runner.idle();
  await runner.stop();
  expect(await sql`select 1 from radius.radpostauth where username = 'old'`).toHaveLength(0);
});

test('the start and the end of a session reach a webhook without a sweep', async () => {
  const sink = await startWebhookReceiver();
  const functions = backgroundFunctions.filter((fn) => /^(sessions|deliveries)-due$/.test(fn.id()));
  const runner = await startLocalRunner({ client: inngest, functions, log, schedule: false });
  onCommit((providerId, wakes) => {
    for (const name of wakes) wake(name, providerId);
  });
  const stopWatching = watchAccounting({ log });
  const { username } = await customerOf(ownPartner);
  dataOf(await ownPartner.post('/v1/webhooks', bodies.webhook({ url: sink.url, events: ['network.*'] })));
  const line = lineOf(network.radius, username, { nas: OWN_NAS });
  const types = () => sink.received.map(({ body }) => JSON.parse(body).type);
  await line.account('Start');
  await expect.poll(types).toEqual(['network.session_started']);
  await line.account('Stop');
  await expect.poll(types).toEqual(['network.session_started', 'network.session_ended']);
  stopWatching();
  await runner.stop();
  // The dispatcher of the worker also serves later files, so it is not stopped: the test waits for its last record.
  const unrecorded = () => network.api.sql`
    select 1 from delivery where provider_id = ${ownPartner.providerId} and status <> 'DELIVERED'`;
  await expect.poll(async () => (await unrecorded()).length).toBe(0);
  await sink.close();
  onCommit(() => {});
});
