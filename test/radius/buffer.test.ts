import { readdir } from 'node:fs/promises';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { processAccounting } from '../../server/domain/network/process-accounting.ts';
import type { Partner } from '../contract/api.ts';
import { radclient } from './freeradius.ts';
import { customerOf } from './line.ts';
import { useNetwork } from './network.ts';
import { bytesOf, type RawAttribute, sendRawAccounting } from './raw-packet.ts';
import { openRouter } from './router.ts';

// `buffer.sh` of the layout for three machines: accounting while the database is away. docs/decisions/0171-buffered-accounting.md

// Each packet starts a process, and the machine may be busy.
vi.setConfig({ testTimeout: 90_000 });

const network = useNetwork({ buffers: true });
let partner: Partner;
beforeAll(async () => {
  partner = await network.api.partner();
});
afterEach(() => network.path.become('pass'));

const ANSWERED = { code: 'Accounting-Response' };
/** FreeRADIUS tries the database again after some seconds, and reads a file once a second. */
const arrival = { timeout: 60_000 };

/** In ms. */
async function databaseTime(): Promise<number> {
  const [row] = await network.api.sql<
    { ms: number }[]
  >`select extract(epoch from now())::float8 * 1000 as ms`;
  return row?.ms as number;
}

/** The files with packets that the database does not have. FreeRADIUS renames the one that it reads to `detail.work`. */
const waiting = () => readdir(network.radius.bufferFolder);

type Router = Awaited<ReturnType<typeof openRouter>>;

/** The sessions of a customer without their ids and times. */
async function story(router: Router) {
  await processAccounting({ budgetMs: 5_000 });
  return (await router.sessions()).map(({ endedAt, reason, inputOctets, outputOctets }) => ({
    isOpen: endedAt === null,
    reason,
    octets: [inputOctets, outputOctets],
  }));
}
const ENDED = { isOpen: false, reason: 'User-Request' };

test('while the database is away packets are answered and kept; then it gets them in their order', async () => {
  const router = await openRouter(network, partner);
  await router.account('Start', '82000001', [0, 0]);
  await network.path.become('refuse');
  expect(await router.send('Interim-Update', '82000001', [10, 20])).toMatchObject(ANSWERED);
  expect(await router.send('Start', '82000002', [0, 0])).toMatchObject(ANSWERED);
  expect(await router.send('Interim-Update', '82000001', [11, 21])).toMatchObject(ANSWERED);
  expect(await router.send('Stop', '82000001', [12, 22])).toMatchObject(ANSWERED);
  expect(await waiting()).not.toEqual([]);
  expect(await story(router)).toEqual([{ isOpen: true, reason: null, octets: [0, 0] }]);
  await network.path.become('pass');
  await expect.poll(waiting, arrival).toEqual([]);
  expect(await story(router)).toEqual([
    { ...ENDED, octets: [12, 22] },
    { isOpen: true, reason: null, octets: [0, 0] },
  ]);
  await router.close();
});

test('a server that refuses writes is away: a Stop of the moment in which a standby becomes the primary is kept', async () => {
  const router = await openRouter(network, partner);
  await router.account('Start', '82000006', [0, 0]);
  // As in recovery, for the sessions of FreeRADIUS only.
  await network.api.sql.unsafe(`alter role ${network.role} set default_transaction_read_only = on`);
  await network.path.become('pass');
  expect(await router.send('Stop', '82000006', [12, 22])).toMatchObject(ANSWERED);
  await network.api.sql.unsafe(`alter role ${network.role} reset default_transaction_read_only`);
  await network.path.become('pass');
  await expect.poll(waiting, arrival).toEqual([]);
  expect(await story(router)).toEqual([{ ...ENDED, octets: [12, 22] }]);
  await router.close();
});

test('a packet that was kept has the time of its arrival', async () => {
  const router = await openRouter(network, partner, { clock: (now) => now - 600 });
  await network.path.become('refuse');
  const sent = await databaseTime();
  await router.send('Start', '82000003', [0, 0]);
  const answered = await databaseTime();
  await network.path.become('pass');
  await expect.poll(waiting, arrival).toEqual([]);
  await processAccounting({ budgetMs: 5_000 });
  const [session] = await router.sessions();
  const startedAt = Date.parse(session?.startedAt ?? '');
  expect(startedAt).toBeGreaterThanOrEqual(Math.floor(sent / 1_000) * 1_000);
  expect(startedAt).toBeLessThanOrEqual(answered);
  await router.close();
});

test('a Stop that overtakes its Start: one session, with its end and its octets', async () => {
  const router = await openRouter(network, partner);
  await network.path.become('refuse');
  await router.send('Start', '82000004', [0, 0]);
  await network.path.become('pass');
  // As by the other FreeRADIUS, which does not wait for the files of this one.
  await expect.poll(() => router.send('Stop', '82000004', [5, 7]), arrival).toMatchObject(ANSWERED);
  await expect.poll(waiting, arrival).toEqual([]);
  expect(await story(router)).toEqual([{ ...ENDED, octets: [5, 7] }]);
  await router.close();
});

test('a Stop at the same time as the Start, which the database gets in between: the session ends', async () => {
  const { sql } = network.api;
  const router = await openRouter(network, partner);
  await router.account('Start', '82000005', [0, 0]);
  // The row as the Start of another FreeRADIUS writes it, before its commit.
  const [start] = await sql`delete from radius.radacct where acctsessionid = '82000005' returning *`;
  const other = await sql.reserve();
  await other`begin`;
  await other`insert into radius.radacct ${sql(start as Record<string, unknown>)}`;
  const answer = router.send('Stop', '82000005', [5, 7]);
  await expect
    .poll(
      () => sql`
        select from pg_locks join pg_stat_activity using (pid)
        where datname = current_database() and usename = ${network.role} and not granted`,
    )
    .toHaveLength(1);
  await other`commit`;
  other.release();
  expect(await answer).toMatchObject(ANSWERED);
  const ends = () => sql`
    select acctinputoctets::int as input from radius.radacct where acctsessionid = '82000005' and acctstoptime is not null`;
  await expect.poll(async () => [...(await ends())], arrival).toEqual([{ input: 5 }]);
  await expect.poll(waiting, arrival).toEqual([]);
  expect(await story(router)).toEqual([{ ...ENDED, octets: [5, 7] }]);
  await router.close();
});

const text = (type: number, value: string): RawAttribute => [type, Buffer.from(value)];
const STATUS = 40;
const USER_NAME = 1;
const REPLY_MESSAGE = 18;
const VENDOR = 26;
/** Parts of one text, which a vendor's attribute may have. */
const parts = Array.from(
  { length: 12 },
  (_, nth): RawAttribute => [
    VENDOR,
    Buffer.concat([Buffer.from([0, 0, 0x60, 0xb5, 24, 247, nth < 11 ? 0x80 : 0]), Buffer.alloc(244, 1)]),
  ],
);

test.each<[string, RawAttribute[]]>([
  ['a user name of control characters', [text(USER_NAME, '\u0001'.repeat(253))]],
  ['another text of control characters', [text(REPLY_MESSAGE, '\u0001'.repeat(253))]],
  ['a text of 3,000 characters in parts', parts],
])('%s loses no packet of another router that waits in the same file', async (_, hostile) => {
  const router = await openRouter(network, partner);
  const other = await openRouter(network, await network.api.partner());
  await network.path.become('refuse');
  // Until the database has this one, the reader takes no other file.
  await router.send('Start', '82000010', [0, 0]);
  await expect.poll(waiting, arrival).toEqual(['detail.work']);
  await sendRawAccounting(network.radius.ports.accounting, other.nas.address, [
    [STATUS, bytesOf(1)],
    ...hostile,
  ]);
  expect(await router.send('Start', '82000007', [0, 0])).toMatchObject(ANSWERED);
  await network.path.become('pass');
  await expect.poll(waiting, arrival).toEqual([]);
  expect(await story(router)).toHaveLength(2);
  await router.close();
  await other.close();
});

test('the row of a packet that was kept has what that of another one has', async () => {
  const router = await openRouter(network, partner);
  const values = {
    'NAS-Port-Id': '"ether1"',
    'NAS-Identifier': '"tower"',
    'NAS-Port-Type': 'Ethernet',
    'Acct-Authentic': 'RADIUS',
    'Connect-Info': '"1000"',
    'Called-Station-Id': '"here"',
    'Calling-Station-Id': '"00:11:22:33:44:55"',
    'Service-Type': 'Framed-User',
    'Framed-Protocol': 'PPP',
    'Framed-IPv6-Address': '2001:db8::9',
    'Framed-IPv6-Prefix': '2001:db8:1::/64',
    'Framed-Interface-Id': '0:0:0:9',
    'Delegated-IPv6-Prefix': '2001:db8:2::/56',
    'Acct-Session-Time': '60',
    'Acct-Input-Gigawords': '1',
    'Acct-Output-Gigawords': '2',
    'Acct-Terminate-Cause': 'Lost-Carrier',
  };
  const more = Object.entries(values).map(([name, value]) => `${name} = ${value}`);
  const rowOf = async (session: string) => {
    const found = () => network.api.sql`
      select to_jsonb(a) - '{radacctid,acctsessionid,acctuniqueid,acctstarttime,acctupdatetime,acctstoptime}'::text[]
        - '{acctinterval,class,connectinfo_stop,groupname,realm}'::text[] as fields
      from radius.radacct a where acctsessionid = ${session}`;
    await expect.poll(async () => (await found()).length, arrival).toBe(1);
    return (await found())[0]?.fields;
  };
  await router.send('Stop', '82000008', [5, 7], more);
  const direct = await rowOf('82000008');
  await network.path.become('refuse');
  expect(await router.send('Stop', '82000009', [5, 7], more)).toMatchObject(ANSWERED);
  await network.path.become('pass');
  expect(await rowOf('82000009')).toEqual(direct);
  expect(Object.entries(direct).filter(([, value]) => value === null || value === '')).toEqual([]);
  await router.close();
});

test('a sign-in gets no answer while the database is away, and is accepted afterwards', async () => {
  const { username, password } = await customerOf(partner);
  const signIn = () =>
    radclient(network.radius.ports.auth, 'auth', [
      `User-Name = "${username}"`,
      `User-Password = "${password}"`,
    ]).then(
      ({ code }) => code,
      () => 'no answer',
    );
  await network.path.become('refuse');
  expect(await signIn()).toBe('no answer');
  await network.path.become('pass');
  await expect.poll(signIn, arrival).toBe('Access-Accept');
});
