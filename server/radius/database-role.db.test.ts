import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { freshDatabase } from '../../test/fixtures/fresh-database.ts';
import { type Database, openDatabase } from '../db/client.ts';
import { isRolePassword, prepareRadiusRole } from './database-role.ts';

const role = 'radius_of_this_test';

let database: Database;
let radius: postgres.Sql;
/** Rights that a superuser granted can only be revoked by a superuser. */
let superuser: postgres.Sql;

/** Connects as FreeRADIUS does. */
function connect(password: string): postgres.Sql {
  const url = new URL(database.url);
  url.username = role;
  url.password = encodeURIComponent(password);
  return postgres(url.href, { max: 1, onnotice: () => {} });
}

beforeAll(async () => {
  database = openDatabase(await freshDatabase());
  await database.sql`insert into organisation (id, name, created_at, updated_at) values ('org', 'Org', now(), now())`;
  const url = new URL(inject('adminUrl'));
  url.pathname = new URL(database.url).pathname;
  superuser = postgres(url.href, { max: 1, onnotice: () => {} });
  await prepareRadiusRole(database.sql, 'first-password', role);
  await prepareRadiusRole(database.sql, 'p@ss:word/2%', role);
  radius = connect('p@ss:word/2%');
});
afterAll(async () => {
  await radius.end();
  await superuser.unsafe(`drop owned by ${role}; drop role ${role}`).simple();
  await superuser.end();
  await database.close();
});

describe('the role may run the stock queries of FreeRADIUS, without a schema name:', () => {
  test.each([
    "select id, UserName, Attribute, Value, Op from radcheck where Username = 'u' order by id",
    "select id, UserName, Attribute, Value, Op from radreply where Username = 'u' order by id",
    "select GroupName from radusergroup where UserName = 'u' order by priority",
    "select id, GroupName, Attribute, Value, op from radgroupcheck where GroupName = 'suspended' order by id",
    "select id, GroupName, Attribute, Value, op from radgroupreply where GroupName = 'suspended' order by id",
    'select id, nasname, shortname, type, secret, server from nas',
    "select radius.may_sign_in('u', '10.0.0.1')",
    `insert into radacct (AcctSessionId, AcctUniqueId, UserName, NASIPAddress, AcctStartTime)
     values ('s', 'u1', 'u', '10.0.0.1', now()) on conflict (AcctUniqueId) do update set AcctUpdateTime = now()`,
    "update radacct set AcctStopTime = now() where AcctUniqueId = 'u1' and AcctStopTime is null",
    "insert into radpostauth (username, pass, reply, authdate) values ('u', '', 'Access-Accept', now())",
    `insert into nasreload (NASIPAddress, ReloadTime) values ('10.0.0.1', now())
     on conflict (NASIPAddress) do update set ReloadTime = now()`,
  ])('the FreeRADIUS role can run: %s', async (statement) => {
    await radius.unsafe(statement);
    await radius.unsafe(statement);
  });

  test('the role reads the suspended group, and its accounting is stored', async () => {
    expect(await radius`select value from radgroupcheck where groupname = 'suspended'`).toMatchObject([
      { value: 'Reject' },
    ]);
    expect(await database.sql`select acctuniqueid from radius.radacct`).toMatchObject([
      { acctuniqueid: 'u1' },
    ]);
  });
});

describe('permission denied for anything else:', () => {
  test.each([
    'select * from public.organisation',
    'select * from public.provider',
    'select * from public.staff_account',
    'select * from drizzle.__drizzle_migrations',
    "select public.nas_owner('10.0.0.1')",
    'select * from radpostauth',
    "insert into radcheck (username, attribute, op, value) values ('u', 'Auth-Type', ':=', 'Accept')",
    "update radreply set value = '1G/1G'",
    'delete from radcheck',
    'delete from radacct',
    'truncate radacct',
    "update nas set secret = 'x'",
    "insert into radusergroup (username, groupname) values ('u', 'g')",
    "select setval('radacct_radacctid_seq', 1)",
    'create table t (x int)',
    'create table public.t (x int)',
    'create temporary table t (x int)',
    'create schema s',
    'create role r',
    'set role demarc',
    'select pg_read_file($$/etc/hostname$$)',
  ])('the FreeRADIUS role cannot run: %s', async (statement) => {
    await expect(radius.unsafe(statement)).rejects.toThrow(/permission denied/);
  });
});

test('a second run replaces the password and revokes rights granted by hand', async () => {
  await superuser
    .unsafe(`grant usage on schema public to ${role};
    grant select on public.organisation to ${role}; grant delete on radius.radcheck to ${role};
    alter role ${role} createdb`)
    .simple();
  await prepareRadiusRole(superuser, 'third-password', role);
  const old = connect('p@ss:word/2%');
  await expect(old`select 1`).rejects.toThrow(/password authentication failed/);
  await old.end();
  const now = connect('third-password');
  await expect(now`select * from public.organisation`).rejects.toThrow(/permission denied/);
  await expect(now`delete from radcheck`).rejects.toThrow(/permission denied/);
  await expect(now.unsafe('create database d')).rejects.toThrow(/permission denied/);
  await now.end();
});

test('the application keeps its own rights', async () => {
  expect(await database.sql`select name from organisation`).toMatchObject([{ name: 'Org' }]);
});

test('an Error for a password that needs escaping in a configuration file', async () => {
  for (const bad of [
    '',
    'two words',
    'quo"te',
    "quo'te",
    'back\\slash',
    'ümlaut',
    'tab\t',
    'line\n',
    'x'.repeat(129),
  ]) {
    expect(isRolePassword(bad), bad).toBe(false);
    await expect(prepareRadiusRole(database.sql, bad, role)).rejects.toThrow('The password must be');
  }
  expect(isRolePassword('aZ09!#$%&()*+,-./:;<=>?@[]^_`{|}~')).toBe(true);
});
