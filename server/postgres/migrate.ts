import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { inService, outOfService } from '../contract/subscription-rules.ts';
import { type Sql, type TransactionSql, withSessions } from '../db/driver/session.ts';
import { databaseError, hasTimedOut } from '../db/errors.ts';
import { prereleaseDatabase } from './prerelease.ts';

/** The advisory lock that lets one process at a time migrate. The number is arbitrary. */
export const MIGRATION_LOCK = 7_346_001;

/**
 * The longest wait for the lock of a table, in ms. Requests on the table wait behind it. It is shorter than the second after
 * which PostgreSQL looks for deadlocks: with many tables under traffic each try would end in one.
 */
const LOCK_TIMEOUT_MS = 300;
/** The pause between two tries, in ms, and how many there are: more than a minute in all. */
const PAUSE_MS = 500;
const MAX_TRIES = 120;

/**
 * Migrates the database to the schema of this build, then applies its functions and triggers. It is safe to call from
 * several processes at a time: they run in turn, and the later ones find nothing to do. A table that a long transaction holds
 * is tried again after a pause, during which running processes serve requests.
 * @param folder contains `migrations` and `functions`; by default that of the project
 * @param lockTimeoutMs the longest wait for the lock of a table, in ms
 * @throws when the database is unreachable, when its schema is older than the first release, or when a statement fails;
 * a failed statement is rolled back
 */
export async function migrate(
  url: string,
  folder = drizzleFolder(),
  lockTimeoutMs = LOCK_TIMEOUT_MS,
): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: join(folder, 'migrations') });
  const baseline = migrations[0]?.folderMillis ?? 0;
  const newest = migrations.at(-1);
  await withSessions(url, { max: 2 }, (sql) =>
    // The lock is that of a transaction on a second connection: a pooler gives the connection of a session to others.
    sql.begin(async (lock) => {
      await withoutLimits(lock);
      await lock`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
      const applied = await appliedMigrations(sql);
      if (applied.length > 0 && !applied.includes(baseline)) throw prereleaseDatabase();
      const missing = migrations.filter(({ folderMillis }) => folderMillis > (applied.at(-1) ?? 0));
      await changeSchema(sql, lockTimeoutMs, (tx) => applyMigrations(tx, missing));
      // A newer build has migrated this database, and its functions fit its tables: an older process leaves them in place.
      if ((applied.at(-1) ?? 0) > (newest?.folderMillis ?? 0)) return;
      const files = await changedFunctions(sql, join(folder, 'functions'), newest?.hash ?? '');
      const inTransaction: RunInTransaction = (work) => changeSchema(sql, lockTimeoutMs, work);
      if (applied.length === 0) await applyAll(inTransaction, files);
      else await applyApart(inTransaction, files);
    }),
  );
}

/**
 * For a start that must not migrate: the database has every migration of this build. It may have newer ones.
 * @throws Error with the remedy when migrations are missing
 */
export async function requireMigrated(url: string, folder = drizzleFolder()): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: join(folder, 'migrations') });
  const applied = await withSessions(url, {}, appliedMigrations);
  const missing = migrations.filter(({ folderMillis }) => !applied.includes(folderMillis)).length;
  if (missing === 0) return;
  throw new Error(
    `The database lacks ${missing} of ${migrations.length} migrations, and MIGRATE=0 forbids a start to apply them. Run npm run migrate.`,
  );
}

/** When each migration in the database was generated, in ms since 1970, oldest first. */
async function appliedMigrations(sql: Sql): Promise<number[]> {
  const [known] = await sql`select to_regclass('drizzle.__drizzle_migrations') is not null as "exists"`;
  if (!known?.exists) return [];
  const rows = await sql`select created_at from drizzle.__drizzle_migrations order by created_at`;
  return rows.map((row) => Number(row.created_at));
}

/** Switches off the limits that an operator may have set for the role: a migration may take long. */
async function withoutLimits(tx: TransactionSql): Promise<void> {
  await tx`
    select set_config(name, '0', true)
    from unnest(array['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout']) as name`;
}

/** Whether other transactions were in the way: a wait that took too long, or a deadlock with requests on several tables. */
function isLockFailure(error: unknown): boolean {
  return hasTimedOut(error) || databaseError(error)?.code === '40P01';
}

/** Runs statements in one transaction, which is tried again when it could not get the lock of a table. */
async function changeSchema(
  sql: Sql,
  lockTimeoutMs: number,
  work: (tx: TransactionSql) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await sql.begin(async (tx) => {
        await withoutLimits(tx);
        await tx`select set_config('lock_timeout', ${`${lockTimeoutMs}`}, true)`;
        await work(tx);
      });
      return;
    } catch (error) {
      if (attempt === MAX_TRIES || !isLockFailure(error)) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** Applies migrations and records them as drizzle does, whose tools read the same table. */
async function applyMigrations(tx: TransactionSql, missing: readonly MigrationMeta[]): Promise<void> {
  if (missing.length === 0) return;
  await tx`create schema if not exists drizzle`;
  await tx`
    create table if not exists drizzle.__drizzle_migrations (
      id serial primary key, hash text not null, created_at bigint
    )`;
  for (const { sql: statements, hash, folderMillis } of missing) {
    // One message: a first start would wait for hundreds of answers.
    await tx.unsafe(statements.join('\n;\n')).simple();
    await tx`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`;
  }
}

type FunctionFile = { name: string; text: string; hash: string };

/** Lists of the contract that the files of functions name. */
const contractLists = {
  ':statuses_in_service': quoted(inService),
  ':statuses_out_of_service': quoted(outOfService),
};

function quoted(statuses: readonly string[]): string {
  return statuses.map((status) => `'${status}'`).join(', ');
}

function readFunctions(path: string): string {
  const text = readFileSync(path, 'utf8');
  return Object.entries(contractLists).reduce((sql, [name, list]) => sql.replaceAll(name, list), text);
}

/**
 * The files that differ from those applied last, in the order of their names. After a migration these are all files, because it
 * may have replaced a table and dropped its triggers.
 */
async function changedFunctions(sql: Sql, folder: string, newestMigration: string): Promise<FunctionFile[]> {
  const [known] = await sql`select to_regclass('drizzle.function_file') is not null as "exists"`;
  const rows = known?.exists ? await sql`select name, hash from drizzle.function_file` : [];
  const applied = new Map(rows.map((row) => [row.name, row.hash]));
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFunctions(join(folder, name));
      return { name, text, hash: createHash('sha256').update(newestMigration).update(text).digest('hex') };
    })
    .filter(({ name, hash }) => applied.get(name) !== hash);
}

type RunInTransaction = (work: (tx: TransactionSql) => Promise<void>) => Promise<void>;

/** Applies functions and triggers to a new database. It is one message, because a first start would wait for each answer. */
function applyAll(inTransaction: RunInTransaction, files: FunctionFile[]): Promise<void> {
  return inTransaction(async (tx) => {
    await tx.unsafe(files.map(({ text }) => text).join('\n;\n')).simple();
    await recordFiles(tx, files);
  });
}

/** Where a file of functions is split. */
const BEFORE_TRIGGER = /^(?=CREATE OR REPLACE TRIGGER )/m;

/**
 * Applies functions, and each trigger in a transaction of its own. A trigger needs the lock of its table. A transaction that holds
 * the lock of one table and waits for that of another would deadlock with each request that writes them in the other order.
 */
async function applyApart(inTransaction: RunInTransaction, files: FunctionFile[]): Promise<void> {
  for (const file of files) {
    for (const part of file.text.split(BEFORE_TRIGGER))
      await inTransaction(async (tx) => void (await tx.unsafe(part).simple()));
    await inTransaction((tx) => recordFiles(tx, [file]));
  }
}

/** Records files as applied. */
async function recordFiles(tx: TransactionSql, files: FunctionFile[]): Promise<void> {
  await tx`create table if not exists drizzle.function_file (name text primary key, hash text not null)`;
  await tx`
    insert into drizzle.function_file (name, hash)
    select * from unnest(${files.map(({ name }) => name)}::text[], ${files.map(({ hash }) => hash)}::text[])
    on conflict (name) do update set hash = excluded.hash`;
}

/** The folder beside the sources or, from the bundle, in the project root. */
function drizzleFolder(): string {
  let dir = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(dir, 'drizzle/migrations'))) {
    const parent = dirname(dir);
    if (parent === dir) throw new Error('drizzle/migrations was not found');
    dir = parent;
  }
  return join(dir, 'drizzle');
}
