import { expect, test } from 'vitest';
import { useDatabase } from '../../test/fixtures/use-database.ts';

const database = useDatabase();

/** Tables without a key to their provider, and why. */
const withoutKey = {
  api_request: 'a log that expires by partition',
  delivery_attempt: 'a log that expires by partition',
  inbound_body: 'written in the statement of its inbound event',
  list_anchor: 'derived by a job',
  network_session_fact: 'written by the trigger in the statement of its session',
  row_count: 'derived by triggers',
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
