import { sql as text } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { newProvider } from '../../test/fixtures/provider.ts';
import { useDatabase } from '../../test/fixtures/use-database.ts';
import type { DryRun } from '../contract/envelope.ts';
import { emit } from './emit.ts';
import { transaction } from './transaction.ts';

const database = useDatabase({ checked: 'never' });

/** The origin of a transaction of a new provider. */
async function newOrigin() {
  const { providerId } = await newProvider(database.current);
  const caller = { type: 'system', name: 'test' } as const;
  return { providerId, caller, correlationId: crypto.randomUUID() };
}

test('many events commit or roll back together, in statements of at most 250', async () => {
  const { sql } = database.current;
  const origin = await newOrigin();
  await sql
    .unsafe(`
      create sequence statements;
      create function count_statement() returns trigger language plpgsql as $$ begin
        perform nextval('statements');
        if (select count(*) from written) > 250 or (select max(resource_id) from written) = 'refused' then raise 'refused'; end if;
        return null;
      end $$;
      create trigger count_statement after insert on event referencing new table as written
        for each statement execute function count_statement()`)
    .simple();
  const emitAll = (ids: string[]) =>
    transaction(origin, async (scope) => {
      await scope.db.execute(text`select 1`);
      for (const id of ids) emit(scope, 'refund.issued', { current: { id } });
    });
  const ids = Array.from({ length: 1_001 }, (_, n) => `plan_${n}`);
  const written = () => sql`
    select count(distinct resource_id)::int as events from event where provider_id = ${origin.providerId}`;
  await expect(emitAll([...ids, 'refused'])).rejects.toThrow();
  expect(await written()).toEqual([{ events: 0 }]);
  await sql`select setval('statements', 1)`;
  await emitAll(ids);
  expect(await written()).toEqual([{ events: 1_001 }]);
  expect(await sql`select last_value::int - 1 as n from statements`).toEqual([{ n: 5 }]);
  await sql`drop function count_statement cascade`;
});

test('the events of a statement have about a million characters at most, unless one has more', async () => {
  const { sql } = database.current;
  const origin = await newOrigin();
  await sql
    .unsafe(`
      create table statement (n bigint);
      create function note_statement() returns trigger language plpgsql as $$ begin
        insert into statement select sum(length(body)) from written;
        return null;
      end $$;
      create trigger note_statement after insert on event referencing new table as written
        for each statement execute function note_statement()`)
    .simple();
  await transaction(origin, async (scope) => {
    await scope.db.execute(text`select 1`);
    for (let n = 0; n < 60; n++) {
      emit(scope, 'refund.issued', {
        current: { id: `rfd_${n}`, text: 'x'.repeat(n === 30 ? 2_000_000 : 50_000) },
      });
    }
  });
  const [written] = await sql`select max(n)::int as most, count(*)::int as statements from statement`;
  expect(written?.statements).toBeGreaterThan(4);
  expect(written?.most).toBeLessThan(2_100_000);
  const [rest] = await sql`select max(n)::int as most from statement where n < 2000000`;
  expect(rest?.most).toBeLessThanOrEqual(1024 * 1024);
  const [{ n } = { n: 0 }] = await sql`
    select count(*)::int as n from event where provider_id = ${origin.providerId}`;
  expect(n).toBe(60);
  await sql`drop function note_statement cascade`;
});

test('a dry run lists the first events up to 8 MiB of text, at least one, and counts all', async () => {
  const dryRun = { eventCount: 0, events: [] as { data: { current: { id: string } } }[] };
  const origin = { ...(await newOrigin()), dryRun: dryRun as unknown as DryRun };
  await transaction(origin, async (scope) => {
    for (let n = 0; n < 200; n++) {
      emit(scope, 'refund.issued', { current: { id: `rfd_${n}`, text: 'x'.repeat(100_000) } });
    }
  });
  expect(dryRun.eventCount).toBe(200);
  const ids = dryRun.events.map(({ data }) => data.current.id);
  expect(ids).toEqual(Array.from({ length: 84 }, (_, n) => `rfd_${n}`));
});
