import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCustomer } from '../../../test/fixtures/customer.ts';
import { digests, fillRest, insertRow, pendingEvent } from '../../../test/fixtures/filled-account.ts';
import { freshDatabase } from '../../../test/fixtures/fresh-database.ts';
import { newProvider } from '../../../test/fixtures/provider.ts';
import { checkInvariants } from '../../../test/invariants/check-invariants.ts';
import { Refusal } from '../../contract/errors.ts';
import { type Database, openDatabase } from '../../db/client.ts';
import { firstStart } from '../../demo/first-start.ts';
import { placeAllEvents } from '../event/place-events.ts';
import { asOperator } from '../partner/as-operator.ts';
import { closeAccount, resumeAccount } from '../partner/change-status.ts';
import { createPartner } from '../partner/create.ts';
import { showPartner } from '../partner/read.ts';
import { loadDefaultScheduleD } from '../schedule-d/load.ts';
import { eraseAccount } from './erase.ts';
import { exportAccount } from './export.ts';
import { importAccount } from './import.ts';
import { accountTables, notArchived, ofInstallation } from './tables.ts';

const folder = mkdtempSync(join(tmpdir(), 'demarc-archive-'));
const file = join(folder, 'account.tar.gz');
const log = { info: () => {}, warn: () => {} };

let source: Database;
let target: Database;
/** The account with a year, the other account of its company, and one of another company. */
const accounts = { own: '', sibling: '', stranger: '' };
let exported: Awaited<ReturnType<typeof exportAccount>>;

beforeAll(async () => {
  source = openDatabase(await freshDatabase());
  await loadDefaultScheduleD();
  const made = await firstStart({ log, publicUrl: 'http://demarc.example', enabled: true });
  accounts.own = made?.credentials.providerId ?? '';
  const { name } = await showPartner(accounts.own);
  accounts.sibling = (
    await createPartner({ name, email: 'owner@demo-isp.example', livemode: true })
  ).providerId;
  const stranger = await newProvider(source);
  accounts.stranger = stranger.providerId;
  await newCustomer(stranger, source, new Date('2026-03-01T00:00:00Z'));
  await placeAllEvents();
  exported = await exportAccount(accounts.own, file);
  await fillRest(source, accounts.own, 1, accounts.stranger);
  await fillRest(source, accounts.stranger, 2, accounts.stranger);
  await source.sql.unsafe(pendingEvent);
});
afterAll(async () => {
  await source.close();
  await target?.close();
  rmSync(folder, { recursive: true });
});

/** Every table with its rows as text. */
async function everything(database: Database): Promise<Record<string, string[]>> {
  const tables = await database.sql<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'radius') and c.relkind in ('r', 'p') and not c.relispartition order by name`;
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await database.sql.unsafe<{ row: string }[]>(`select t::text as row from ${name} t`);
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}

test('each table of the database has rows of accounts, or is known to have none', async () => {
  const tables = await source.sql.begin((tx) => accountTables(tx));
  const all = await source.sql<{ name: string }[]>`
    select format(case when n.nspname = 'public' then '%2$I' else '%1$I.%2$I' end, n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'radius') and c.relkind in ('r', 'p') and not c.relispartition`;
  const known = [...tables.map(({ name }) => name), ...Object.keys(ofInstallation)];
  expect(known.sort()).toEqual(all.map(({ name }) => name).sort());
  expect(
    tables
      .filter(({ isArchived }) => !isArchived)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(Object.keys(notArchived).sort());
});

test('the account of this test has rows in each of its tables', async () => {
  const found = await digests(source, accounts.own);
  expect(Object.keys(found).filter((name) => found[name]?.rows === 0)).toEqual([]);
});

/** Opens the database that is imported into, empty but for what each installation has. */
async function openTarget(): Promise<Database> {
  target ??= openDatabase(await freshDatabase());
  return target;
}

/** Runs work while a database is the one of the process. */
async function on<T>(database: Database, work: () => Promise<T>): Promise<T> {
  const other = openDatabase(database.url, 2);
  try {
    return await work();
  } finally {
    await other.close();
  }
}

/** A copy of the archive whose content was changed. */
async function changed(name: string, change: (tar: string) => string): Promise<string> {
  const copy = join(folder, `${name}.tar.gz`);
  const tar = gunzipSync(await readFile(file)).toString('latin1');
  const made = change(tar);
  expect(made).not.toBe(tar);
  await writeFile(copy, gzipSync(Buffer.from(made, 'latin1'), { level: 1 }));
  return copy;
}

const rowsInAll = async (database: Database) =>
  Object.values(await everything(database)).reduce((sum, rows) => sum + rows.length, 0);

test('an archive is readable by its owner only, and no file is replaced', async () => {
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await on(source, () => expect(exportAccount(accounts.own, file)).rejects.toThrow('CONFLICT'));
  const nowhere = join(folder, 'none', 'account.tar.gz');
  await on(source, () => expect(exportAccount(accounts.own, nowhere)).rejects.toThrow('ENOENT'));
  await on(source, () => expect(exportAccount('prv_none', join(folder, 'x'))).rejects.toThrow('NOT_FOUND'));
  expect(readdirSync(folder)).toEqual(['account.tar.gz']);
});

test.each<[string, (tar: string) => string, string]>([
  ['a changed row', (tar) => tar.replace('"name":"Demo ISP"', '"name":"Demo ISQ"'), 'was changed'],
  ['a summary of other rows', (tar) => tar.replace('"rows": 0', '"rows": 1'), 'was changed'],
  [
    'another schema',
    (tar) => tar.replace(/"newest": "./, '"newest": "x'),
    'Export and import with one release',
  ],
  ['another key', (tar) => tar.replace(/"secretsKey": "./, '"secretsKey": "x'), 'SECRETS_KEY_PREVIOUS'],
  ['another format', (tar) => tar.replace('demarc-account', 'demarc-accounX'), 'no archive of an account'],
  ['a file that is none', () => 'not a tar file'.repeat(100), 'damaged'],
  ['an unknown file', (tar) => tar.replace('tables/plan/000001', 'tables/plum/000001'), 'damaged'],
])('%s is refused and changes nothing', async (name, change, reason) => {
  const database = await openTarget();
  const before = await rowsInAll(database);
  const copy = await changed(name, change);
  const refusal = await on(database, () => importAccount(copy)).then(
    () => null,
    (error: unknown) => error,
  );
  expect(refusal).toBeInstanceOf(Refusal);
  expect((refusal as Refusal).body.rejectionReasons[0]?.message).toContain(reason);
  expect(await rowsInAll(database)).toBe(before);
});

/** The content of the only part of a table in an archive. */
function partOf(tar: string, table: string): string {
  const header = tar.indexOf(`tables/${table}/000001.jsonl`);
  const size = Number.parseInt(tar.slice(header + 124, header + 135), 8);
  return tar.slice(header + 512, header + 512 + size);
}

test('an archive that was written without the key is refused, whatever its digests say', async () => {
  const database = await openTarget();
  const before = await rowsInAll(database);
  const digest = (content: string) => createHash('sha256').update(content, 'latin1').digest('hex');
  const rows = await changed('forged', (tar) => {
    const own = partOf(tar, 'staff_member');
    const forged = own.replace('"role":"viewer"', '"role":"admin" ');
    return tar.replace(own, () => forged).replace(digest(own), digest(forged));
  });
  const head = await changed('head', (tar) => tar.replace('"livemode": false', '"livemode":  true'));
  for (const copy of [rows, head]) {
    const refusal = await on(database, () => importAccount(copy)).catch((error: unknown) => error);
    expect((refusal as Refusal).body.rejectionReasons[0]?.message).toContain('no installation with the key');
  }
  expect(await rowsInAll(database)).toBe(before);
});

test('places in the feed that are far ahead of the clock are refused', async () => {
  const database = await openTarget();
  const before = await rowsInAll(database);
  const copy = join(folder, 'ahead.tar.gz');
  const ahead = 400 * 24 * 3_600_000_000;
  const move = (by: number) => source.sql`
    update event_feed set position = position + ${by}::bigint where provider_id = ${accounts.own}`;
  await move(ahead);
  await on(source, () => exportAccount(accounts.own, copy)).finally(() => move(-ahead));
  const refusal = await on(database, () => importAccount(copy)).catch((error: unknown) => error);
  expect((refusal as Refusal).body.rejectionReasons[0]?.message).toContain('more than an hour ahead');
  expect(await rowsInAll(database)).toBe(before);
});

test('an archive that ends early is refused and changes nothing', async () => {
  const database = await openTarget();
  const before = await rowsInAll(database);
  const whole = await readFile(file);
  for (const share of [0, 0.3, 0.99]) {
    const copy = join(folder, `part-${share}.tar.gz`);
    await writeFile(copy, whole.subarray(0, Math.floor(whole.length * share)));
    await expect(on(database, () => importAccount(copy))).rejects.toThrow('CONFLICT');
  }
  await expect(on(database, () => importAccount(join(folder, 'none')))).rejects.toThrow('ENOENT');
  expect(await rowsInAll(database)).toBe(before);
});

test('an import whose connection is lost leaves nothing, and the next one succeeds', async () => {
  const database = await openTarget();
  const before = await rowsInAll(database);
  const running = on(database, () => importAccount(file)).catch((error: unknown) => error);
  const end = async () => {
    const [found] = await database.sql`
      select pg_terminate_backend(l.pid) as ended from pg_locks l join pg_stat_activity a using (pid)
      where a.datname = current_database() and l.relation = 'event'::regclass and l.mode = 'RowExclusiveLock'
        and l.pid <> pg_backend_pid() limit 1`;
    return found?.ended === true;
  };
  await expect.poll(end, { interval: 5 }).toBe(true);
  expect(await running).toBeInstanceOf(Error);
  expect(await rowsInAll(database)).toBe(before);
});

test('an id that exists is named, and nothing changes', async () => {
  const database = await openTarget();
  const other = await newProvider(database);
  const [key] =
    await source.sql`select access_id from access_credential where provider_id = ${accounts.own} limit 1`;
  await database.sql`
    insert into access_credential (id, provider_id, access_id, secret_hash, secret_last4, label, created_at, updated_at)
    values ('crd_1', ${other.providerId}, ${key?.access_id}, '', '', '', now(), now())`;
  const before = await rowsInAll(database);
  const refusal = await on(database, () => importAccount(file)).catch((error: unknown) => error);
  expect((refusal as Refusal).body.rejectionReasons[0]?.message).toBe(
    `A row of access_credential exists in this database. Key (access_id)=(${key?.access_id}) already exists.`,
  );
  expect(await rowsInAll(database)).toBe(before);
  await database.sql`delete from access_credential where id = 'crd_1'`;
});

/** How often rows of each table were updated, also by what was rolled back. */
async function updates(database: Database): Promise<Record<string, number>> {
  const found = await database.sql<{ name: string; n: number }[]>`
    select relname as name, n_tup_upd::int as n from pg_stat_user_tables`;
  return Object.fromEntries(found.map(({ name, n }) => [name, n]));
}

test('the imported account equals the exported one, is paused, and all invariants hold', async () => {
  const database = await openTarget();
  const before = await updates(database);
  const imported = await on(database, () => importAccount(file));
  // A row that one transaction updates again and again costs the square of their number.
  const again = Object.entries(await updates(database)).filter(
    ([name, n]) => n - (before[name] ?? 0) > Math.max(exported.tables[name]?.rows ?? 0, 20),
  );
  expect(again).toEqual([]);
  expect(imported).toEqual({
    ...{ providerId: accounts.own, name: 'Demo ISP', hasPreviousKey: false },
    tables: exported.tables,
  });
  const changedByImport = ['provider', 'audit_entry', ...Object.keys(notArchived)];
  const found = await digests(database, accounts.own, changedByImport);
  for (const name of changedByImport) delete exported.tables[name];
  expect(found).toEqual(exported.tables);
  const [account] = await database.sql`select status from provider where id = ${accounts.own}`;
  expect(account).toEqual({ status: 'PAUSED' });
  const [entry] = await database.sql`select action, actor_name from audit_entry order by id desc limit 1`;
  expect(entry).toEqual({ action: 'provider.read_archive', actor_name: 'operator' });
  expect(await checkInvariants(database.db)).toEqual([]);
  // Sequences and the feed continue behind the imported values.
  const [head] = await database.sql`
    select (select position from event_feed_head) >= (select max(position) from event_feed) as "isBehind"`;
  expect(head).toEqual({ isBehind: true });
  await expect(on(database, () => importAccount(file))).rejects.toThrow('CONFLICT');
  await on(database, () => asOperator(accounts.own, resumeAccount));
  expect((await on(database, () => showPartner(accounts.own))).status).toBe('ACTIVE');
});

test('a row of each table is exported and imported', async () => {
  const whole = join(folder, 'whole.tar.gz');
  const { tables } = await on(source, () => exportAccount(accounts.own, whole));
  const database = openDatabase(await freshDatabase(), 2);
  try {
    const leftOut = ['provider', 'audit_entry', ...Object.keys(notArchived)];
    expect((await importAccount(whole)).tables).toEqual(tables);
    expect(await digests(database, accounts.own, leftOut)).toEqual(
      Object.fromEntries(Object.entries(tables).filter(([name]) => !leftOut.includes(name))),
    );
    const servers = await database.sql`
      select address, nasname from network_server s left join radius.nas n on n.id = s.nas_id
      where s.provider_id = ${accounts.own}`;
    expect(servers.length).toBeGreaterThan(1);
    expect(servers.filter(({ address, nasname }) => address !== nasname)).toEqual([]);
  } finally {
    await database.close();
  }
});

test('the team of a company that exists stays as it is, and so do its people', async () => {
  const database = await openTarget();
  const [company] = await database.sql`select organisation_id as id from provider where id = ${accounts.own}`;
  const [owner] = await source.sql`select id from staff_user where email = 'owner@demo-isp.example'`;
  await database.sql`delete from staff_two_factor where user_id = ${owner?.id}`;
  await database.sql`update staff_account set password = 'changed here' where user_id = ${owner?.id}`;
  await insertRow(source, 'staff_two_factor', { id: 'former', user_id: owner?.id });
  await insertRow(source, 'staff_account', { id: 'further', user_id: owner?.id, provider_id: 'credential' });
  await insertRow(source, 'staff_user', { id: 'former', email: 'former@isp.example' });
  await insertRow(source, 'staff_member', { organisation_id: company?.id, user_id: 'former', role: 'owner' });
  await insertRow(source, 'staff_invitation', {
    ...{ id: 'former', organisation_id: company?.id, email: 'x@isp.example', role: 'owner', token_hash: 'x' },
  });
  const team = async () => {
    const all = await everything(database);
    return ['staff_member', 'staff_invitation', 'organisation_logo'].map((table) => all[`public.${table}`]);
  };
  const before = await team();
  const copy = join(folder, 'sibling.tar.gz');
  await on(source, () => exportAccount(accounts.sibling, copy));
  await on(database, () => importAccount(copy));
  expect(await team()).toEqual(before);
  for (const table of ['staff_two_factor', 'staff_account']) {
    const rows = await database.sql.unsafe(`select id from ${table} where user_id = $1`, [owner?.id]);
    expect(rows).toHaveLength(table === 'staff_account' ? 1 : 0);
  }
  for (const table of ['two_factor', 'member', 'invitation'])
    await source.sql.unsafe(
      `delete from staff_${table} where ${table === 'member' ? 'user_id' : 'id'} = 'former'`,
    );
  await source.sql`delete from staff_user where id = 'former'`;
  await source.sql`delete from staff_account where id = 'further'`;
});

test('an account is erased once it is closed and has no open session', async () => {
  const erase = (id: string) => on(source, () => eraseAccount(id, log));
  await expect(erase(accounts.own)).rejects.toThrow('CONFLICT');
  await on(source, () => asOperator(accounts.own, closeAccount));
  await source.sql`update network_session set ended_at = null where id = (select max(id) from network_session where provider_id = ${accounts.own})`;
  await expect(erase(accounts.own)).rejects.toThrow('CONFLICT');
  await source.sql`update network_session set ended_at = now() where provider_id = ${accounts.own} and ended_at is null`;
});

test('nothing of an erased account is left, and other accounts are as before', async () => {
  const others = [accounts.sibling, accounts.stranger];
  // A row of it names both accounts.
  const ofOthers = () => Promise.all(others.map((id) => digests(source, id, ['forged_accounting'])));
  const before = await ofOthers();
  const ids = await source.sql<{ id: string }[]>`
    select id from subscriber where provider_id = ${accounts.own} union all select radius_username from subscription
    where provider_id = ${accounts.own} and radius_username is not null union all select address from network_server
    where provider_id = ${accounts.own} union all select ${accounts.own}`;
  const erased = await on(source, () => eraseAccount(accounts.own, log));
  expect(erased).toMatchObject({ subscriber: expect.any(Number), audit_entry: expect.any(Number) });
  const left = await everything(source);
  const found = Object.entries(left).flatMap(([table, rows]) =>
    rows.filter((row) => ids.some(({ id }) => row.includes(id))).map((row) => `${table}: ${row}`),
  );
  expect(found).toEqual([]);
  expect(await ofOthers()).toEqual(before);
  expect(await source.sql`select 1 from staff_user where email = 'owner@demo-isp.example'`).toHaveLength(1);
  await expect(on(source, () => eraseAccount(accounts.own, log))).rejects.toThrow('NOT_FOUND');
});

test('the erasure of a company is of that company, whatever its id is', async () => {
  const { providerId } = await newProvider(source);
  const id = "x' or 'a' = 'a";
  await insertRow(source, 'organisation', { id });
  await source.sql`update provider set organisation_id = ${id}, status = 'CLOSED' where id = ${providerId}`;
  const members = () => source.sql`select user_id from staff_member order by user_id`;
  const before = await members();
  expect(before.length).toBeGreaterThan(0);
  await on(source, () => eraseAccount(providerId, log));
  expect(await members()).toEqual(before);
  expect(await source.sql`select 1 from organisation where id = ${id}`).toHaveLength(0);
});

test('the company and its people go with its last account, except a person of another company', async () => {
  const [person] = await source.sql`select id from staff_user where email = 'owner@demo-isp.example'`;
  await source.sql`
    insert into staff_member (organisation_id, user_id, role, created_at, updated_at)
    select organisation_id, ${person?.id}, 'viewer', now(), now() from provider where id = ${accounts.stranger}`;
  const [company] =
    await source.sql`select organisation_id as id from provider where id = ${accounts.sibling}`;
  await on(source, () => asOperator(accounts.sibling, closeAccount));
  await on(source, () => eraseAccount(accounts.sibling, log));
  expect(await source.sql`select 1 from organisation where id = ${company?.id}`).toHaveLength(0);
  const people = await source.sql`select email from staff_user order by email`;
  expect(people.map(({ email }) => email)).toEqual(['owner@demo-isp.example', 'person 2@isp.example']);
  expect(await source.sql`select 1 from staff_member`).toHaveLength(2);
});
