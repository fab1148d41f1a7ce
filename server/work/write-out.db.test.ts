import { sql as text } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { newProvider } from '../../test/fixtures/provider.ts';
import { useDatabase } from '../../test/fixtures/use-database.ts';
import { emit } from './emit.ts';
import { transaction } from './transaction.ts';

const database = useDatabase({ checked: 'never' });

test('many events commit or roll back together, in statements of at most 250', async () => {
  const { sql } = database.current;
  const provider = await newProvider(database.current);
  const caller = { type: 'system', name: 'test' } as const;
  const origin = { providerId: provider.providerId, caller, correlationId: crypto.randomUUID() };
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
    select count(distinct resource_id)::int as events from event where provider_id = ${provider.providerId}`;
  await expect(emitAll([...ids, 'refused'])).rejects.toThrow();
  expect(await written()).toEqual([{ events: 0 }]);
  await sql`select setval('statements', 1)`;
  await emitAll(ids);
  expect(await written()).toEqual([{ events: 1_001 }]);
  expect(await sql`select last_value::int - 1 as n from statements`).toEqual([{ n: 5 }]);
  await sql`drop function count_statement cascade`;
});
