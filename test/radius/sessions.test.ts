import { beforeAll, expect, test } from 'vitest';
import { announceSessions } from '../../server/domain/network/announce-sessions.ts';
import { processAccounting } from '../../server/domain/network/process-accounting.ts';
import type { Partner } from '../contract/api.ts';
import { dataOf } from '../contract/helpers.ts';
import { radclient } from './freeradius.ts';
import { type AcctStatus, customerOf, lineOf } from './line.ts';
import { useNetwork } from './network.ts';

const network = useNetwork();
let partner: Partner;
beforeAll(async () => {
  partner = await network.api.partner();
});

const customer = () => customerOf(partner);
const line = (username: string) => lineOf(network.radius, username);

async function sessionsOf(subscriptionId: string) {
  return dataOf(await partner.get(`/v1/network-sessions?subscriptionId=${subscriptionId}&sort=createdAt`));
}

async function eventsOf(sessionId: string) {
  await announceSessions({ providerId: partner.providerId, budgetMs: 5_000 });
  const answer = await partner.get(`/v1/events?resourceId=${sessionId}&sort=createdAt`);
  return dataOf(answer) as { type: string; data: { object: string; current: Record<string, unknown> } }[];
}
const typesOf = async (sessionId: string) => (await eventsOf(sessionId)).map(({ type }) => type);

const both = ['network.session_started', 'network.session_ended'];

test('PAP: Access-Accept at the speed of the plan, Access-Reject for a wrong password', async () => {
  const { username, password } = await customer();
  const signIn = (secret: string) =>
    radclient(network.radius.ports.auth, 'auth', [
      `User-Name = "${username}"`,
      `User-Password = "${secret}"`,
    ]);
  const accepted = await signIn(password);
  expect(accepted.code).toBe('Access-Accept');
  expect(accepted.attributes).toContain('Mikrotik-Rate-Limit = "5M/20M"');
  expect(accepted.attributes).toContain('WISPr-Bandwidth-Max-Down = 20000000');
  expect(accepted.attributes).toContain('Acct-Interim-Interval = 300');
  expect((await signIn('wrong')).code).toBe('Access-Reject');
});

test('CHAP: Access-Accept, Access-Reject for a wrong password', async () => {
  const { username, password } = await customer();
  const signIn = (secret: string) =>
    radclient(network.radius.ports.auth, 'auth', [
      `User-Name = "${username}"`,
      `CHAP-Password = "${secret}"`,
    ]);
  expect((await signIn(password)).code).toBe('Access-Accept');
  expect((await signIn('wrong')).code).toBe('Access-Reject');
});

test('Access-Reject under a manual hold and after a termination, Access-Accept after the hold is lifted', async () => {
  const { subscription, username, password } = await customer();
  const signIn = async () =>
    (
      await radclient(network.radius.ports.auth, 'auth', [
        `User-Name = "${username}"`,
        `User-Password = "${password}"`,
      ])
    ).code;
  const path = `/v1/subscribers/${subscription.subscriberId}`;
  dataOf(await partner.post(`${path}/suspend`));
  expect(await signIn()).toBe('Access-Reject');
  dataOf(await partner.post(`${path}/activate`));
  expect(await signIn()).toBe('Access-Accept');
  dataOf(await partner.post(`${path}/terminate`));
  expect(await signIn()).toBe('Access-Reject');
});

test('a session starts, counts octets and ends, with one event for its start and one for its end', async () => {
  const { subscription, username } = await customer();
  const { account } = line(username);
  await account('Start');
  const [started] = await sessionsOf(subscription.id);
  expect(started).toMatchObject({
    subscriptionId: subscription.id,
    subscriberId: subscription.subscriberId,
    username,
    ipAddress: '100.64.0.9',
    nasIpAddress: '127.0.0.9',
    endedAt: null,
    reason: null,
    inputOctets: 0,
    throttled: false,
  });
  expect(
    dataOf(await partner.get('/v1/network-sessions?active=true')).map((s: { id: string }) => s.id),
  ).toContain(started.id);
  await account('Interim-Update', [1_000, 52_000]);
  const [running] = await sessionsOf(subscription.id);
  expect(running).toMatchObject({ id: started.id, inputOctets: 1_000, outputOctets: 52_000 });
  expect(await typesOf(started.id)).toEqual(['network.session_started']);
  await account('Stop', [2_000, 99_000]);
  const [ended] = await sessionsOf(subscription.id);
  expect(ended).toMatchObject({ reason: 'User-Request', inputOctets: 2_000, outputOctets: 99_000 });
  expect(Date.parse(ended.endedAt)).toBeGreaterThanOrEqual(Date.parse(ended.startedAt));
  const events = await eventsOf(started.id);
  expect(events.map(({ type }) => type)).toEqual(both);
  expect(events[1]?.data).toEqual({ object: 'network', current: ended });
  expect(events[0]?.data).toEqual({ object: 'network', current: started });
});

test.each<[string, AcctStatus[]]>([
  ['a Start twice', ['Start', 'Start', 'Stop']],
  ['a Stop twice', ['Start', 'Stop', 'Stop']],
  ['a Stop without a Start', ['Stop']],
  ['a Start after its Stop', ['Stop', 'Start']],
  ['an Interim-Update first', ['Interim-Update', 'Start', 'Interim-Update', 'Stop', 'Interim-Update']],
])('%s: one session with one start and one end', async (_, statuses) => {
  const { subscription, username } = await customer();
  const { account } = line(username);
  for (const status of statuses) await account(status, [10, 10]);
  const sessions = await sessionsOf(subscription.id);
  expect(sessions).toHaveLength(1);
  expect(sessions[0].endedAt).not.toBeNull();
  expect(await typesOf(sessions[0].id)).toEqual(both);
});

test('Accounting-On ends the sessions of its NAS', async () => {
  const { subscription, username } = await customer();
  await line(username).account('Start');
  await radclient(network.radius.ports.accounting, 'acct', [
    'Acct-Status-Type = Accounting-On',
    'Packet-Src-IP-Address = 127.0.0.9',
    'Acct-Session-Id = "boot"',
  ]);
  await processAccounting({ budgetMs: 5_000 });
  const [session] = await sessionsOf(subscription.id);
  expect(session.reason).toBe('NAS-Reboot');
  expect(await typesOf(session.id)).toEqual(both);
});

test('octets above 4 GB arrive as gigawords', async () => {
  const { subscription, username } = await customer();
  const { account } = line(username);
  await account('Start');
  await account('Interim-Update', [5, 7], ['Acct-Output-Gigawords = 3']);
  const [session] = await sessionsOf(subscription.id);
  expect(session.outputOctets).toBe(3 * 2 ** 32 + 7);
});

test('an unknown user gets an accounting row but no session', async () => {
  const before = await network.api.sql`select count(*)::int as n from event`;
  const reply = await line('stranger').account('Start');
  expect(reply.code).toBe('Accounting-Response');
  expect(await network.api.sql`select count(*)::int as n from event`).toEqual(before);
  const rows = await network.api.sql`select 1 from radius.radacct where username = 'stranger'`;
  expect(rows).toHaveLength(1);
});

test('the list has no sessions of another provider', async () => {
  const { subscription, username } = await customer();
  await line(username).account('Start');
  const other = await network.api.partner();
  expect(dataOf(await other.get(`/v1/network-sessions?subscriptionId=${subscription.id}`))).toEqual([]);
});

test('an interim update with growing counters writes no indexed column and queues nothing', async () => {
  const { sql } = network.api;
  const written = `framedipaddress framedipv6address framedipv6prefix framedinterfaceid delegatedipv6prefix
    acctsessiontime acctinterval acctupdatetime acctinputoctets acctoutputoctets`.split(/\s+/);
  const indexed = await sql<{ indexed: string }[]>`
    select distinct a.attname as indexed from pg_index i
    join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = i.indexrelid and d.refobjid = i.indrelid
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = d.refobjsubid
    where i.indrelid = 'radius.radacct'::regclass`;
  const indexes = 'acctstarttime acctstoptime acctuniqueid nasipaddress radacctid'.split(' ');
  expect(indexed.map((row) => row.indexed).sort()).toEqual(indexes);
  expect(indexed.filter((row) => written.includes(row.indexed))).toEqual([]);
  const { username } = await customer();
  const { account } = line(username);
  await account('Start');
  await sql`create table fired (id int)`;
  await sql`
    create function note_fired() returns trigger language plpgsql as 'begin insert into fired values (1); return new; end'`;
  await sql`create trigger note_fired after insert on pending_accounting for each row execute function note_fired()`;
  await account('Interim-Update', [1_000, 2_000]);
  await account('Interim-Update', [1_000, 3_000]);
  const fired = await sql`select from fired`;
  await sql`drop trigger note_fired on pending_accounting`;
  await sql`drop function note_fired`;
  await sql`drop table fired`;
  expect(fired).toHaveLength(0);
});
