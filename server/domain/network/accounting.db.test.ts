import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { lowFloors, newCustomer } from '../../../test/fixtures/customer.ts';
import { newProvider } from '../../../test/fixtures/provider.ts';
import { elapse } from '../../../test/fixtures/stock-accounting.ts';
import { useDatabase } from '../../../test/fixtures/use-database.ts';
import { purgeSignIns } from '../../radius/purge.ts';
import type { SecurityEvent } from '../../security-log.ts';
import { createNetworkServer } from '../network-server/create.ts';
import { removeNetworkServer } from '../network-server/remove.ts';
import { announceSessions, providersWithSessionFacts } from './announce-sessions.ts';
import { countUsage } from './count-usage.ts';
import { accountMissedSessions } from './missed-accounting.ts';
import { processAccounting } from './process-accounting.ts';
import { reportForgedAccounting } from './report-forged-accounting.ts';
import { endSilentSessions } from './sweep.ts';

// Which accounting rows count, and which events their sessions emit.

const database = useDatabase();
beforeAll(() => lowFloors(database.current));

const NOW = new Date('2026-03-01T08:00:00.000Z');
let lastAddress = 0;

/** A partner with a subscription in service and a network server of its own. */
async function partner() {
  const { sql } = database.current;
  const provider = await newProvider(database.current);
  const { subscriptionId } = await newCustomer(provider, database.current, NOW);
  lastAddress++;
  const address = `198.51.100.${lastAddress}`;
  const server = await provider.at(NOW, (scope) =>
    createNetworkServer(scope, { name: 'POP', secret: 's3cret-pop', coaPort: 3_799, address }),
  );
  const [row] = await sql<{ name: string }[]>`
    select radius_username as name from subscription where id = ${subscriptionId}`;
  return {
    ...provider,
    subscriptionId,
    username: row?.name ?? '',
    server,
    removeServer: () => provider.at(NOW, (scope) => removeNetworkServer(scope, { id: server.id })),
    /** Sessions, events and usage of the partner. */
    async effects() {
      const { providerId } = provider;
      await processPending();
      await announceSessions({ providerId, budgetMs: 30_000 });
      await countUsage();
      const [found] = await sql<{ sessions: number; online: number; events: string[]; octets: number }[]>`
        select
          (select count(*)::int from network_session where provider_id = ${providerId}) as sessions,
          (select count(*)::int from network_session where provider_id = ${providerId} and ended_at is null) as online,
          (select coalesce(array_agg(type order by id), '{}') from event
            where provider_id = ${providerId} and type like 'network.%') as events,
          (select coalesce(sum(octets), 0)::int from network_usage where provider_id = ${providerId}) as octets`;
      if (!found) throw new Error('an aggregate returns one row');
      return { ...found };
    },
  };
}

const NOTHING = { sessions: 0, online: 0, events: [], octets: 0 };
const ONLINE = { sessions: 1, online: 1, events: ['network.session_started'], octets: 0 };

/** Writes an accounting row as FreeRADIUS's stock queries do. */
async function start(
  username: string,
  nas: string,
  times: { start?: string; update?: string; stop?: string } = {},
) {
  const { sql } = database.current;
  const unique = randomUUID();
  await sql`
    insert into radius.radacct (acctsessionid, acctuniqueid, username, nasipaddress, framedipaddress, acctstarttime,
      acctupdatetime, acctstoptime)
    values ('81a0', ${unique}, ${username}, ${nas}, '100.64.0.9', ${times.start ?? 'now'}, ${times.update ?? 'now'},
      ${times.stop ?? null})`;
  return {
    interim: (octets: number, at = 'now') => sql`
      update radius.radacct set acctupdatetime = ${at}, acctinputoctets = ${octets}
      where acctuniqueid = ${unique} and acctstoptime is null`,
    stop: (at = 'now') => sql`
      update radius.radacct set acctstoptime = ${at}, acctupdatetime = ${at}, acctterminatecause = 'User-Request'
      where acctuniqueid = ${unique} and acctstoptime is null`,
    exists: async () => (await sql`select 1 from radius.radacct where acctuniqueid = ${unique}`).length === 1,
  };
}

const processPending = () => processAccounting({ budgetMs: 5_000 });

/** The sweep of each minute. */
async function sweep(): Promise<void> {
  await endSilentSessions();
  await accountMissedSessions();
}

async function reported(): Promise<SecurityEvent[]> {
  const lines: SecurityEvent[] = [];
  await processPending();
  await reportForgedAccounting((line) => lines.push(line));
  return lines;
}

test('much accounting from the servers of one partner does not delay that of another', async () => {
  const { sql } = database.current;
  const [busy, other] = [await partner(), await partner()];
  await sql`
    insert into radius.radacct (acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime)
    select 's' || n, gen_random_uuid()::text, ${busy.username}, ${busy.server.address}, now() from generate_series(1, 2000) n`;
  await start(other.username, other.server.address);
  // One batch.
  expect(await processAccounting({ budgetMs: 0 })).toBe(true);
  expect(
    await sql`select from network_session where provider_id = ${other.providerId} and ended_at is null`,
  ).toHaveLength(1);
  await processPending();
});

test('Accounting-On of a server reads its open sessions only', async () => {
  const { sql } = database.current;
  const plan = await sql.begin(async (tx) => {
    // The tables of a test are small.
    await tx`set local enable_seqscan = off`;
    return tx`
      explain update radius.radacct set acctstoptime = now()
      where acctstoptime is null and nasipaddress = '198.51.100.1' and acctstarttime <= now()`;
  });
  expect(JSON.stringify(plan)).toMatch(/Index Cond: \(\(nasipaddress = /);
});

test('accounting from another partner’s server stays in radacct, has no effect, and is logged as a security event', async () => {
  const { sql } = database.current;
  const [own, other] = [await partner(), await partner()];
  const forged = await start(own.username, other.server.address);
  await forged.interim(5_000_000);
  await accountMissedSessions();
  expect(await own.effects()).toEqual(NOTHING);
  await forged.stop();
  await accountMissedSessions();
  expect(await own.effects()).toEqual(NOTHING);
  expect(await other.effects()).toEqual(NOTHING);
  expect(await forged.exists()).toBe(true);

  expect(await reported()).toEqual([
    expect.objectContaining({
      event: 'accounting.forged',
      outcome: 'refused',
      account: own.username,
      address: other.server.address,
      providerId: own.providerId,
      serverProviderId: other.providerId,
      subscriptionId: own.subscriptionId,
      attempts: 2,
    }),
  ]);
  expect(await reported()).toEqual([]);
  const trail = await sql`
    select actor_type, resource_id, changes from audit_entry
    where provider_id = ${own.providerId} and action = 'subscription.refuse_accounting'`;
  expect([...trail]).toEqual([{ actor_type: 'system', resource_id: own.subscriptionId, changes: '{}' }]);
  const otherTrail = await sql`
    select 1 from audit_entry where provider_id = ${other.providerId} and action = 'subscription.refuse_accounting'`;
  expect(otherTrail).toHaveLength(0);
});

test('a stop without a start from another partner’s server creates no session', async () => {
  const [own, other] = [await partner(), await partner()];
  await start(own.username, other.server.address, { stop: 'now' });
  await accountMissedSessions();
  expect(await own.effects()).toEqual(NOTHING);
  expect(await reported()).toHaveLength(1);
});

test('forged accounting adds no octets to an open session', async () => {
  const [own, other] = [await partner(), await partner()];
  const genuine = await start(own.username, own.server.address);
  await genuine.interim(1_000);
  const forged = await start(own.username, other.server.address);
  await forged.interim(9_000_000);
  await forged.stop();
  expect(await own.effects()).toEqual({ ...ONLINE, octets: 1_000 });
  await reported();
});

test('a forged session that ends by silence is reported once', async () => {
  const { sql } = database.current;
  const [own, other] = [await partner(), await partner()];
  await start(own.username, other.server.address, { start: '2026-01-01', update: '2026-01-01' });
  expect(await reported()).toHaveLength(1);
  await endSilentSessions();
  await elapse(sql, 16 * 60);
  await database.current.sql`update network_listening set swept_at = now()`;
  await endSilentSessions();
  const open =
    await sql`select 1 from radius.radacct where username = ${own.username} and acctstoptime is null`;
  expect(open).toHaveLength(0);
  expect(await reported()).toEqual([]);
  expect(await own.effects()).toEqual(NOTHING);
});

test('accounting from an address that no partner registered counts for every partner', async () => {
  const { sql } = database.current;
  const own = await partner();
  await sql`insert into radius.nas (nasname, shortname, secret) values ('203.0.113.1', 'core', 's')`;
  for (const address of ['203.0.113.1', '203.0.113.2', '2001:db8::1']) await start(own.username, address);
  expect(await own.effects()).toMatchObject({ sessions: 3, online: 3 });
  expect(await reported()).toEqual([]);
});

test('accounting from a removed server counts for its partner only, until the address has another owner', async () => {
  const { sql } = database.current;
  const [own, other] = [await partner(), await partner()];
  const { address } = other.server;
  await start(own.username, address);
  await other.removeServer();
  await accountMissedSessions();
  await start(own.username, address);
  expect(await own.effects()).toEqual(NOTHING);
  await start(other.username, address);
  expect(await other.effects()).toEqual(ONLINE);
  await sql`insert into radius.nas (nasname, shortname, secret) values (${address}, 'core', 's')`;
  await start(own.username, address);
  expect(await own.effects()).toMatchObject({
    online: expect.any(Number),
    events: expect.arrayContaining(['network.session_started']),
  });
  await reported();
});

test.each(['infinity', '-infinity'])(
  'an accounting row with a time of %s has no effect and raises no error',
  async (never) => {
    const own = await partner();
    const { address } = own.server;
    await start(own.username, address, { start: never });
    await start(own.username, address, { update: never });
    await start(own.username, address, { stop: never });
    await sweep();
    expect(await own.effects()).toEqual(NOTHING);

    const session = await start(own.username, address);
    await session.interim(7_000, never);
    expect(await own.effects()).toEqual(ONLINE);
    await session.stop(never);
    await sweep();
    expect(await own.effects()).toEqual(ONLINE);
  },
);

test.each(['infinity', '-infinity'])('a session with a stop time of %s ends by silence', async (never) => {
  const { sql } = database.current;
  const own = await partner();
  const session = await start(own.username, own.server.address, {
    start: '2026-01-01',
    update: '2026-01-01',
  });
  await session.stop(never);
  await endSilentSessions();
  await elapse(sql, 16 * 60);
  await database.current.sql`update network_listening set swept_at = now()`;
  await endSilentSessions();
  expect(await own.effects()).toMatchObject({ sessions: 1, online: 0 });
});

test('each start and end emits one event with the figures of its instant', async () => {
  const { sql } = database.current;
  const own = await partner();
  const session = await start(own.username, own.server.address);
  await session.interim(3_000);
  await session.stop();
  await processPending();
  expect(await providersWithSessionFacts()).toContain(own.providerId);
  const work = { providerId: own.providerId, budgetMs: 5_000 };
  expect(await Promise.all([announceSessions(work), announceSessions(work)])).toEqual([
    { more: false },
    { more: false },
  ]);
  expect(await providersWithSessionFacts()).not.toContain(own.providerId);
  const bodies = await sql<{ body: string }[]>`
    select body from event where provider_id = ${own.providerId} and type like 'network.%' order by id`;
  const [started, ended, ...more] = bodies.map(({ body }) => JSON.parse(body));
  expect(more).toEqual([]);
  expect(started.data.current).toMatchObject({
    endedAt: null,
    reason: null,
    inputOctets: 0,
    ipAddress: '100.64.0.9',
  });
  expect(started.occurredAt).toBe(started.data.current.updatedAt);
  expect(ended.data.current).toMatchObject({
    id: started.data.current.id,
    reason: 'User-Request',
    inputOctets: 3_000,
    nasIpAddress: own.server.address,
  });
  expect(ended.occurredAt).toBe(ended.data.current.updatedAt);
});

test('a session ends by its accounting row after its subscription got another user name', async () => {
  const { sql } = database.current;
  const ours = await partner();
  const session = await start(ours.username, ours.server.address);
  await sql`update subscription set radius_username = ${randomUUID()} where id = ${ours.subscriptionId}`;
  await session.stop();
  await sql`update subscription set radius_username = ${ours.username} where id = ${ours.subscriptionId}`;
  expect(await ours.effects()).toEqual({
    sessions: 1,
    online: 0,
    events: ['network.session_started', 'network.session_ended'],
    octets: 0,
  });
});

test('a repeated stop and a stop without a start emit each event once', async () => {
  const { sql } = database.current;
  const ours = await partner();
  await start(ours.username, ours.server.address, { stop: 'now' });
  await sql`update radius.radacct set acctstoptime = null where username = ${ours.username}`;
  await sql`update radius.radacct set acctstoptime = now() where username = ${ours.username}`;
  await sweep();
  expect(await ours.effects()).toEqual({
    sessions: 1,
    online: 0,
    events: ['network.session_started', 'network.session_ended'],
    octets: 0,
  });
});

test('a start and its end that are processed apart emit one event each', async () => {
  const ours = await partner();
  const session = await start(ours.username, ours.server.address);
  expect(await ours.effects()).toEqual(ONLINE);
  await session.stop();
  const ended = { ...ONLINE, online: 0, events: [...ONLINE.events, 'network.session_ended'] };
  expect(await ours.effects()).toEqual(ended);
});

test('concurrent processing creates and ends each session once', async () => {
  const ours = await partner();
  for (let n = 0; n < 20; n++) {
    const session = await start(ours.username, ours.server.address);
    const processing = [processPending(), processPending()];
    await session.stop();
    await Promise.all([...processing, processPending()]);
  }
  const { events, ...counts } = await ours.effects();
  expect(counts).toEqual({ sessions: 20, online: 0, octets: 0 });
  expect(events.filter((type: string) => type === 'network.session_started')).toHaveLength(20);
  expect(events).toHaveLength(40);
});

test('accounting that cannot be processed does not block other accounting', async () => {
  const { sql } = database.current;
  const [ahead, ours] = [await partner(), await partner()];
  await sql`update provider set clock_offset_ms = 366 * 86400000::bigint where id = ${ahead.providerId}`;
  await start(ahead.username, ahead.server.address, { start: '294276-12-01' });
  await start(ours.username, ours.server.address);
  expect(await ours.effects()).toEqual(ONLINE);
  expect(await sql`select 1 from pending_accounting`).toHaveLength(0);
  await sql`update provider set clock_offset_ms = 0 where id = ${ahead.providerId}`;
  await accountMissedSessions();
  const [found] =
    await sql`select count(*)::int as n from network_session where provider_id = ${ahead.providerId}`;
  expect(found).toEqual({ n: 1 });
});

test('an outage of processing delays sessions, and loses none', { timeout: 120_000 }, async () => {
  const { sql } = database.current;
  const ours = await partner();
  await sql`
    insert into radius.radacct (acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime)
    select n::text, 'outage ' || n, ${ours.username}, ${ours.server.address}::inet, now() from generate_series(1, 2100) n`;
  await sql`update radius.radacct set acctstoptime = now() where acctuniqueid like 'outage %' and acctsessionid::int % 3 = 0`;
  await processAccounting({ budgetMs: 0 });
  const [first] =
    await sql`select count(*)::int as n from network_session where provider_id = ${ours.providerId}`;
  expect(first).toEqual({ n: 500 });
  await processAccounting({ budgetMs: 30_000 });
  const { events, ...counts } = await ours.effects();
  expect(counts).toEqual({ sessions: 2_100, online: 1_400, octets: 0 });
  expect(events).toHaveLength(2_800);
});

test('the end of a session changes no index', async () => {
  const { sql } = database.current;
  const changed = await sql`
    select indexname from pg_indexes
    where tablename = 'network_session' and indexdef ~ 'ended_at|reason|updated_at'`;
  expect([...changed]).toEqual([]);
});

test('radpostauth stores no password, and the purge deletes sign-ins older than 30 days', async () => {
  const { sql } = database.current;
  await sql`
    insert into radius.radpostauth (username, pass, reply, authdate)
    select 'u' || n, 'canary', 'Access-Reject', now() - interval '30 days' - n * interval '1 hour'
    from generate_series(-1, 6000) n where n <> 0`;
  await sql`update radius.radpostauth set pass = 'canary' where username = 'u-1'`;
  await purgeSignIns();
  expect([...(await sql`select username, pass from radius.radpostauth`)]).toEqual([
    { username: 'u-1', pass: '' },
  ]);
});
