import { expect, test } from 'vitest';
import { newProvider, useDatabase } from '../../scenarios/scene.ts';
import { createNetworkServer } from './create.ts';
import { listNetworkServers } from './list.ts';
import { removeNetworkServer } from './remove.ts';

const database = useDatabase();
const at = new Date('2026-01-15T09:30:00.000Z');
const tower = { name: 'Tower', secret: 's3cret-tower', coaPort: 3_799 };

const known = () => database.current.sql<{ nasname: string; ports: number; secret: string }[]>`
  select nasname, ports, secret from radius.nas order by id`;

test('a server is known to FreeRADIUS until it is removed; its secret is in nothing we show or keep elsewhere', async () => {
  const provider = await newProvider(database.current);
  const made = await provider.at(at, (scope) =>
    createNetworkServer(scope, { ...tower, address: '2001:DB8:0::10' }),
  );
  expect([...(await known())]).toEqual([{ nasname: '2001:db8::10', ports: 3_799, secret: tower.secret }]);
  expect(await provider.at(at, listNetworkServers)).toEqual([made]);
  expect(JSON.stringify(made)).not.toContain(tower.secret);
  const noted = await database.current
    .sql`select 1 from audit_entry where changes like ${`%${tower.secret}%`}`;
  expect(noted).toHaveLength(0);
  await provider.at(at, (scope) => removeNetworkServer(scope, { id: made.id }));
  expect(await known()).toHaveLength(0);
});

test('one address is one server’s, and nobody removes another provider’s', async () => {
  const [ours, theirs] = [await newProvider(database.current), await newProvider(database.current)];
  const add = (provider: typeof ours) =>
    provider.at(at, (scope) => createNetworkServer(scope, { ...tower, address: '192.0.2.10' }));
  const { id } = await add(ours);
  await expect(add(theirs)).rejects.toMatchObject({
    body: { rejectionReasons: [{ field: 'address', code: 'ALREADY_EXISTS' }] },
  });
  await expect(theirs.at(at, (scope) => removeNetworkServer(scope, { id }))).rejects.toMatchObject({
    key: 'NOT_FOUND',
  });
  expect(await known()).toHaveLength(1);
  expect(await theirs.at(at, listNetworkServers)).toEqual([]);
});
