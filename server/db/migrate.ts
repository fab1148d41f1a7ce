import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';

/** Any fixed number: it names the lock that lets one process migrate at a time. */
const MIGRATION_LOCK = 7_346_001;

/**
 * Brings the database to this build's schema. Safe to call from several processes at once: they take turns, and
 * those that come later find nothing to do.
 * @throws when the database cannot be reached or a migration fails; the failed one leaves no trace
 */
export async function migrate(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { TimeZone: 'UTC' } });
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await applyMigrations(drizzle(sql), { migrationsFolder: migrationsFolder() });
  } finally {
    await sql.end();
  }
}

/** The folder beside the sources or, from the bundle, in the project root. */
function migrationsFolder(): string {
  let dir = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(dir, 'drizzle/migrations'))) {
    const parent = dirname(dir);
    if (parent === dir) throw new Error('drizzle/migrations was not found');
    dir = parent;
  }
  return join(dir, 'drizzle/migrations');
}
