import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { checkInvariants } from '../../test/invariants/check-invariants.ts';
import { type Database, openDatabase } from '../db/client.ts';
import { MIGRATION_LOCK, migrate, requireMigrated } from './migrate.ts';

const project = fileURLToPath(new URL('../../drizzle', import.meta.url));
const rows = fileURLToPath(new URL('../../test/fixtures/baseline-rows.sql', import.meta.url));

type Journal = {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
};

const folders: string[] = [];
let admin: postgres.Sql;

beforeAll(() => {
  admin = postgres(inject('adminUrl'), { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
  await admin.end();
});

/** An empty database and its address. */
async function emptyDatabase(): Promise<string> {
  const url = new URL(inject('applicationUrl'));
  const name = `${inject('templateDatabase')}_${randomBytes(6).toString('hex')}`;
  await admin.unsafe(`create database ${name} owner ${url.username}`);
  url.pathname = `/${name}`;
  return url.href;
}

/** A copy of the project's migrations and functions that a test may change. */
async function copyOfProject() {
  const folder = await mkdtemp(join(tmpdir(), 'demarc-drizzle-'));
  folders.push(folder);
  for (const part of ['migrations', 'functions'])
    await cp(join(project, part), join(folder, part), { recursive: true });
  const journalFile = join(folder, 'migrations/meta/_journal.json');
  const journal: Journal = JSON.parse(await readFile(journalFile, 'utf8'));
  const keep = () => writeFile(journalFile, JSON.stringify(journal));
  return {
    folder,
    journal,
    /** Removes all migrations but the baseline, and all functions. */
    async onlyBaseline() {
      journal.entries.splice(1);
      await keep();
      for (const name of await readdir(join(folder, 'functions'))) await rm(join(folder, 'functions', name));
    },
    async addMigration(sql: string) {
      const { entries } = journal;
      const when = Math.max(...entries.map((entry) => entry.when)) + 1;
      entries.push({ idx: entries.length, version: '7', when, tag: 'artificial', breakpoints: true });
      await writeFile(join(folder, 'migrations/artificial.sql'), sql);
      await keep();
    },
    async editFunctions(name: string, edit: (text: string) => string) {
      const file = join(folder, 'functions', name);
      const text = await readFile(file, 'utf8');
      expect(edit(text)).not.toBe(text);
      await writeFile(file, edit(text));
    },
  };
}

/** A database at the baseline with rows of one year of a provider. */
async function databaseOfTheBaseline(): Promise<string> {
  const url = await emptyDatabase();
  const { folder, onlyBaseline } = await copyOfProject();
  await onlyBaseline();
  await migrate(url, folder);
  const superuser = new URL(inject('adminUrl'));
  superuser.pathname = new URL(url).pathname;
  const sql = postgres(superuser.href, {
    max: 1,
    onnotice: () => {},
    connection: { session_replication_role: 'replica' },
  });
  await sql.unsafe(await readFile(rows, 'utf8')).simple();
  await sql.end();
  return url;
}

const open: Database[] = [];
afterEach(async () => {
  for (const database of open.splice(0)) await database.close();
});
function opened(url: string): Database {
  const database = openDatabase(url, 4);
  open.push(database);
  return database;
}

/** Each table, function and trigger with the transaction that last wrote it, and the applied migrations and files. */
async function catalogue({ sql }: Database) {
  return {
    classes: await sql`select oid::regclass::text as name, xmin::text from pg_class order by oid`,
    functions: await sql`select oid::regprocedure::text as name, xmin::text from pg_proc order by oid`,
    triggers:
      await sql`select tgname, tgrelid::regclass::text as on, xmin::text from pg_trigger order by oid`,
    migrations: await sql`select id, hash, xmin::text from drizzle.__drizzle_migrations order by id`,
    files: await sql`select name, hash, xmin::text from drizzle.function_file order by name`,
  };
}

/** The version of a trigger's function. */
async function source({ sql }: Database, name: string): Promise<string> {
  const [row] = await sql`select prosrc from pg_proc where proname = ${name}`;
  return row?.prosrc;
}

const note = (text: string) => text.replace('  RETURN NULL;', '  RETURN NULL; -- edited');

describe('a database of the baseline with data in it', () => {
  test('keeps its invariants through every later migration and the functions, and can be used', async () => {
    const url = await databaseOfTheBaseline();
    await migrate(url);
    const database = opened(url);
    expect(await checkInvariants(database.db)).toEqual([]);

    const { sql } = database;
    const counted = () => sql`select sum(n)::int as n from row_count where resource = 'event'`;
    const [before] = await counted();
    expect(before?.n).toBeGreaterThan(0);
    const [announced] = await sql`
      insert into event (id, provider_id, type, resource_id, body, correlation_id, occurred_at, created_at, updated_at)
      select 'evt_' || repeat('f', 32), provider_id, type, resource_id, body, correlation_id, now(), now(), now()
      from event limit 1 returning id`;
    expect(await counted()).toEqual([{ n: before?.n + 1 }]);
    expect(await sql`select status from delivery where event_id = ${announced?.id}`).toEqual([
      { status: 'PENDING' },
    ]);
    await expect(sql`delete from audit_entry`).rejects.toThrow('never changed');
  });

  test('keeps its invariants through an artificial migration and an edited function', async () => {
    const url = await databaseOfTheBaseline();
    await migrate(url);
    const next = await copyOfProject();
    await next.addMigration(`
      alter table plan add column later integer not null default 7;--> statement-breakpoint
      update subscriber set region = 'later' where region is null;`);
    await next.editFunctions('deliveries.sql', note);
    await migrate(url, next.folder);

    const database = opened(url);
    expect(await checkInvariants(database.db)).toEqual([]);
    expect(await database.sql`select distinct later from plan`).toEqual([{ later: 7 }]);
    expect(await database.sql`select from subscriber where region is null`).toHaveLength(0);
    expect(await source(database, 'fan_out_events')).toContain('-- edited');
  });

  test('is not changed by a second start, which takes no lock on a table', async () => {
    const url = await databaseOfTheBaseline();
    await migrate(url);
    const database = opened(url);
    const before = await catalogue(database);
    await database.sql.begin(async (tx) => {
      const tables = await tx`
        select oid::regclass::text as name from pg_class
        where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, 'radius'::regnamespace)`;
      await tx.unsafe(`lock table ${tables.map(({ name }) => name).join(', ')} in access exclusive mode`);
      await migrate(url);
    });
    expect(await catalogue(database)).toEqual(before);
  });
});

describe('functions', () => {
  test('of an edited file are applied again, those of other files are not', async () => {
    const url = await emptyDatabase();
    await migrate(url);
    const database = opened(url);
    const before = await catalogue(database);
    const next = await copyOfProject();
    await next.editFunctions('deliveries.sql', note);
    await migrate(url, next.folder);

    const after = await catalogue(database);
    expect(await source(database, 'fan_out_events')).toContain('-- edited');
    const changed = after.functions.filter(
      ({ name, xmin }) => !before.functions.some((f) => f.name === name && f.xmin === xmin),
    );
    expect(changed.map(({ name }) => name).sort()).toEqual([
      'fan_out_events()',
      'webhook_subscribes_to(text[],text)',
    ]);
    expect(after.files.filter(({ xmin }, i) => xmin !== before.files[i]?.xmin)).toMatchObject([
      { name: 'deliveries.sql' },
    ]);
  });

  test('are applied again after a migration that replaced their table', async () => {
    const url = await emptyDatabase();
    await migrate(url);
    const next = await copyOfProject();
    await next.addMigration(`
      alter table audit_entry rename to audit_entry_before;--> statement-breakpoint
      create table audit_entry (like audit_entry_before including all);--> statement-breakpoint
      drop table audit_entry_before;`);
    await migrate(url, next.folder);
    const triggers = await opened(url).sql`
      select tgname as name from pg_trigger where tgrelid = 'audit_entry'::regclass and not tgisinternal order by 1`;
    expect(triggers.map(({ name }) => name)).toEqual([
      'audit_entry_final',
      'audit_entry_final_whole',
      'audit_entry_has_provider',
    ]);
  });

  test('of a file that fails are applied again by the next start', async () => {
    const url = await emptyDatabase();
    await migrate(url);
    const database = opened(url);
    const before = await catalogue(database);
    const next = await copyOfProject();
    await next.editFunctions('deliveries.sql', (text) => `${note(text)}\ncreate or replace trigger broken`);
    await expect(migrate(url, next.folder)).rejects.toThrow('syntax error');
    expect((await catalogue(database)).files).toEqual(before.files);
    await next.editFunctions('deliveries.sql', (text) =>
      text.replace('\ncreate or replace trigger broken', ''),
    );
    await migrate(url, next.folder);
    expect(await source(database, 'fan_out_events')).toContain('-- edited');
  });

  test('are applied while a transaction that wrote a table writes one whose triggers come first', async () => {
    const url = await emptyDatabase();
    await migrate(url);
    const newer = await copyOfProject();
    await newer.addMigration('alter table plan add column later integer;');
    const { sql } = opened(url);
    let migrating: Promise<void> | undefined;
    await sql.begin(async (tx) => {
      await tx`lock table subscription in row exclusive mode`;
      migrating = migrate(url, newer.folder, 60_000);
      const waits = () => sql`
        select from pg_locks join pg_stat_activity using (pid)
        where datname = current_database() and not granted and relation = 'subscription'::regclass`;
      await expect.poll(async () => (await waits()).length).toBe(1);
      // It would wait for the migration, which waits for this transaction.
      await tx`lock table event, audit_entry in row exclusive mode nowait`;
    });
    await migrating;
    await sql`select later from plan`;
  });

  test('of a newer build stay when an older process starts', async () => {
    const url = await emptyDatabase();
    const newer = await copyOfProject();
    await newer.addMigration('alter table plan add column later integer;');
    await newer.editFunctions('deliveries.sql', note);
    await migrate(url, newer.folder);
    await migrate(url);
    expect(await source(opened(url), 'fan_out_events')).toContain('-- edited');
  });
});

describe('a start that must not migrate', () => {
  test('is refused by a database that lacks a migration, and changes nothing', async () => {
    const url = await databaseOfTheBaseline();
    const { sql } = opened(url);
    const applied = () => sql`select count(*)::int as n from drizzle.__drizzle_migrations`;
    const before = await applied();
    const { folder, addMigration } = await copyOfProject();
    await addMigration('alter table plan add column added_later text');
    await expect(requireMigrated(url, folder)).rejects.toThrow(
      /lacks \d+ of \d+ migrations.*npm run migrate/,
    );
    expect(await applied()).toEqual(before);
  });

  test('is refused by an empty database', async () => {
    await expect(requireMigrated(await emptyDatabase())).rejects.toThrow(/lacks (\d+) of \1 migrations/);
  });

  test('serves a database of this build or a newer one', async () => {
    const url = await emptyDatabase();
    const newer = await copyOfProject();
    await newer.addMigration('create table added_later (id text)');
    await migrate(url);
    await requireMigrated(url);
    await migrate(url, newer.folder);
    await requireMigrated(url);
  });
});

test('the lock of migrations belongs to a transaction, because a pooler gives a session to others', async () => {
  const url = await emptyDatabase();
  const { sql } = opened(url);
  const waiting = () => sql`
    select a.query from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and not l.granted and a.datname = current_database()`;
  let migrating: Promise<void> | undefined;
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
    migrating = migrate(url);
    let found = await waiting();
    while (found.length === 0) found = await waiting();
    expect(found).toMatchObject([{ query: expect.stringContaining('pg_advisory_xact_lock') }]);
    await expect(requireMigrated(url)).rejects.toThrow('lacks');
  });
  await migrating;
  await requireMigrated(url);
});

test('several processes migrate an empty database at once', async () => {
  const url = await emptyDatabase();
  await Promise.all([migrate(url), migrate(url), migrate(url)]);
  await requireMigrated(url);
});

test('a migration that waits for the lock of a table gives up, lets requests go on, and tries again', async () => {
  const url = await emptyDatabase();
  await migrate(url);
  const newer = await copyOfProject();
  await newer.addMigration('alter table plan add column added_later text');
  const { sql } = opened(url);
  const hasColumn = async () =>
    (await sql`select from information_schema.columns where column_name = 'added_later'`).length > 0;
  let migrating: Promise<void> | undefined;
  await sql.begin(async (tx) => {
    await tx`select from plan`;
    migrating = migrate(url, newer.folder, 50);
    // It waits behind the migration until that gives up.
    const waits = () => sql`
        select from pg_locks join pg_stat_activity using (pid)
        where datname = current_database() and not granted and relation = 'plan'::regclass`;
    await expect.poll(async () => (await waits()).length).toBe(1);
    await sql`select from plan`;
    expect(await hasColumn()).toBe(false);
  });
  await migrating;
  expect(await hasColumn()).toBe(true);
});

test('a migration that has a deadlock with a request tries again', async () => {
  const url = await emptyDatabase();
  await migrate(url);
  const newer = await copyOfProject();
  await newer.addMigration(
    'alter table subscriber add column added_later text; alter table plan add column added_later text',
  );
  const { sql } = opened(url);
  let migrating: Promise<void> | undefined;
  await sql.begin(async (tx) => {
    await tx`select from plan`;
    migrating = migrate(url, newer.folder, 10_000);
    const waits = () => sql`
        select from pg_locks join pg_stat_activity using (pid)
        where datname = current_database() and not granted and relation = 'plan'::regclass`;
    await expect.poll(async () => (await waits()).length).toBe(1);
    // Each waits for the other. PostgreSQL ends the one that waited first.
    await tx`select from subscriber`;
  });
  await migrating;
  await sql`select added_later from plan`;
});

test('a database of a version before the first release is refused and not changed', async () => {
  const url = await emptyDatabase();
  const { sql } = opened(url);
  await sql.unsafe(`
    create schema drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('first', 1000), ('second', 2000)`);
  await expect(migrate(url)).rejects.toThrow(/from before the first release.*Delete the data folder/);
  expect(await sql`select from pg_class where relnamespace = 'public'::regnamespace`).toHaveLength(0);
});

test('a database with all migrations of before the baseline is taken over', async () => {
  const url = await emptyDatabase();
  await migrate(url);
  const { sql } = opened(url);
  await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('first', 1000)`;
  const { folder, addMigration } = await copyOfProject();
  await addMigration('alter table plan add column added_later text');
  await migrate(url, folder);
  await sql`select added_later from plan`;
});

test('each migration has a later date than the one before it, because drizzle skips others', async () => {
  const { journal } = await copyOfProject();
  const dates = journal.entries.map(({ when }) => when);
  expect(dates).toEqual([...new Set(dates)].sort((a, b) => a - b));
});
