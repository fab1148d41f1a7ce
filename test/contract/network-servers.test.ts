import { beforeAll, expect, test } from 'vitest';
import { usePortal } from './staff-helpers.ts';

const { api, owner } = usePortal();

/** The most network servers of an account. Contract: RADIUS. */
const MAX = 500;

let staff: Awaited<ReturnType<typeof owner>>;
beforeAll(async () => {
  staff = await owner();
});

const register = (n: number) =>
  staff.call('networkServer.create', {
    ...{ name: `Tower ${n}`, address: `10.83.1.${n}`, secret: 'secret-of-nas' },
  });

test('network servers that are registered at the same time are not more than the limit', async () => {
  expect((await register(1)).status).toBe(200);
  await api.sql`
    with added as (
      insert into radius.nas (nasname, shortname, ports, secret)
      select host('10.83.2.0'::inet + n), 'Tower', 3799, 'secret-of-nas' from generate_series(1, ${MAX - 3}::int) n
      returning id, nasname
    )
    insert into network_server (id, provider_id, nas_id, name, address, coa_port, created_at, updated_at)
    select s.id || a.id, s.provider_id, a.id, s.name, a.nasname, s.coa_port, s.created_at, s.updated_at
    from network_server s, added a where s.provider_id = ${staff.providerId}`;
  const answers = await Promise.all([2, 3, 4, 5, 6, 7, 8, 9].map(register));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(6);
  const [{ n } = { n: 0 }] = await api.sql`
    select count(*)::int as n from network_server where provider_id = ${staff.providerId}`;
  expect(n).toBe(MAX);
});
