import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '../../test/fixtures/fresh-database.ts';
import { type Database, openDatabase } from '../db/client.ts';
import type { WriteScope } from '../work/scope.ts';
import { transaction } from '../work/transaction.ts';
import { applyRadius, readPassword, readPasswords } from './apply.ts';
import type { DesiredUser } from './desired.ts';

let database: Database;

beforeAll(async () => {
  database = openDatabase(await freshDatabase());
  await database.sql`insert into organisation (id, name, created_at, updated_at) values ('org', 'Org', now(), now())`;
  await database.sql`
    insert into provider (id, organisation_id, name, livemode, created_at, updated_at)
    values ('prv', 'org', 'Net', false, now(), now())`;
});
afterAll(() => database.close());
beforeEach(() => database.sql`truncate radius.radcheck, radius.radreply, radius.radusergroup`);

function inTransaction<T>(work: (scope: WriteScope) => Promise<T>): Promise<T> {
  const caller = { type: 'system', name: 'test' } as const;
  return transaction({ providerId: 'prv', caller, correlationId: randomUUID() }, work);
}

const apply = (...users: DesiredUser[]) => inTransaction((scope) => applyRadius(scope, users));

function user(
  username: string,
  changes: Partial<Exclude<DesiredUser, { access: 'removed' }>> = {},
): DesiredUser {
  return {
    username,
    access: 'in_service',
    password: `secret of ${username}`,
    speed: { downloadSpeedMbps: 20, uploadSpeedMbps: 5 },
    ipv4: { mode: 'none' },
    ...changes,
  };
}

/** The ids of all rows, by their text. */
async function stored(): Promise<Record<string, number>> {
  const rows = await database.sql<{ text: string; id: number }[]>`
    select concat_ws(' ', 'check', username, attribute, op, value) as text, id from radius.radcheck
    union all select concat_ws(' ', 'reply', username, attribute, op, value), id from radius.radreply
    union all select concat_ws(' ', 'group', username, groupname, priority), id from radius.radusergroup`;
  return Object.fromEntries(rows.map(({ text, id }) => [text, id]));
}

const rowsOf = (name: string) => [
  `check ${name} Cleartext-Password := secret of ${name}`,
  `reply ${name} Acct-Interim-Interval := 300`,
  `reply ${name} Mikrotik-Rate-Limit := 5M/20M`,
  `reply ${name} WISPr-Bandwidth-Max-Down := 20000000`,
  `reply ${name} WISPr-Bandwidth-Max-Up := 5000000`,
];

test('rows of a user who is created, suspended, restored and deleted; unchanged rows keep their ids', async () => {
  await apply(user('ann'));
  const served = await stored();
  expect(Object.keys(served).sort()).toEqual(rowsOf('ann'));

  await apply(user('ann', { access: 'suspended' }));
  const { 'group ann suspended -1': group, ...rest } = await stored();
  expect(group).toBeGreaterThan(0);
  expect(rest).toEqual(served);

  await apply(user('ann'));
  expect(await stored()).toEqual(served);
  await apply({ username: 'ann', access: 'removed' });
  expect(await stored()).toEqual({});
});

test.each<[string, Parameters<typeof user>[1], string[]]>([
  ['speed', { speed: { downloadSpeedMbps: 50, uploadSpeedMbps: 5 } }, ['ann']],
  ['access', { access: 'suspended' }, ['ann']],
  ['password', { password: 'rotated' }, []],
  ['address', { ipv4: { mode: 'static', address: '203.0.113.9' } }, []],
])('open sessions are concerned by another speed or access alone: %s', async (_, changes, concerned) => {
  await apply(user('ann'), user('bob'));
  expect([...(await apply(user('ann', changes), user('bob')))]).toEqual(concerned);
});

test('only different rows are written, and rows of other users stay', async () => {
  await apply(user('ann', { ipv4: { mode: 'static', address: '203.0.113.9' } }), user('bob'));
  const before = await stored();
  await apply(user('ann', { password: 'rotated', ipv4: { mode: 'pool', poolName: 'cgnat' } }));
  const after = await stored();
  const kept = (text: string) => !/Framed|Cleartext-Password := (rotated|secret of ann)/.test(text);
  const keptOf = (all: Record<string, number>) =>
    Object.fromEntries(Object.entries(all).filter(([text]) => kept(text)));
  expect(keptOf(after)).toEqual(keptOf(before));
  expect(Object.keys(after).filter((text) => !kept(text))).toEqual(
    expect.arrayContaining(['check ann Cleartext-Password := rotated', 'reply ann Framed-Pool := cgnat']),
  );
  expect(Object.keys(after)).toHaveLength(11);
});

test('passwords are read by user name', async () => {
  await apply(user('ann'), user('bob', { access: 'suspended' }));
  await inTransaction(async (scope) => {
    expect(await readPassword(scope, 'ann')).toBe('secret of ann');
    expect(await readPassword(scope, 'nobody')).toBeNull();
    expect(await readPasswords(scope, ['ann', 'bob', 'nobody'])).toEqual(
      new Map([
        ['ann', 'secret of ann'],
        ['bob', 'secret of bob'],
      ]),
    );
    expect(await readPasswords(scope, [])).toEqual(new Map());
  });
});

test('unknown rows and duplicates of a user name are deleted', async () => {
  await apply(user('ann'));
  const before = await stored();
  await database.sql`
    insert into radius.radreply (username, attribute, op, value)
    values ('ann', 'Acct-Interim-Interval', ':=', '300'), ('ann', 'Framed-Pool', '=', 'left over')`;
  await database.sql`insert into radius.radusergroup (username, groupname, priority) values ('ann', 'other', 0)`;
  await apply(user('ann'));
  expect(Object.keys(await stored()).sort()).toEqual(Object.keys(before).sort());
  const [{ count } = { count: 0 }] = await database.sql`select count(*)::int from radius.radreply`;
  expect(count).toBe(4);
});

test('3,000 users take three statements, and none but a query when nothing changes', async () => {
  const users = Array.from({ length: 3_000 }, (_, i) => user(`u${i}`));
  const counted = (work: DesiredUser[]) =>
    inTransaction(async (scope) => {
      let statements = 0;
      const db = new Proxy(scope.db, {
        get(target, key) {
          if (key === 'execute') statements++;
          const value = Reflect.get(target, key);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
      await applyRadius({ ...scope, db }, work);
      return statements;
    });
  expect(await counted(users)).toBe(3);
  const before = await stored();
  expect(Object.keys(before)).toHaveLength(15_000);
  expect(await counted(users)).toBe(1);
  expect(await stored()).toEqual(before);
  const mixed = users.map((each, i): DesiredUser => {
    if (i % 3 === 0) return { username: each.username, access: 'removed' };
    return i % 3 === 1 ? user(each.username, { access: 'suspended', password: 'new' }) : each;
  });
  expect(await counted(mixed)).toBeLessThanOrEqual(7);
  expect(Object.keys(await stored())).toHaveLength(11_000);
  expect(await counted([])).toBe(0);
});

test('nothing is written when one user has an invalid pool name', async () => {
  const bad = user('bob', { ipv4: { mode: 'pool', poolName: '`id`' } });
  await expect(apply(user('ann'), bad)).rejects.toThrow('RADIUS');
  expect(await stored()).toEqual({});
});
