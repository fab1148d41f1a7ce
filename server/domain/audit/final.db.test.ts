import { beforeAll, expect, test } from 'vitest';
import { newProvider } from '../../../test/fixtures/provider.ts';
import { useDatabase } from '../../../test/fixtures/use-database.ts';
import { plus, realNow } from '../../clock.ts';
import { DAY_MS } from '../../contract/days.ts';
import { createDemarcationPoint } from '../demarcation-point/create.ts';
import { createPartner } from '../partner/create.ts';
import { purgeAudit } from './purge.ts';

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

test('expired entries are deleted, and only those', async () => {
  const provider = await newProvider(database.current);
  for (const ageDays of [800, 366.5, 364.5]) {
    const at = plus(realNow(), -ageDays * DAY_MS);
    await provider.at(at, (scope) =>
      createDemarcationPoint(scope, { name: `${ageDays}`, accessType: 'FIBER' }),
    );
  }
  const ages = async () => {
    const rows = await database.current.sql`
      select extract(day from now() - created_at)::int as age from audit_entry
      where provider_id = ${provider.providerId} order by id`;
    return rows.map(({ age }) => age);
  };
  await purgeAudit({ budgetMs: 60_000, days: 0 });
  expect(await ages()).toEqual([800, 366, 364]);
  await purgeAudit({ budgetMs: 60_000, days: 365 });
  expect(await ages()).toEqual([364]);
});
