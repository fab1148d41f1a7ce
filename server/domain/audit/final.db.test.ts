import { beforeAll, expect, test } from 'vitest';
import { useDatabase } from '../../../test/fixtures/use-database.ts';
import { createPartner } from '../partner/create.ts';

const database = useDatabase({ checked: 'never' });
beforeAll(async () => {
  await createPartner({ name: 'Acme', email: 'owner@acme.example', livemode: false });
});

const entries = () => database.current.sql`select * from audit_entry order by id`;

test.each([
  `update audit_entry set actor_name = 'nobody'`,
  `update audit_entry set changes = changes`,
  'delete from audit_entry',
  `insert into audit_entry select * from audit_entry on conflict (provider_id, id) do update set action = 'x'`,
  'truncate audit_entry',
  'truncate organisation, provider cascade',
])('PostgreSQL refuses: %s', async (statement) => {
  const before = [...(await entries())];
  expect(before.length).toBeGreaterThan(0);
  await expect(database.current.sql.unsafe(statement)).rejects.toThrow('audit entries are never changed');
  expect([...(await entries())]).toEqual(before);
});

test('an entry cannot be changed even where deletion is allowed', async () => {
  const change = database.current.sql.begin(async (sql) => {
    await sql`set local demarc.audit_may_go = 'on'`;
    await sql`update audit_entry set action = 'x'`;
  });
  await expect(change).rejects.toThrow('audit entries are never changed');
});
