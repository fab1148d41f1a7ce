import { expect, test } from 'vitest';
import { newProvider } from '../../test/fixtures/provider.ts';
import { useDatabase } from '../../test/fixtures/use-database.ts';

const database = useDatabase();

/** Tables without a key to their provider, and why. */
const withoutKey = {
  api_request: 'a log that expires by partition',
  audit_entry: 'checked by a trigger, once a statement',
  delivery_attempt: 'a log that expires by partition',
  event: 'its trigger writes its total, which has a key',
  event_feed: 'derived from its event',
  event_pending: 'written by the trigger in the statement of its event',
  inbound_body: 'written in the statement of its inbound event',
  list_anchor: 'derived by a job',
  mail: 'checked by a trigger, once a statement',
  network_session_fact: 'written by the trigger in the statement of its session',
  staff_account: 'its provider_id names a sign-in provider',
};

test('each row has a provider that exists, by one key: that of the table, or that of the row that it belongs to', async () => {
  const { sql } = database.current;
  const keys = await sql<{ table: string; target: string; isOwn: boolean }[]>`
    select c.conrelid::regclass::text as table, c.confrelid::regclass::text as target,
      c.confrelid = 'provider'::regclass as "isOwn"
    from pg_constraint c
    where c.contype = 'f' and c.conparentid = 0 and exists (
        select from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any(c.conkey) and a.attname = 'provider_id')
      and not exists (
        select from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any(c.conkey) and not a.attnotnull)`;
  const tables = await sql<{ name: string }[]>`
    select t.oid::regclass::text as name from pg_class t
    join pg_attribute a on a.attrelid = t.oid and a.attname = 'provider_id'
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition order by name`;
  const reaches = (table: string): boolean =>
    keys.some((key) => key.table === table && (key.isOwn || reaches(key.target)));
  const names = tables.map(({ name }) => name);
  expect(names.filter((name) => !reaches(name))).toEqual(Object.keys(withoutKey));
  const twice = names.filter((name) => {
    const own = keys.filter((key) => key.table === name);
    return own.some(({ isOwn }) => isOwn) && own.some(({ isOwn }) => !isOwn);
  });
  expect(twice).toEqual([]);
});

const at = '2026-01-01T00:00:00Z';

type Sql = typeof database.current.sql;

/** A row of each table whose key to its provider is not a foreign key of its own. */
const rows = {
  audit_entry: {
    ...{
      id: 'aud_1',
      actor_type: 'system',
      actor_name: 'test',
      action: 'plan.create',
      resource_type: 'plan',
    },
    ...{ resource_id: 'pln_1', changes: '{}' },
  },
  event: {
    id: 'evt_1',
    type: 'plan.created',
    resource_id: 'pln_1',
    body: '{}',
    occurred_at: at,
    recorded_at: at,
  },
  mail: {
    ...{ id: 'mai_1', access_email: 'a@example.com', kind: 'INVITATION', fact_id: 'inv_1', facts: {} },
    ...{ status: 'HELD', attempts: 0, channel: 'EMAIL', language: 'en', occurrence: 0 },
  },
};

function insert(on: Sql, table: string, row: object, provider_id: string) {
  const whole = JSON.stringify({ ...row, provider_id, correlation_id: 'c', created_at: at, updated_at: at });
  return on.unsafe(`insert into ${table} select * from json_populate_record(null::${table}, $1)`, [whole]);
}

test.each(Object.entries(rows))('a row of %s needs a provider, and keeps it', async (table, row) => {
  const { sql } = database.current;
  await expect(insert(sql, table, row, 'prv_unknown')).rejects.toMatchObject({ code: '23503' });
  const { providerId } = await newProvider(database.current);
  const removal = sql.begin(async (tx) => {
    await insert(tx as unknown as Sql, table, row, providerId);
    await tx`delete from provider where id = ${providerId}`;
  });
  await expect(removal).rejects.toMatchObject({ code: '23503' });
  await sql`delete from provider where id = ${providerId}`;
});

test.each(Object.entries(rows))(
  'a provider is not deleted while a row of %s is being written',
  async (table, row) => {
    const { sql } = database.current;
    const { providerId } = await newProvider(database.current);
    const writing = sql.begin(async (tx) => {
      await insert(tx as unknown as Sql, table, row, providerId);
      const removal = sql.begin(async (other) => {
        await other`set local lock_timeout = 200`;
        await other`delete from provider where id = ${providerId}`;
      });
      await expect(removal).rejects.toMatchObject({ code: '55P03' });
      throw new Done();
    });
    await expect(writing).rejects.toBeInstanceOf(Done);
  },
);

test.each(Object.entries(rows))('TRUNCATE of providers leaves no row of %s behind', async (table, row) => {
  const { sql } = database.current;
  const { providerId } = await newProvider(database.current);
  const others = Object.keys(rows).filter((name) => name !== table);
  const removal = sql.begin(async (tx) => {
    await tx`set local demarc.audit_may_go = 'on'`;
    await insert(tx as unknown as Sql, table, row, providerId);
    await tx.unsafe(`truncate organisation, provider, ${others} cascade`);
    expect(await tx.unsafe(`select from ${table}`)).toHaveLength(0);
    throw new Done();
  });
  // Emails go with their providers; the rows of the other tables refuse.
  if (table === 'mail') await expect(removal).rejects.toBeInstanceOf(Done);
  else await expect(removal).rejects.toMatchObject({ code: '23503' });
});

/** Ends a transaction that did all it should. */
class Done extends Error {}
