import { expect, test } from 'vitest';
import { newProvider } from '../../../test/fixtures/provider.ts';
import { useDatabase } from '../../../test/fixtures/use-database.ts';
import { keepPartitions, partitioned } from '../../postgres/partitions.ts';
import { createSubscriber } from '../subscriber/create.ts';
import { createWebhook } from '../webhook/create.ts';

const held = useDatabase({ checked: 'never' });
const at = new Date('2026-02-01T00:00:00.000Z');

const partitionsOf = async (table: string) => {
  const rows = await held.current.sql<{ name: string }[]>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = ${table}::regclass order by 1`;
  return rows.map(({ name }) => name);
};

/** The ends of the names of the partitions of this month or day and the next three. */
const suffixes = (now: Date, by: 'month' | 'day') =>
  [0, 1, 2, 3].map((later) => {
    const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
    const start = by === 'month' ? Date.UTC(year, month + later, 1) : Date.UTC(year, month, day + later);
    return new Date(start)
      .toISOString()
      .slice(0, by === 'month' ? 7 : 10)
      .replaceAll('-', '_');
  });

const forEver = { RETENTION_EVENTS_DAYS: 0, RETENTION_ATTEMPTS_DAYS: 0, RETENTION_REQUESTS_DAYS: 0 };

test('rows move from the default partition to their month, and months past the retention time are dropped', async () => {
  const { sql } = held.current;
  const provider = await newProvider(held.current);
  let n = 0;
  const emitEvent = () =>
    provider.at(at, (scope) => {
      const phone = `+25471234567${++n}`;
      return createSubscriber(scope, {
        firstName: 'Ada',
        lastName: 'L',
        email: `ada${n}@example.com`,
        phone,
      });
    });
  await provider.at(at, (scope) =>
    createWebhook(scope, {
      url: 'https://example.com/',
      events: ['*'],
      headers: [],
      apiVersion: '2026-01-15',
      addresses: [],
    }),
  );
  await emitEvent();
  const now = new Date();
  await Promise.all([keepPartitions(sql, now), keepPartitions(sql, now)]);
  for (const { table, by } of partitioned) {
    const expected = [...suffixes(now, by).map((suffix) => `${table}_${suffix}`), `${table}_default`];
    expect(await partitionsOf(table)).toEqual(expected.sort());
  }
  await emitEvent();
  const [month] = suffixes(now, 'month');
  const rows = (table: string) => sql.unsafe(`select tableoid::regclass::text as part from ${table}`);
  expect((await rows('event')).map(({ part }) => part)).toEqual([`event_${month}`, `event_${month}`]);
  expect((await rows('delivery')).map(({ part }) => part)).toEqual([
    `delivery_${month}`,
    `delivery_${month}`,
  ]);
  const total = async () => {
    const [row] = await sql`select sum(n)::int as n from row_count where resource = 'event'`;
    return row?.n;
  };
  expect(await total()).toBe(2);

  const later = new Date(now.getTime() + 800 * 86_400_000);
  await keepPartitions(sql, later, forEver);
  expect(await total()).toBe(2);
  await keepPartitions(sql, later);
  expect(await rows('event')).toEqual([]);
  expect(await rows('delivery')).toEqual([]);
  expect(await total()).toBe(0);
  expect(await partitionsOf('event')).not.toContain(`event_${month}`);
});

test('each partition has the fill factor of its table, the default one too', async () => {
  const { sql } = held.current;
  await keepPartitions(sql, new Date());
  for (const { table, fillfactor = 100 } of partitioned) {
    const rows = await sql`
      select distinct coalesce(substring(array_to_string(reloptions, ',') from 'fillfactor=([0-9]+)')::int, 100) as fillfactor
      from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = ${table}::regclass`;
    expect(rows, table).toEqual([{ fillfactor }]);
  }
});

test('each retention time is that of its own tables', async () => {
  const { sql } = held.current;
  const now = new Date();
  await keepPartitions(sql, now);
  const dropped: string[] = [];
  for (const [variable, tables] of [
    ['RETENTION_ATTEMPTS_DAYS', ['delivery_attempt']],
    ['RETENTION_REQUESTS_DAYS', ['api_request']],
    ['RETENTION_EVENTS_DAYS', ['delivery', 'event', 'event_feed']],
  ] as const) {
    await keepPartitions(sql, new Date(now.getTime() + 200 * 86_400_000), { ...forEver, [variable]: 90 });
    dropped.push(...tables);
    const without: string[] = [];
    for (const { table, by } of partitioned) {
      if (!(await partitionsOf(table)).includes(`${table}_${suffixes(now, by)[0]}`)) without.push(table);
    }
    expect(without.sort()).toEqual(dropped.sort());
  }
});

test('expired rows of the default partition are deleted and subtracted from the total', async () => {
  const { sql } = held.current;
  const provider = await newProvider(held.current);
  await sql`
    insert into event (provider_id, id, type, resource_id, body, occurred_at, created_at, updated_at, recorded_at, correlation_id)
    select ${provider.providerId}, 'evt_' || n, 'plan.created', 'pln_1', '{}', now(), now(), now(),
      now() - n * interval '100 days', gen_random_uuid() from generate_series(1, 9) n`;
  const kept = async () => {
    const [row] = await sql`
      select (select count(*)::int from event where provider_id = ${provider.providerId}) as rows,
        (select sum(n)::int from row_count where provider_id = ${provider.providerId}) as total`;
    return row;
  };
  expect(await kept()).toEqual({ rows: 9, total: 9 });
  await keepPartitions(sql, new Date());
  expect(await kept()).toEqual({ rows: 7, total: 7 });
});

test('while a dump reads the table an expired partition stays and a coming one is missing; the next run drops and creates them', async () => {
  const { sql } = held.current;
  const now = new Date();
  const later = new Date(now.getTime() + 300 * 86_400_000);
  const tomorrow = new Date(later.getTime() + 86_400_000);
  const days = { ...forEver, RETENTION_REQUESTS_DAYS: 90 };
  await keepPartitions(sql, now, forEver);
  await keepPartitions(sql, later, forEver);
  const expired = `api_request_${suffixes(now, 'day')[0]}`;
  const coming = `api_request_${suffixes(tomorrow, 'day')[3]}`;
  await sql.begin(async (dump) => {
    await dump`lock table api_request in access share mode`;
    await keepPartitions(sql, later, days);
    await keepPartitions(sql, tomorrow, days);
  });
  expect(await partitionsOf('api_request')).toContain(expired);
  expect(await partitionsOf('api_request')).not.toContain(coming);
  await keepPartitions(sql, tomorrow, days);
  expect(await partitionsOf('api_request')).not.toContain(expired);
  expect(await partitionsOf('api_request')).toContain(coming);
});
