import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { lowFloors, newCustomer } from '../../../test/fixtures/customer.ts';
import { newProvider } from '../../../test/fixtures/provider.ts';
import { elapse, stockAccounting } from '../../../test/fixtures/stock-accounting.ts';
import { useDatabase } from '../../../test/fixtures/use-database.ts';
import { plus, realNow } from '../../clock.ts';
import { listNetworkSessions } from '../network-session/read.ts';
import { getSubscriptionUsageDays } from '../network-session/read-usage-days.ts';
import { suspendSubscriber } from '../subscriber/suspend.ts';
import { announceSessions } from './announce-sessions.ts';
import { countUsage } from './count-usage.ts';
import { enqueueMissedSessionChanges } from './enqueue-session-changes.ts';
import { accountMissedSessions } from './missed-accounting.ts';
import { processAccounting } from './process-accounting.ts';
import { closeRows } from './reopen-rows.ts';
import { endSilentSessions } from './sweep.ts';

// The arrival of packets decides whether a session lives. Packets are FreeRADIUS's own statements.

const database = useDatabase();
beforeAll(() => lowFloors(database.current));
beforeEach(async () => {
  await database.current.sql`delete from network_listening`;
  await sweep();
});

const MB = 1_000_000;
const SINCE = new Date('2026-03-01T08:00:00.000Z');

/** The sweep of a minute. */
async function sweep(): Promise<void> {
  await endSilentSessions();
  await accountMissedSessions();
  await countUsage();
  await enqueueMissedSessionChanges();
}

/** Lets minutes pass, with a sweep in each. */
async function pass(minutes: number, each: () => Promise<unknown> = async () => {}): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    await elapse(database.current.sql, 60);
    await each();
    await sweep();
  }
}

type Counters = { small: number; wrapping: number };

let routers = 0;

/** A line in service, and the router session that it has. */
async function line(over: { calling?: string } = {}) {
  const { sql } = database.current;
  const provider = await newProvider(database.current);
  const { subscriptionId, subscriberId } = await newCustomer(provider, database.current, SINCE);
  await sql`update subscription set network_changed_at = now() - interval '1 day' where id = ${subscriptionId}`;
  const [row] = await sql<
    { name: string }[]
  >`select radius_username as name from subscription where id = ${subscriptionId}`;
  routers++;
  const nas = `198.51.${100 + Math.floor(routers / 250)}.${routers % 250}`;
  const router = { username: row?.name ?? '', nas, sessionId: '81000001', uniqueId: randomUUID(), ...over };
  const at = realNow();
  return {
    ...provider,
    ...stockAccounting(sql, router),
    router,
    subscriptionId,
    suspend: () => provider.at(at, (scope) => suspendSubscriber(scope, { id: subscriberId })),
    /** The sessions as the API shows them, the oldest first. */
    async sessions() {
      const input = { page: 1, limit: 20, sort: 'createdAt', subscriptionId } as never;
      return (await provider.at(realNow(), (scope) => listNetworkSessions(scope, input))).data;
    },
    /** Octets of each session, in and out. */
    async octets() {
      return (await this.sessions()).map(({ inputOctets, outputOctets }) => [inputOctets, outputOctets]);
    },
    /** Octets of the usage, and of all days. */
    async usage() {
      await processAccounting({ budgetMs: 5_000 });
      await countUsage();
      const [used] = await sql<{ n: number }[]>`
        select coalesce(sum(octets), 0)::float8 as n from network_usage where subscription_id = ${subscriptionId}`;
      const { days } = await provider.at(realNow(), (scope) =>
        getSubscriptionUsageDays(scope, { id: subscriptionId }),
      );
      const counted = days.reduce((sum, day) => sum + day.download + day.upload, 0);
      expect(counted).toBe(used?.n);
      return counted;
    },
    /** Starts and ends, in order, with the id and octets of each. */
    async events() {
      await processAccounting({ budgetMs: 5_000 });
      await announceSessions({ providerId: provider.providerId, budgetMs: 5_000 });
      const rows = await sql<{ type: string; body: string }[]>`
        select type, body from event where provider_id = ${provider.providerId} and type like 'network.session%' order by id`;
      return rows.map(({ type, body }) => {
        const { current } = JSON.parse(body).data;
        return { type: type.slice('network.session_'.length), ...current };
      });
    },
    async pendingChanges() {
      const [found] = await sql<{ n: number }[]>`
        select count(*)::int as n from network_command c join network_session s on s.provider_id = c.provider_id and s.id = c.session_id
        where s.subscription_id = ${subscriptionId} and s.ended_at is null`;
      return found?.n;
    },
  };
}

const ago = (minutes: number) => plus(realNow(), -minutes * 60_000);
const YEAR = 365 * 24 * 60;

test.each([
  ['16 minutes behind', 16],
  ['14 minutes behind', 14],
  ['an hour behind', 60],
  ['in 2008', 18 * YEAR],
  ['14 minutes ahead', -14],
  ['a day ahead', -24 * 60],
  ['ten years ahead', -10 * YEAR],
])(
  'a session of a router whose clock is %s lives while packets arrive, and ends three intervals after the last',
  async (_, minutes) => {
    const l = await line();
    const begun = realNow();
    await l.start({ at: ago(minutes) });
    await sweep();
    let nth = 0;
    await pass(17, () => {
      nth++;
      return l.interim({ at: ago(minutes), time: nth * 60, input: nth * MB, output: 2 * nth * MB });
    });
    const [session, ...more] = await l.sessions();
    expect(more).toEqual([]);
    expect(session).toMatchObject({ endedAt: null, inputOctets: 17 * MB, outputOctets: 34 * MB });
    const error = Math.abs(new Date(session?.startedAt ?? 0).getTime() - begun.getTime());
    expect(error).toBeLessThan((Math.abs(minutes) > 15 ? 1 : 16) * 60_000);
    await pass(14);
    expect(await l.sessions()).toMatchObject([{ endedAt: null }]);
    await pass(3);
    expect(await l.sessions()).toMatchObject([
      { endedAt: expect.any(String), reason: 'Lost-Service', outputOctets: 34 * MB },
    ]);
    expect(await l.usage()).toBe(51 * MB);
  },
);

test('a session that was closed by silence and sends packets again is a new one from where it ended, and its later interims reach it', async () => {
  const l = await line();
  await l.start();
  await l.interim({ time: 60, input: MB, output: 3 * MB });
  await pass(17);
  await l.interim({ time: 1_100, input: 2 * MB, output: 5 * MB });
  expect(await l.octets()).toEqual([
    [MB, 3 * MB],
    [MB, 2 * MB],
  ]);
  await l.interim({ time: 1_160, input: 4 * MB, output: 6 * MB });
  expect(await l.octets()).toEqual([
    [MB, 3 * MB],
    [3 * MB, 3 * MB],
  ]);
  const [row] = await database.current
    .sql`select acctstoptime from radius.radacct where acctuniqueid = ${l.router.uniqueId}`;
  expect(row).toEqual({ acctstoptime: null });
  await l.stop({ time: 1_200, input: 6 * MB, output: 8 * MB });
  const [first, second, ...more] = await l.sessions();
  expect(more).toEqual([]);
  expect(second?.id).not.toBe(first?.id);
  expect(second).toMatchObject({ reason: 'User-Request', inputOctets: 5 * MB, outputOctets: 5 * MB });
  expect(new Date(second?.startedAt ?? 0).getTime()).toBeGreaterThanOrEqual(
    new Date(first?.endedAt ?? 0).getTime(),
  );
  const figures = (await l.events()).map(({ type, id, inputOctets, outputOctets }) => [
    type,
    id,
    inputOctets,
    outputOctets,
  ]);
  expect(figures).toEqual([
    ['started', first?.id, 0, 0],
    ['ended', first?.id, MB, 3 * MB],
    ['started', second?.id, MB, 2 * MB],
    ['ended', second?.id, 5 * MB, 5 * MB],
  ]);
  expect(await l.usage()).toBe(14 * MB);
});

test('a stop of a session that silence closed is a new session with both events', async () => {
  const l = await line();
  await l.start();
  await l.interim({ time: 60, input: MB, output: 3 * MB });
  await pass(17);
  await l.stop({ time: 1_100, input: 600 * MB, output: 2_000 * MB });
  expect(await l.octets()).toEqual([
    [MB, 3 * MB],
    [599 * MB, 1_997 * MB],
  ]);
  expect((await l.events()).map(({ type }) => type)).toEqual(['started', 'ended', 'started', 'ended']);
  expect(await l.usage()).toBe(2_600 * MB);
});

test.each([
  ['that began again', 60, [2 * MB, 30 * MB]],
  ['that goes on', 1_200, [MB, 27 * MB]],
  ['without a session time', undefined, [MB, 27 * MB]],
] as const)(
  'a start of a session that silence closed, by a router session %s, counts each octet once',
  async (_, time, second) => {
    const l = await line();
    await l.start();
    await l.interim({ time: 60, input: MB, output: 3 * MB });
    await pass(18);
    await l.start();
    await processAccounting({ budgetMs: 5_000 });
    await elapse(database.current.sql, 60);
    await l.interim({ ...(time && { time }), input: 2 * MB, output: 30 * MB });
    await sweep();
    await sweep();
    expect(await l.octets()).toEqual([[MB, 3 * MB], second]);
    expect(await l.usage()).toBe(4 * MB + second[0] + second[1]);
  },
);

test('an id that a rebooted router gives again is a new session with its own events and usage', async () => {
  const l = await line();
  await l.start();
  await l.interim({ time: 60, input: 5 * MB, output: 5 * MB });
  await l.reboot();
  await l.start();
  await l.interim({ time: 120, input: 30 * MB, output: 40 * MB });
  expect(await l.octets()).toEqual([
    [5 * MB, 5 * MB],
    [30 * MB, 40 * MB],
  ]);
  const [first, second] = await l.sessions();
  expect([first, second]).toMatchObject([{ reason: 'NAS-Reboot' }, { endedAt: null }]);
  expect((await l.events()).map(({ type, id }) => [type, id])).toEqual([
    ['started', first?.id],
    ['ended', first?.id],
    ['started', second?.id],
  ]);
  expect(await l.usage()).toBe(80 * MB);
  await l.suspend();
  expect(await l.pendingChanges()).toBe(1);
});

test('a router that reboots unnoticed and gives the id again by interims begins a new session', async () => {
  const l = await line();
  await l.start();
  await l.interim({ time: 3_600, input: 50 * MB, output: 90 * MB });
  await sweep();
  await pass(5);
  await l.interim({ time: 60, input: 2 * MB, output: 4 * MB });
  await sweep();
  expect(await l.octets()).toEqual([
    [50 * MB, 90 * MB],
    [2 * MB, 4 * MB],
  ]);
  expect(await l.sessions()).toMatchObject([{ reason: 'Lost-Carrier' }, { endedAt: null }]);
  expect(await l.usage()).toBe(146 * MB);
});

test('packets within 60 seconds of a stop are late and change nothing; later ones are a new session', async () => {
  const l = await line();
  await l.start();
  await l.stop({ time: 60, input: MB, output: MB });
  const packets = [
    () => l.interim({ time: 50, input: 2 * MB, output: 2 * MB }),
    () => l.start(),
    () => l.stop({ time: 70, input: 3 * MB, output: 3 * MB }),
  ];
  for (const send of packets) {
    await send();
    expect(await l.octets()).toEqual([[MB, MB]]);
  }
  await elapse(database.current.sql, 59);
  await l.interim({ time: 119, input: 4 * MB, output: 4 * MB });
  expect(await l.octets()).toEqual([[MB, MB]]);
  await elapse(database.current.sql, 2);
  await l.interim({ time: 121, input: 5 * MB, output: 5 * MB });
  expect(await l.octets()).toEqual([
    [MB, MB],
    [4 * MB, 4 * MB],
  ]);
  expect(await l.usage()).toBe(10 * MB);
  expect((await l.events()).map(({ type }) => type)).toEqual(['started', 'ended', 'started']);
});

test('a second start within 60 seconds is a repetition; a later one ends the session as Lost-Carrier and begins another', async () => {
  const l = await line();
  await l.start({ at: ago(0) });
  await elapse(database.current.sql, 59);
  await l.start({ at: ago(0) });
  expect(await l.sessions()).toHaveLength(1);
  await l.interim({ time: 60, input: 7 * MB, output: 8 * MB });
  await elapse(database.current.sql, 2);
  await l.start({ at: ago(0) });
  expect(await l.octets()).toEqual([
    [7 * MB, 8 * MB],
    [0, 0],
  ]);
  // The row of FreeRADIUS still has the counters of the first session.
  await sweep();
  expect(await l.octets()).toEqual([
    [7 * MB, 8 * MB],
    [0, 0],
  ]);
  await l.interim({ time: 120, input: 9 * MB, output: 10 * MB });
  await sweep();
  await sweep();
  expect(await l.octets()).toEqual([
    [7 * MB, 8 * MB],
    [9 * MB, 10 * MB],
  ]);
  expect(await l.sessions()).toMatchObject([{ reason: 'Lost-Carrier' }, { endedAt: null }]);
  expect(await l.usage()).toBe(34 * MB);
});

test('a start with the same time as the first, from a clock that stands still, still begins a new session after a minute', async () => {
  const l = await line();
  const at = new Date('1970-01-01T00:00:10.000Z');
  await l.start({ at });
  await processAccounting({ budgetMs: 5_000 });
  await elapse(database.current.sql, 61);
  await l.start({ at });
  expect(await l.sessions()).toMatchObject([{ reason: 'Lost-Carrier' }, { endedAt: null }]);
});

test('a stop without counters keeps the last reported ones, in session, event and usage', async () => {
  const l = await line();
  await l.start();
  await l.interim({ time: 60, input: 3 * MB, output: 4 * MB });
  await l.stop({ time: 74 });
  expect(await l.octets()).toEqual([[3 * MB, 4 * MB]]);
  expect((await l.events()).at(-1)).toMatchObject({
    type: 'ended',
    inputOctets: 3 * MB,
    outputOctets: 4 * MB,
  });
  expect(await l.usage()).toBe(7 * MB);
});

test.each([
  ['output', ({ small, wrapping }: Counters) => ({ input: small, output: wrapping })],
  ['input', ({ small, wrapping }: Counters) => ({ input: wrapping, output: small })],
])('a 32-bit counter of %s that wraps between two counts, and again, loses nothing', async (_, counters) => {
  const l = await line();
  const octets = (small: number, wrapping: number) => Object.values(counters({ small, wrapping }));
  await l.start();
  await l.interim({ time: 3_000, ...counters({ small: 10 * MB, wrapping: 4_290_000_000 }) });
  await l.interim({ time: 3_300, ...counters({ small: 11 * MB, wrapping: 50 * MB }) });
  await l.interim({ time: 3_600, ...counters({ small: 12 * MB, wrapping: 60 * MB }) });
  const wrapped = 2 ** 32 + 60 * MB;
  expect(await l.octets()).toEqual([octets(12 * MB, wrapped)]);
  await sweep();
  await l.stop({ time: 3_700, ...counters({ small: 13 * MB, wrapping: 70 * MB }) });
  expect(await l.octets()).toEqual([octets(13 * MB, wrapped + 10 * MB)]);
  expect(await l.usage()).toBe(13 * MB + wrapped + 10 * MB);
});

test('a counter that starts again counts from 0, and a late report subtracts nothing', async () => {
  const l = await line();
  await l.start();
  await l.interim({ time: 600, input: 100 * MB, output: 3_000 * MB });
  await l.interim({ time: 300, input: 50 * MB, output: 1_000 * MB });
  expect(await l.octets()).toEqual([[100 * MB, 3_000 * MB]]);
  await l.interim({ time: 900, input: 2 * MB, output: 5 * MB });
  await sweep();
  expect(await l.octets()).toEqual([[102 * MB, 3_005 * MB]]);
  expect(await l.usage()).toBe(3_107 * MB);
});

test.each([
  ['negative', -5n, 1_000_000n],
  ['beyond 64 bits in FreeRADIUS', -4_294_967_296n, -4_294_967_296n],
  ['the greatest', 9_223_372_036_854_775_807n, 9_223_372_036_854_775_807n],
])(
  '%s counters do not count, are counted as a fault, and leave the session as it was',
  async (_, input, output) => {
    const l = await line();
    await l.start();
    await l.interim({ time: 60, input: MB, output: MB });
    await sweep();
    await l.interim({ time: 120, input, output });
    await sweep();
    await sweep();
    expect(await l.octets()).toEqual([[MB, MB]]);
    await l.interim({ time: 180, input: 2 * MB, output: 2 * MB });
    await l.stop({ time: 190, input: 3 * MB, output: 3 * MB });
    expect(await l.octets()).toEqual([[3 * MB, 3 * MB]]);
    const [fault] = await database.current.sql`
    select attempts > 0 as is_counted from accounting_fault where kind = 'COUNTER' and address = ${l.router.nas}`;
    expect(fault).toEqual({ is_counted: true });
  },
);

test.each([
  ['0.0.0.0', '::', '::/0'],
  ['255.255.255.254', '::', '::/0'],
])(
  '%s is no address; the first real one fills it, and a packet without one keeps it',
  async (ip, ipv6, prefix) => {
    const l = await line();
    await l.start({
      ip,
      ipv6,
      calling: '4C:5E:0C:00:00:01',
      ipv6Prefix: '2001:db8:9::/64',
      delegatedPrefix: prefix,
    });
    expect(await l.sessions()).toMatchObject([
      {
        ipAddress: null,
        framedIpv6Prefix: '2001:db8:9::/64',
        callingStationId: '4C:5E:0C:00:00:01',
        delegatedIpv6Prefix: null,
      },
    ]);
    expect(await l.events()).toMatchObject([{ ipAddress: null, framedIpv6Prefix: '2001:db8:9::/64' }]);
    await l.interim({
      time: 60,
      ip: '100.64.0.9',
      delegatedPrefix: '2001:db8:900::/56',
      ipv6: '2001:db8:9::1',
    });
    expect(await l.sessions()).toMatchObject([
      {
        ipAddress: '100.64.0.9',
        delegatedIpv6Prefix: '2001:db8:900::/56',
        framedIpv6Address: '2001:db8:9::1',
      },
    ]);
    await sweep();
    await l.interim({ time: 90, ip, ipv6, delegatedPrefix: prefix });
    expect(await l.sessions()).toMatchObject([
      {
        ipAddress: '100.64.0.9',
        delegatedIpv6Prefix: '2001:db8:900::/56',
        framedIpv6Address: '2001:db8:9::1',
      },
    ]);
    await sweep();
    await l.stop({ time: 120 });
    const [session] = await l.sessions();
    expect(session).toMatchObject({
      ipAddress: '100.64.0.9',
      framedIpv6Prefix: '2001:db8:9::/64',
      callingStationId: '4C:5E:0C:00:00:01',
    });
    expect((await l.events()).at(-1)).toEqual({ type: 'ended', ...session, object: undefined });
  },
);

test('a session of a line out of service is disconnected when it sends a packet, and again until the router obeys', async () => {
  const { sql } = database.current;
  const l = await line();
  await l.start();
  await l.interim({ time: 60, input: MB, output: MB });
  await pass(17);
  await l.suspend();
  expect(await l.pendingChanges()).toBe(0);
  await l.interim({ time: 1_100, input: 2 * MB, output: 2 * MB });
  await processAccounting({ budgetMs: 5_000 });
  expect(await l.pendingChanges()).toBe(1);
  // The router accepts the request, and does not obey.
  const accept = async () => {
    await sql`delete from network_command c using network_session s where s.id = c.session_id and s.subscription_id = ${l.subscriptionId}`;
    await sql`
      update network_session n set applied_at = now(), follows_change_at = s.network_changed_at
      from subscription s where s.id = n.subscription_id and n.subscription_id = ${l.subscriptionId} and n.ended_at is null`;
  };
  for (let again = 1; again <= 2; again++) {
    await accept();
    await sweep();
    expect(await l.pendingChanges()).toBe(0);
    await pass(1, () => l.interim({ time: 1_100 + again * 60, input: 3 * MB, output: 3 * MB }));
    expect(await l.pendingChanges()).toBe(1);
  }
  // A request that waits for its next attempt is due as soon as a packet arrives.
  await sql`update network_command set due_at = now() + interval '5 minutes', attempts = 4, failure = 'the server did not answer'`;
  await pass(1, () => l.interim({ time: 1_300, input: 4 * MB, output: 4 * MB }));
  const [due] = await sql`
    select due_at <= now() as is_due from network_command c join network_session s on s.id = c.session_id
    where s.subscription_id = ${l.subscriptionId}`;
  expect(due).toEqual({ is_due: true });
});

test('a stop time that FreeRADIUS holds while the session opens again is taken by the sweep', async () => {
  const { sql } = database.current;
  const l = await line();
  await l.start();
  await pass(18);
  await l.interim({ time: 1_200, input: MB, output: MB });
  await sql.begin(async (held) => {
    await held`select from radius.radacct where acctuniqueid = ${l.router.uniqueId} for update`;
    await processAccounting({ budgetMs: 5_000 });
    expect(await l.sessions()).toHaveLength(2);
  });
  await sweep();
  await l.interim({ time: 1_260, input: 2 * MB, output: 2 * MB });
  expect(await l.octets()).toEqual([
    [0, 0],
    [2 * MB, 2 * MB],
  ]);
  const [row] = await sql`select acctstoptime from radius.radacct where acctuniqueid = ${l.router.uniqueId}`;
  expect(row).toEqual({ acctstoptime: null });
});

test('a row that FreeRADIUS holds while silence ends its session gets its stop time from the next sweep', async () => {
  const { sql } = database.current;
  const l = await line();
  await l.start();
  await pass(14);
  await elapse(sql, 120);
  const stopTime = async () => {
    const [row] =
      await sql`select acctstoptime from radius.radacct where acctuniqueid = ${l.router.uniqueId}`;
    return row?.acctstoptime;
  };
  await sql.begin(async (held) => {
    await held`select from radius.radacct where acctuniqueid = ${l.router.uniqueId} for update`;
    await endSilentSessions();
    expect(await l.sessions()).toMatchObject([{ reason: 'Lost-Service' }]);
  });
  expect(await stopTime()).toBeNull();
  await sweep();
  expect(await stopTime()).not.toBeNull();
});

test('a session that opens again and ends before the jobs run leaves its row closed', async () => {
  const { sql } = database.current;
  const l = await line();
  await l.start();
  await pass(18);
  // Both packets are processed together.
  await l.interim({ time: 1_200, input: MB, output: MB });
  await l.stop({ time: 1_260, input: 2 * MB, output: 2 * MB });
  await sweep();
  expect(await l.octets()).toEqual([
    [0, 0],
    [2 * MB, 2 * MB],
  ]);
  const [row] = await sql`
    select acctstoptime is not null as is_closed from radius.radacct where acctuniqueid = ${l.router.uniqueId}`;
  expect(row).toEqual({ is_closed: true });
});

test('a row with a packet since silence was seen gets no stop time', async () => {
  const { sql } = database.current;
  const l = await line();
  await l.start();
  await pass(1);
  const version = async () => {
    const [row] = await sql<{ version: string; stop: Date | null }[]>`
      select row_version::text as version, acctstoptime as stop from network_session n
      join radius.radacct a on a.acctuniqueid = n.acct_unique_id where a.acctuniqueid = ${l.router.uniqueId}`;
    return row ?? { version: '', stop: null };
  };
  const seen = {
    uniqueId: l.router.uniqueId,
    version: (await version()).version,
    at: realNow().toISOString(),
  };
  await l.interim({ time: 60, input: MB, output: MB });
  await closeRows([seen]);
  expect((await version()).stop).toBeNull();
  await sweep();
  await closeRows([{ ...seen, version: (await version()).version }]);
  expect((await version()).stop).not.toBeNull();
});

test('a stop that the trigger missed ends a session that had opened again', async () => {
  const { sql } = database.current;
  const l = await line();
  await l.start();
  await pass(18);
  await l.interim({ time: 1_200, input: MB, output: MB });
  await sweep();
  await sql`alter table radius.radacct disable trigger user`;
  await l.stop({ time: 1_260, input: 2 * MB, output: 2 * MB });
  await sql`alter table radius.radacct enable trigger user`;
  await sweep();
  expect(await l.sessions()).toMatchObject([{ reason: 'Lost-Service' }, { reason: 'User-Request' }]);
  expect(await l.octets()).toEqual([
    [0, 0],
    [2 * MB, 2 * MB],
  ]);
});

test('a packet that cannot be queued is written all the same, and the sweep finds what it meant', async () => {
  const { sql } = database.current;
  const l = await line();
  const broken = async (packet: () => Promise<unknown>) => {
    await sql`alter table pending_accounting add constraint broken check (false) not valid`;
    await packet();
    await sql`alter table pending_accounting drop constraint broken`;
    await sweep();
  };
  await broken(() => l.start());
  expect(await l.sessions()).toMatchObject([{ endedAt: null }]);
  await broken(() => l.stop({ time: 60, input: MB, output: MB }));
  expect(await l.sessions()).toMatchObject([{ reason: 'User-Request', inputOctets: MB }]);
});

test.each(['NAS-Reboot', 'Admin-Reboot'])(
  'a start behind an Accounting-On with the cause %s is not late',
  async (cause) => {
    const l = await line();
    await l.start();
    await l.interim({ time: 60, input: MB, output: MB });
    await l.reboot({ cause });
    await l.start();
    await sweep();
    expect(await l.sessions()).toMatchObject([{ reason: cause }, { endedAt: null }]);
  },
);

test('an update between the end of a silent session and the stop time of its row begins a new one', async () => {
  const { sql } = database.current;
  const l = await line();
  await l.start();
  await pass(14);
  await elapse(sql, 120);
  await sql.begin(async (held) => {
    await held`select from radius.radacct where acctuniqueid = ${l.router.uniqueId} for update`;
    await endSilentSessions();
  });
  await l.interim({ time: 960, input: MB, output: MB });
  await sweep();
  expect(await l.sessions()).toMatchObject([{ reason: 'Lost-Service' }, { endedAt: null, inputOctets: MB }]);
});
