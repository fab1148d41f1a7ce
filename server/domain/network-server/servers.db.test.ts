import { beforeAll, expect, test } from 'vitest';
import { lowFloors, newCustomer } from '../../../test/fixtures/customer.ts';
import { newProvider } from '../../../test/fixtures/provider.ts';
import { useDatabase } from '../../../test/fixtures/use-database.ts';
import { processAccounting } from '../network/process-accounting.ts';
import { createNetworkServer } from './create.ts';
import { listNetworkServers } from './list.ts';
import { removeNetworkServer } from './remove.ts';
import { removeForbiddenServers } from './remove-forbidden.ts';

const database = useDatabase();
beforeAll(() => lowFloors(database.current));
const at = new Date('2026-01-15T09:30:00.000Z');
const tower = { name: 'Tower', secret: 's3cret-tower', coaPort: 3_799 };

const clients = () => database.current.sql<{ nasname: string; ports: number; secret: string }[]>`
  select nasname, ports, secret from radius.nas order by id`;

test('a server is in radius.nas until it is removed, and its secret is in no answer and no audit entry', async () => {
  const provider = await newProvider(database.current);
  const server = await provider.at(at, (scope) =>
    createNetworkServer(scope, { ...tower, address: '2001:DB8:0::10' }),
  );
  expect([...(await clients())]).toEqual([{ nasname: '2001:db8::10', ports: 3_799, secret: tower.secret }]);
  expect(await provider.at(at, listNetworkServers)).toEqual([server]);
  expect(JSON.stringify(server)).not.toContain(tower.secret);
  const audited = await database.current
    .sql`select 1 from audit_entry where changes like ${`%${tower.secret}%`}`;
  expect(audited).toHaveLength(0);
  await provider.at(at, (scope) => removeNetworkServer(scope, { id: server.id }));
  expect(await clients()).toHaveLength(0);
});

test('CONFLICT for more than 500 servers of an account', async () => {
  const provider = await newProvider(database.current);
  const add = (address: string) =>
    provider.at(at, (scope) => createNetworkServer(scope, { ...tower, address }));
  const { id } = await add('198.18.0.1');
  await database.current.sql`
    with client as (
      insert into radius.nas (nasname, shortname, secret)
      select host('198.19.0.0'::inet + n), 'many', 'secret' from generate_series(1, 498) n returning id, nasname
    )
    insert into network_server (provider_id, id, nas_id, name, address, coa_port, created_at, updated_at)
    select s.provider_id, 'nas_many' || c.id, c.id, s.name, c.nasname, s.coa_port, now(), now()
    from network_server s, client c where s.id = ${id}`;
  const last = await add('198.18.0.2');
  await expect(add('198.18.0.3')).rejects.toMatchObject({ key: 'CONFLICT' });
  await provider.at(at, (scope) => removeNetworkServer(scope, { id: last.id }));
  await add('198.18.0.3');
  await database.current.sql`delete from network_server`;
  await database.current.sql`delete from radius.nas`;
});

const refused = {
  key: 'VALIDATION_FAILED',
  body: {
    rejectionReasons: [
      {
        field: 'address',
        code: 'INVALID_VALUE',
        message: 'This address cannot be used for a network server.',
      },
    ],
  },
};

test('VALIDATION_FAILED with one text for a forbidden and a taken address, in any notation', async () => {
  const [own, other] = [await newProvider(database.current), await newProvider(database.current)];
  const add = (provider: typeof own, address: string) =>
    provider.at(at, (scope) => createNetworkServer(scope, { ...tower, address }));
  const { id } = await add(own, '192.0.2.10');
  for (const address of ['0.0.0.0', '169.254.7.1', '::', '::ffff:a9fe:701', 'fe80::1', '224.0.0.1']) {
    await expect(add(other, address), address).rejects.toMatchObject(refused);
  }
  for (const address of ['192.0.2.10', '::ffff:192.0.2.10', '::ffff:c000:20a']) {
    await expect(add(other, address), address).rejects.toMatchObject(refused);
    await expect(add(own, address), address).rejects.toMatchObject(refused);
  }
  await expect(other.at(at, (scope) => removeNetworkServer(scope, { id }))).rejects.toMatchObject({
    key: 'NOT_FOUND',
  });
  expect((await clients()).map(({ nasname }) => nasname)).toEqual(['192.0.2.10']);
  expect(await other.at(at, listNetworkServers)).toEqual([]);
  await own.at(at, (scope) => removeNetworkServer(scope, { id }));
});

test('VALIDATION_FAILED for the operator’s servers and networks', async () => {
  const { sql } = database.current;
  const provider = await newProvider(database.current);
  await sql`
    insert into radius.nas (nasname, shortname, secret) values
      ('198.51.100.1', 'core', 's'), ('203.0.113.0/24', 'pop', 's'), ('nas.example', 'by name', 's')`;
  const add = (address: string) =>
    provider.at(at, (scope) => createNetworkServer(scope, { ...tower, address }));
  await expect(add('198.51.100.1')).rejects.toMatchObject(refused);
  await expect(add('203.0.113.77')).rejects.toMatchObject(refused);
  await add('198.51.100.2');
  await sql`delete from network_server`;
  await sql`delete from radius.nas`;
});

test('VALIDATION_FAILED for an address with open sessions of another partner', async () => {
  const { sql } = database.current;
  const [own, other] = [await newProvider(database.current), await newProvider(database.current)];
  const { subscriptionId } = await newCustomer(own, database.current, at);
  await sql`
    insert into radius.radacct (acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime)
    select '81a0', 'taken', radius_username, '198.51.100.9', now() from subscription where id = ${subscriptionId}`;
  const add = (provider: typeof own) =>
    provider.at(at, (scope) => createNetworkServer(scope, { ...tower, address: '198.51.100.9' }));
  await expect(add(other)).rejects.toMatchObject(refused);
  await processAccounting({ budgetMs: 5_000 });
  await expect(add(other)).rejects.toMatchObject(refused);
  expect(await add(own)).toMatchObject({ address: '198.51.100.9' });
});

test('a server with an address that became forbidden is removed at the next start, with an audit entry', async () => {
  const { sql } = database.current;
  const provider = await newProvider(database.current);
  const add = (address: string) =>
    provider.at(at, (scope) => createNetworkServer(scope, { ...tower, address }));
  const [kept, wildcard] = [await add('198.51.100.20'), await add('198.51.100.21')];
  await sql`update network_server set address = '0.0.0.0' where id = ${wildcard.id}`;
  await sql`update radius.nas set nasname = '0.0.0.0' where nasname = '198.51.100.21'`;
  await removeForbiddenServers();
  await removeForbiddenServers();
  expect(await provider.at(at, listNetworkServers)).toEqual([kept]);
  expect((await clients()).map(({ nasname }) => nasname)).not.toContain('0.0.0.0');
  const entries =
    await sql`select actor_type, action from audit_entry where resource_id = ${wildcard.id} order by id`;
  expect([...entries].at(-1)).toEqual({ actor_type: 'system', action: 'networkServer.delete' });
});
