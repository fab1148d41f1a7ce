import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import postgres, { type Sql } from 'postgres';
import { prereleaseDatabase } from './prerelease.ts';

/** The advisory lock that lets one process at a time migrate. The number is arbitrary. */
export const MIGRATION_LOCK = 7_346_001;

/**
 * Migrates the database to the schema of this build, then applies its functions and triggers. It is safe to call from
 * several processes at once: they run in turn, and the later ones find nothing to do.
 * @param folder contains `migrations` and `functions`; by default that of the project
 * @throws when the database is unreachable, when it is of a version before the first release, or when a statement fails;
 * a failed statement is rolled back
 */
export async function migrate(url: string, folder = drizzleFolder()): Promise<void> {
  const migrationsFolder = join(folder, 'migrations');
  const migrations = readMigrationFiles({ migrationsFolder });
  const baseline = migrations[0]?.folderMillis ?? 0;
  const newest = migrations.at(-1);
  await withConnections(url, 2, (sql) =>
    // The lock is that of a transaction on a second connection: a pooler gives the connection of a session to others.
    sql.begin(async (lock) => {
      await lock`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
      const applied = await appliedMigrations(sql);
      if (applied.length > 0 && applied[0] !== baseline) throw prereleaseDatabase();
      await applyMigrations(drizzle(sql), { migrationsFolder });
      // A newer build's functions fit its tables. An older process that starts again leaves them in place.
      if ((applied.at(-1) ?? 0) > (newest?.folderMillis ?? 0)) return;
      await applyFunctions(sql, join(folder, 'functions'), newest?.hash ?? '');
    }),
  );
}

/**
 * For a start that must not migrate: the database has every migration of this build. It may have newer ones.
 * @throws Error with the remedy when migrations are missing
 */
export async function requireMigrated(url: string, folder = drizzleFolder()): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: join(folder, 'migrations') });
  const applied = await withConnections(url, 1, appliedMigrations);
  const missing = migrations.filter(({ folderMillis }) => !applied.includes(folderMillis)).length;
  if (missing === 0) return;
  throw new Error(
    `The database lacks ${missing} of ${migrations.length} migrations, and MIGRATE=0 forbids a start to apply them. Run npm run migrate.`,
  );
}

async function withConnections<T>(url: string, max: number, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max, onnotice: () => {}, connection: { TimeZone: 'UTC' } });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** When each migration in the database was generated, in ms since 1970, oldest first. */
async function appliedMigrations(sql: Sql): Promise<number[]> {
  const [known] = await sql`select to_regclass('drizzle.__drizzle_migrations') is not null as "exists"`;
  if (!known?.exists) return [];
  const rows = await sql`select created_at from drizzle.__drizzle_migrations order by created_at`;
  return rows.map((row) => Number(row.created_at));
}

/**
 * Applies the files that differ from those applied last, in the order of their names and in one transaction. After a
 * migration all of them are applied, because it may have replaced a table and dropped its triggers.
 */
async function applyFunctions(sql: Sql, folder: string, newestMigration: string): Promise<void> {
  await sql`create table if not exists drizzle.function_file (name text primary key, hash text not null)`;
  const rows = await sql`select name, hash from drizzle.function_file`;
  const applied = new Map(rows.map((row) => [row.name, row.hash]));
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return { name, text, hash: createHash('sha256').update(newestMigration).update(text).digest('hex') };
    });
  const changed = files.filter(({ name, hash }) => applied.get(name) !== hash);
  if (changed.length === 0) return;
  await sql.begin(async (tx) => {
    for (const { name, text, hash } of changed) {
      await tx.unsafe(text).simple();
      await tx`
        insert into drizzle.function_file (name, hash) values (${name}, ${hash})
        on conflict (name) do update set hash = excluded.hash`;
    }
  });
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
