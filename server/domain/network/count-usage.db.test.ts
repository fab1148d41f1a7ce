import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { beforeAll, expect, test } from 'vitest';
import { lowFloors, newCustomer } from '../../../test/fixtures/customer.ts';
import { newProvider } from '../../../test/fixtures/provider.ts';
import { useDatabase } from '../../../test/fixtures/use-database.ts';
import { HOUR_MS, plus, realNow } from '../../clock.ts';
import { DAY_MS } from '../../contract/days.ts';
import { db, type Tx } from '../../db/client.ts';
import { readHome } from '../metrics/home.ts';
import { getSubscriberUsageDays, getSubscriptionUsageDays } from '../network-session/read-usage-days.ts';
import { countUsage, countUsageOf } from './count-usage.ts';
import { processAccounting } from './process-accounting.ts';
import { purgeAccounting } from './purge-accounting.ts';
import { purgeUsageDays } from './purge-usage.ts';

const database = useDatabase();
beforeAll(() => lowFloors(database.current));

async function subscribed() {
  const provider = await newProvider(database.current);
  const began = new Date('2026-03-01T08:00:00.000Z');
  return { provider, ...(await newCustomer(provider, database.current, began)) };
}

/** Open sessions of a subscription with the same counters, in octets. Their ids are that of the subscription and a number from 1. */
function report(subscriptionId: string, { sessions = 1, input = 100, output = 100 }) {
  return database.current.sql`
    insert into radius.radacct (
      acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime, acctupdatetime, acctinputoctets, acctoutputoctets)
    select n, ${subscriptionId} || n, radius_username, '192.0.2.1', now() - interval '1 hour', now(), ${input}::bigint, ${output}::bigint
    from subscription, generate_series(1, ${sessions}) n where id = ${subscriptionId}`;
}

test('the traffic of a provider counts each octet of its sessions once, by its direction', async () => {
  const { sql } = database.current;
  const provider = await newProvider(database.current);
  const customers = [
    await newCustomer(provider, database.current, new Date('2026-03-01T08:00:00.000Z')),
    await newCustomer(provider, database.current, new Date('2026-03-01T08:00:00.000Z')),
  ];
  for (const { subscriptionId } of customers) await report(subscriptionId, { input: 100, output: 2000 });
  await processAccounting({ budgetMs: 5_000 });
  const network = async () => (await provider.at(realNow(), readHome)).network;
  await countUsage();
  expect(await network()).toEqual({ online: 2, download: 4_000, upload: 200 });
  await sql`
    update radius.radacct set acctinputoctets = 150, acctoutputoctets = 3000, acctstoptime = now()
    where acctuniqueid = ${`${customers[0]?.subscriptionId}1`}`;
  await processAccounting({ budgetMs: 5_000 });
  await countUsage();
  await countUsage();
  expect(await network()).toEqual({ online: 1, download: 5_000, upload: 250 });
});

test('a row is not counted while a packet of its session waits', async () => {
  const { sql } = database.current;
  const { provider, subscriptionId } = await subscribed();
  await report(subscriptionId, { input: 100, output: 200 });
  await processAccounting({ budgetMs: 5_000 });
  await sql`
    update radius.radacct set acctinputoctets = 150, acctoutputoctets = 300, acctupdatetime = now()
    where acctuniqueid = ${`${subscriptionId}1`}`;
  await sql`
    insert into pending_accounting (kind, acct_unique_id, username, nas_ip_address, started_at)
    select 'stop', acctuniqueid, username, nasipaddress, acctstarttime from radius.radacct
    where acctuniqueid = ${`${subscriptionId}1`}`;
  const traffic = async () => {
    await countUsage();
    const { download, upload } = (await provider.at(realNow(), readHome)).network;
    return { download, upload };
  };
  expect(await traffic()).toEqual({ download: 200, upload: 100 });
  await sql`delete from pending_accounting`;
  expect(await traffic()).toEqual({ download: 300, upload: 150 });
});

test('the days of a subscription add up to its sessions, however its reports arrive', async () => {
  const { sql } = database.current;
  const provider = await newProvider(database.current);
  await sql`update provider set time_zone = 'Africa/Nairobi' where id = ${provider.providerId}`;
  const { subscriptionId, subscriberId } = await newCustomer(
    provider,
    database.current,
    new Date('2026-03-01T08:00:00.000Z'),
  );
  const now = realNow();
  const day = (ago: number) =>
    plus(now, -ago * DAY_MS)
      .toISOString()
      .slice(0, 10);
  // In Nairobi, three hours ahead, 23:30 of a day; an hour later it is the next day.
  const late = new Date(`${day(4)}T20:30:00.000Z`);
  const startSession = async (unique: string, since: Date) => {
    await sql`
      insert into radius.radacct (acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime, acctinputoctets, acctoutputoctets)
      select '81a0', ${unique}, radius_username, '192.0.2.1', ${since.toISOString()}, 0, 0
      from subscription where id = ${subscriptionId}`;
    await sql`update pending_accounting set at = ${since.toISOString()}`;
    await processAccounting({ budgetMs: 5_000 });
    await sql`update network_session set created_at = ${since.toISOString()} where acct_unique_id = ${unique}`;
  };
  /** A packet. It arrives at its own time unless that is wrong. */
  const report = async (
    unique: string,
    at: Date,
    upload: number,
    download: number,
    { stops = false, arrives = at } = {},
  ) => {
    await sql`
      update radius.radacct set acctupdatetime = ${at.toISOString()}, acctinputoctets = ${upload}, acctoutputoctets = ${download},
        acctstoptime = ${stops ? at.toISOString() : null}
      where acctuniqueid = ${unique}`;
    await sql`update pending_accounting set at = ${arrives.toISOString()}`;
    await processAccounting({ budgetMs: 5_000 });
    await countUsageOf(db(), provider.providerId, arrives);
  };
  const used = async () =>
    (await provider.at(now, (scope) => getSubscriptionUsageDays(scope, { id: subscriptionId }))).days.filter(
      ({ download, upload }) => download + upload > 0,
    );
  const [before, after, over, again] = [1, 2, 3, 4].map((n) => `${subscriptionId} ${n}`) as [
    string,
    string,
    string,
    string,
  ];

  await startSession(before, plus(late, -HOUR_MS));
  await report(before, late, 5_000_000_000, 6_000_000_000);
  await report(before, late, 5_000_000_000, 6_000_000_000);
  await report(before, plus(late, HOUR_MS), 5_000_000_100, 7_000_000_000);
  // Out of order, and by a clock that was reset.
  await report(before, late, 5_000_000_000, 6_000_000_000);
  await report(before, new Date('1970-01-01T00:01:00.000Z'), 5_000_000_130, 7_000_000_000, {
    arrives: plus(late, HOUR_MS),
  });
  // The network server restarts without its sessions, and the customer connects again.
  await startSession(after, plus(late, 25 * HOUR_MS));
  await report(before, plus(late, 25 * HOUR_MS), 0, 0, { stops: true });
  await report(after, plus(late, 25 * HOUR_MS), 300, 200);
  await report(after, plus(now, DAY_MS), 310, 200, { arrives: now });
  // The clock of the network server is eight minutes behind, and ahead; midnight is between.
  const minutes = (n: number) => plus(late, n * (HOUR_MS / 60));
  await startSession(over, minutes(20));
  await report(over, minutes(35), 1, 2, { arrives: minutes(27) });
  await report(over, minutes(25), 2, 4, { arrives: minutes(33), stops: true });
  // A count queues the first report of an id that is given again, because the row may have that of the former session.
  await startSession(again, minutes(20));
  await sql`update network_session set former_input = 0, former_output = 0 where acct_unique_id = ${again}`;
  await report(again, minutes(25), 4, 8, { arrives: minutes(33) });
  await sql`update pending_accounting set at = ${minutes(33).toISOString()}`;
  await processAccounting({ budgetMs: 5_000 });
  await countUsageOf(db(), provider.providerId, minutes(33));

  expect(await used()).toEqual([
    { day: day(4), download: 6_000_000_012, upload: 5_000_000_006 },
    { day: day(3), download: 1_000_000_000, upload: 130 },
    { day: day(2), download: 200, upload: 300 },
    {
      day: plus(now, 3 * HOUR_MS)
        .toISOString()
        .slice(0, 10),
      download: 0,
      upload: 10,
    },
  ]);
  const ofSubscriber = await provider.at(now, (scope) => getSubscriberUsageDays(scope, { id: subscriberId }));
  expect(ofSubscriber.days).toHaveLength(30);
  expect(ofSubscriber.days.filter(({ upload }) => upload > 0)).toEqual(await used());

  await sql`
    insert into network_usage_day
    select provider_id, id, d.day::date, 1, 1 from subscription, (values (${day(401)}), (${day(400)})) d (day)
    where id = ${subscriptionId}`;
  await purgeUsageDays();
  const kept = await sql`
    select day::text from network_usage_day where subscription_id = ${subscriptionId} and day < ${day(30)}`;
  expect([...kept]).toEqual([{ day: day(400) }]);
  await sql`delete from network_usage_day where subscription_id = ${subscriptionId} and day = ${day(400)}`;
});

test('sessions that ended before the retention time are deleted with their accounting; totals and traffic stay right', async () => {
  const { sql } = database.current;
  const { provider, subscriptionId } = await subscribed();
  // Days since the start and since the end; the second is online.
  const sessions: [string, number, number | null][] = [
    ['old', 200, 100],
    ['online', 200, null],
    ['long', 200, 80],
    ['new', 2, 1],
  ];
  for (const [id, began, ended] of sessions) {
    await sql`
      insert into radius.radacct (
        acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime, acctupdatetime, acctstoptime, acctinputoctets,
        acctoutputoctets)
      select ${id}, ${id}, radius_username, '192.0.2.1', now() - ${began} * interval '1 day', now() - ${ended ?? 0} * interval '1 day',
        now() - ${ended}::int * interval '1 day', 1, 2
      from subscription where id = ${subscriptionId}`;
  }
  const state = async () => {
    const { network } = await provider.at(realNow(), readHome);
    const [row] = await sql`
      select (select array_agg(acctuniqueid order by acctuniqueid) from radius.radacct where acctuniqueid = any(${sessions.map(([id]) => id)})) as accounting,
        (select array_agg(acct_unique_id order by acct_unique_id) from network_session where provider_id = ${provider.providerId}) as sessions,
        (select sum(download + upload)::int from network_usage_day where provider_id = ${provider.providerId}) as octets`;
    return { ...row, network };
  };
  await processAccounting({ budgetMs: 5_000 });
  await sql`
    update network_session s set created_at = a.acctstarttime, opened_at = a.acctstarttime,
      heard_at = coalesce(a.acctstoptime, now())
    from radius.radacct a
    where a.acctuniqueid = s.acct_unique_id and s.provider_id = ${provider.providerId}`;
  await purgeAccounting({ budgetMs: 5_000, days: 95 });
  const all = ['long', 'new', 'old', 'online'];
  // Not before their usage is counted.
  expect(await state()).toMatchObject({ accounting: all, sessions: all });
  await countUsage();
  const { network, ...counted } = await state();
  expect({ online: network.online, ...counted }).toMatchObject({ online: 1, octets: 12 });
  // By default it is kept for ever.
  await purgeAccounting({ budgetMs: 5_000, days: 0 });
  expect(await state()).toMatchObject({ accounting: all, sessions: all });
  await purgeAccounting({ budgetMs: 5_000, days: 95 });
  const left = ['long', 'new', 'online'];
  // The days of what was deleted stay for a time of their own.
  await purgeUsageDays();
  expect(await state()).toEqual({ accounting: left, sessions: left, network, octets: 12 });
});

test('an account that cannot be counted does not keep others from it', async () => {
  const { sql } = database.current;
  const began = new Date('2026-03-01T08:00:00.000Z');
  const partners = [await newProvider(database.current), await newProvider(database.current)] as const;
  // In either order of the accounts one fails before the other.
  for (const [failing, other] of [partners, partners.toReversed()] as (typeof partners)[]) {
    for (const partner of partners) {
      const { subscriptionId } = await newCustomer(partner, database.current, began);
      await report(subscriptionId, {});
    }
    await processAccounting({ budgetMs: 5_000 });
    await sql`update provider set time_zone = 'Nowhere' where id = ${failing.providerId}`;
    await countUsage();
    const uncounted = async ({ providerId }: typeof other) => {
      const rows = await sql`
        select 1 from network_session where provider_id = ${providerId} and input_octets > counted_upload`;
      return rows.length;
    };
    expect([await uncounted(failing), await uncounted(other)]).toEqual([1, 0]);
    await sql`update provider set time_zone = 'UTC' where id = ${failing.providerId}`;
    await countUsage();
  }
});

/** The rows that the joins of a statement compare in vain, in the plan that a connection keeps for it. */
async function comparedInVain(tx: Tx, statement: SQL): Promise<number> {
  const { sql: text, params } = new PgDialect().sqlToQuery(statement);
  const literals = params.map((value) => (typeof value === 'number' ? value : `'${value}'`));
  await tx.execute(sql.raw('set local plan_cache_mode = force_generic_plan'));
  await tx.execute(sql.raw(`prepare counting as ${text}`));
  const [row] = await tx.execute<{ 'QUERY PLAN': unknown }>(
    sql.raw(
      `explain (analyze, timing off, format json) execute counting${literals.length > 0 ? ` (${literals})` : ''}`,
    ),
  );
  await tx.execute(sql.raw('deallocate counting'));
  const removed = JSON.stringify(row?.['QUERY PLAN']).matchAll(/"Rows Removed by Join Filter":(\d+)/g);
  return [...removed].reduce((sum, [, n]) => sum + Number(n), 0);
}

test('the sessions of an account are not compared with each other', async () => {
  const partner = await newProvider(database.current);
  const began = new Date('2026-03-01T08:00:00.000Z');
  const { subscriptionId } = await newCustomer(partner, database.current, began);
  await report(subscriptionId, { sessions: 2_000 });
  await processAccounting({ budgetMs: 60_000 });
  await db().transaction(async (tx) => {
    const compared: number[] = [];
    // The first statement of a chunk takes the lock of sessions.
    const execute = async (statement: SQL) => {
      compared.push(await comparedInVain(tx, statement));
      return [];
    };
    const on = { transaction: (work: (tx: Tx) => unknown) => work({ execute } as unknown as Tx) };
    await countUsageOf(on as unknown as Tx, partner.providerId, realNow());
    expect(compared).toEqual([0, 0]);
  });
});

test('sums of counters that no line can reach have an end, and those of other accounts are counted', async () => {
  const { sql } = database.current;
  const began = new Date('2026-03-01T08:00:00.000Z');
  const [hostile, other] = [await newProvider(database.current), await newProvider(database.current)];
  const [flooded, usual] = [
    await newCustomer(hostile, database.current, began),
    await newCustomer(other, database.current, began),
  ];
  const most = 2 ** 52;
  await report(flooded.subscriptionId, { sessions: 1_100, input: most, output: most });
  await report(usual.subscriptionId, { input: 500, output: 500 });
  await processAccounting({ budgetMs: 60_000 });
  await countUsage();
  const carried = async ({ providerId }: typeof other) => {
    const [row] = await sql<{ download: number; upload: number }[]>`
      select download::float8, upload::float8 from traffic where provider_id = ${providerId}`;
    return row;
  };
  expect(await carried(other)).toEqual({ download: 500, upload: 500 });
  expect(await carried(hostile)).toEqual({ download: most, upload: most });
});
