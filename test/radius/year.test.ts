import { randomBytes } from 'node:crypto';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { sweepNetwork } from '../../server/background/network-sweep.ts';
import { startOfDay } from '../../server/contract/zoned-time.ts';
import { type Database, openDatabase } from '../../server/db/client.ts';
import { seededRandom } from '../../server/demo/random.ts';
import { announceSessions } from '../../server/domain/network/announce-sessions.ts';
import { countUsage } from '../../server/domain/network/count-usage.ts';
import { processAccounting } from '../../server/domain/network/process-accounting.ts';
import { listAllNetworkSessions } from '../../server/domain/network-session/read.ts';
import { prepareRadiusRole } from '../../server/radius/database-role.ts';
import { days, lowFloors, newCustomer, passTime } from '../fixtures/customer.ts';
import { freshDatabase } from '../fixtures/fresh-database.ts';
import { newProvider } from '../fixtures/provider.ts';
import { simulateTime } from '../fixtures/simulated-time.ts';
import { type Arrival, DAY, HOUR, type Line, packetsOf } from './model/bad-routers.ts';
import { rules, startReference } from './model/reference.ts';
import { statementsOf } from './model/stock-queries.ts';

// A year of accounting from bad routers, whose truth is known: sessions, events and usage equal it. The statements are those of
// the installed FreeRADIUS, at simulated times.

/** `YEAR_DAYS=365` runs a whole year, `YEAR_SEED` other routers, `YEAR_LINES=3` fewer of them. */
const DAYS = Number(process.env.YEAR_DAYS ?? 5);
const DEFAULT_SEED = 7;
const SEED = Number(process.env.YEAR_SEED ?? DEFAULT_SEED);
const LINES = Number(process.env.YEAR_LINES ?? 9);

const START = new Date('2026-03-01T00:00:00.000Z');
const ZONE = 'Africa/Nairobi';
const CYCLE_DAYS = 30;
/** How far the last packet of a session may be from its arrival, and from when it is seen, in ms. */
const NEAR = 90_000;
/** Usage is counted twice a minute, and so are interim updates seen. */
const SEEN_WITHIN = 30_000;
/** A late packet may be of the day before its arrival for so long, in ms: as long as its time counts. */
const AROUND_MIDNIGHT = 15 * 60_000;
const SPEED = { input: 5_000_000 / 8, output: 20_000_000 / 8 };

vi.setConfig({ testTimeout: 60_000 * Math.max(1, DAYS) });

let database: Database;
let time: { release(): void };
let radius: Sql;
beforeAll(async () => {
  const url = await freshDatabase();
  time = await simulateTime(url, START);
  database = openDatabase(url);
  await lowFloors(database);
  const login = `radius_${randomBytes(4).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  await prepareRadiusRole(database.sql, password, login);
  const own = new URL(inject('adminUrl'));
  Object.assign(own, { username: login, password, pathname: new URL(url).pathname });
  radius = postgres(own.href, { max: 1, connection: { search_path: 'sim, pg_catalog, radius' } });
});
afterAll(async () => {
  await radius?.end();
  await database?.close();
  time?.release();
});

/** Runs the statements of FreeRADIUS for a packet at its arrival: each one until a row is written. */
async function send({ at, packet }: Arrival): Promise<void> {
  await setTime(at);
  for (const statement of statementsOf(packet, Math.floor(at / 1_000))) {
    if ((await radius.unsafe(statement)).count > 0) return;
  }
}

function setTime(at: number): Promise<unknown> {
  // Date is the only fake timer.
  return Promise.all([
    vi.setSystemTime(at),
    radius.unsafe(`update sim.clock set at = '${new Date(at).toISOString()}'`),
  ]);
}

test(`${DAYS} days of bad routers: sessions, events and usage are those of the packets (YEAR_SEED=${SEED})`, async () => {
  const { sql } = database;
  const provider = await newProvider(database, { livemode: true });
  await sql`update provider set time_zone = ${ZONE} where id = ${provider.providerId}`;
  const customers = [];
  for (let n = 0; n < LINES; n++) {
    const terms = { priceAmount: 0, billingCycleDays: CYCLE_DAYS };
    customers.push(await newCustomer(provider, database, START, terms));
  }
  const names = await sql<{ username: string; id: string }[]>`
    select radius_username as username, id from subscription where provider_id = ${provider.providerId} order by created_at, id`;
  const lines: Line[] = names.map(({ username }) => ({ username, speed: SPEED }));
  const random = seededRandom(SEED);
  const arrivals = packetsOf(random, lines, START.getTime() + HOUR, DAYS);
  const cycles = Array.from({ length: Math.ceil(DAYS / CYCLE_DAYS) + 1 }, (_, n) =>
    days(START, n * CYCLE_DAYS).getTime(),
  );
  const reference = startReference(lines, ZONE, cycles);

  /** As if usage had been counted twice a minute: what a count sees has arrived since the one before. */
  const passCounts = (at: number) =>
    sql`update network_listening set counted_at = greatest(counted_at, ${new Date(at - SEEN_WITHIN).toISOString()})`;
  /** When the packets since the last count are seen at the latest. */
  let seenBy = Number.POSITIVE_INFINITY;
  const runJobs = async (at: number) => {
    await setTime(at);
    // As if the sweep had run each minute: a pause would count as downtime.
    await sql`update network_listening set since = '2026-01-01', swept_at = ${new Date(at).toISOString()}`;
    await passCounts(at);
    await sweepNetwork({ run: (_, work) => work(), sleep: async () => {} });
    await announceSessions({ providerId: provider.providerId, budgetMs: 60_000 });
    // The product may have seen the last packet of a session so much later; it ends the session in this sweep or the next.
    reference.sweep(at - SEEN_WITHIN);
    seenBy = Number.POSITIVE_INFINITY;
  };
  const see = async (at: number) => {
    seenBy = Number.POSITIVE_INFINITY;
    await setTime(at);
    await processAccounting({ budgetMs: 60_000 });
    await passCounts(at);
    await countUsage();
    // What the count has queued as a packet is processed within seconds, and counted next.
    await processAccounting({ budgetMs: 60_000 });
    await countUsage();
  };
  let nextCycle = 1;
  let nextDay = nextMidnight(START.getTime());
  /** Runs the jobs that are due before an instant: at a silence, at the end of a day, at the end of a cycle. */
  const runUntil = async (until: number) => {
    for (;;) {
      const cycle = cycles[nextCycle] ?? Number.POSITIVE_INFINITY;
      const silence = reference.nextSilence() + SEEN_WITHIN + 1;
      const at = Math.min(seenBy, silence, nextDay - 1, cycle - 1);
      if (at >= until) return;
      if (at === seenBy) await see(at);
      else await runJobs(at);
      if (at === nextDay - 1) nextDay = nextMidnight(nextDay);
      if (at === cycle - 1) {
        await setTime(cycle);
        await passTime(provider, new Date(cycle));
        nextCycle++;
      }
    }
  };

  await runJobs(START.getTime());
  for (const arrival of arrivals) {
    await runUntil(arrival.at);
    await send(arrival);
    reference.take(arrival);
    seenBy = Math.min(seenBy, arrival.at + SEEN_WITHIN);
    // Between the jobs of a minute any number of packets may arrive.
    if (random.chance(30)) await processAccounting({ budgetMs: 60_000 });
    if (random.chance(20)) await runJobs(arrival.at);
    // Reports that one count finds together belong to the day of the last one.
    if (Math.min(nextDay - arrival.at, arrival.at - (nextDay - DAY)) <= AROUND_MIDNIGHT)
      await see(arrival.at);
  }
  const end = START.getTime() + DAYS * DAY + HOUR;
  await runUntil(end);
  await runJobs(end);

  const told = await sessionsOf(provider, end);
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  const expected = reference.sessions.map((session) => ({
    username: session.username,
    startedAt: iso(session.startedAt),
    endedAt: iso(session.endedAt),
    reason: session.reason,
    inputOctets: session.octets.input,
    outputOctets: session.octets.output,
  }));
  const by = (a: { username: string; startedAt: string | null }, b: typeof a) =>
    `${a.username}${a.startedAt}`.localeCompare(`${b.username}${b.startedAt}`);
  // Other routers of a few days may leave a rule out.
  if (SEED === DEFAULT_SEED) expect(rules.filter((rule) => !reference.applied[rule])).toEqual([]);
  expect(near(told.map(({ id: _, ...session }) => session).sort(by), expected.sort(by))).toEqual(expected);

  const dayRows = await sql<{ day: string; input: number; output: number }[]>`
    select s.radius_username || ' ' || d.day as day, d.upload::float8 as input, d.download::float8 as output
    from network_usage_day d join subscription s on s.id = d.subscription_id`;
  expect(Object.fromEntries(dayRows.map(({ day, ...octets }) => [day, octets]))).toEqual(
    Object.fromEntries(reference.days),
  );
  const cycleRows = await sql<{ cycle: string; octets: number }[]>`
    select s.radius_username || ' ' || (extract(epoch from c.starts_at) * 1000)::bigint as cycle, u.octets::float8 as octets
    from network_usage u join billing_cycle c on c.id = u.billing_cycle_id join subscription s on s.id = u.subscription_id`;
  expect(Object.fromEntries(cycleRows.map(({ cycle, octets }) => [cycle, octets]))).toEqual(
    Object.fromEntries(reference.usage),
  );

  const events = await sql<{ id: string; types: string[]; ends: string[] }[]>`
    select resource_id as id, array_agg(type order by id) as types from event where type like 'network.%' group by 1`;
  const typesOf = new Map(events.map(({ id, types }) => [id, types]));
  expect(events).toHaveLength(told.length);
  for (const { id, endedAt } of told) {
    const types = ['network.session_started', ...(endedAt === null ? [] : ['network.session_ended'])];
    expect(typesOf.get(id)).toEqual(types);
  }
});

type Told = { username: string; startedAt: string | null; endedAt: string | null; reason: string | null };

/**
 * Replaces the ends of sessions that no packet ended by those expected, where they are near: such a session ends with its last
 * packet, which is seen within half a minute. The session that continues it does not start before that end. The nth session of a
 * line is compared with the nth expected one, so that one too many is no matter of other lines.
 */
function near<T extends Told>(told: T[], expected: Told[]): T[] {
  const isNear = (at: string | null, wanted: string | null) =>
    Math.abs(Date.parse(at ?? '') - Date.parse(wanted ?? '')) <= NEAR;
  const left = [...expected];
  /** The session before it of the line, as it is and as it was expected. */
  let before: { told: T; expected: Told } | undefined;
  return told.map((session) => {
    const next = left.findIndex(({ username }) => username === session.username);
    const [wanted] = next < 0 ? [] : left.splice(next, 1);
    if (!wanted) return session;
    const same = before?.told.username === session.username ? before : undefined;
    before = { told: session, expected: wanted };
    const continues =
      same &&
      isInexact(same.expected) &&
      session.startedAt === same.told.endedAt &&
      isNear(session.startedAt, wanted.startedAt);
    const ends = isInexact(wanted) && isNear(session.endedAt, wanted.endedAt);
    return {
      ...session,
      startedAt: continues ? wanted.startedAt : session.startedAt,
      endedAt: ends ? wanted.endedAt : session.endedAt,
    };
  });
}

/** Whether a session ended with its last packet. */
const isInexact = ({ reason }: Told) => reason === 'Lost-Service' || reason === 'Lost-Carrier';

/** The start of the next day of the provider. */
function nextMidnight(after: number): number {
  const today = new Date(after + 3 * HOUR).toISOString().slice(0, 10);
  return Date.parse(startOfDay(today, ZONE, 1) as string);
}

/** All sessions as the API returns them. */
async function sessionsOf(provider: Awaited<ReturnType<typeof newProvider>>, at: number) {
  const all = [];
  for (let page = 1, totalPages = 1; page <= totalPages; page++) {
    const read = await provider.at(new Date(at), (scope) =>
      listAllNetworkSessions(scope, { page, limit: 100, sort: 'createdAt' }),
    );
    all.push(...read.data);
    totalPages = (read.meta as { totalPages: number }).totalPages;
  }
  return all.map(({ id, username, startedAt, endedAt, reason, inputOctets, outputOctets }) => ({
    id,
    username,
    startedAt,
    endedAt,
    reason,
    inputOctets,
    outputOctets,
  }));
}
