import { realNow } from '../clock.ts';
import { type Sql, withSessions } from '../db/driver/session.ts';
import type { Env } from '../env.ts';
import { createLog } from '../log.ts';
import { hasDatabase, startEmbedded } from '../postgres/embedded.ts';
import { type Context, type Result, runChecks } from './check.ts';
import { clock, database, freeradius, replication, schema, work } from './database.ts';
import { backups, certificates, disk } from './machine.ts';
import { secrets } from './secrets.ts';
import { inngest, process, redis } from './services.ts';
import { settings } from './settings.ts';

type Options = { env: Env; now?: () => Date };

/**
 * Runs all checks of an installation, and then `further` on the same database. Nothing is written: a database that is not there is
 * not made, and migrations are not applied.
 */
export async function examine<T>(
  { env, now = realNow }: Options,
  further: (context: Context, results: Result[]) => Promise<T>,
): Promise<T> {
  const run = async (sql: Sql | Error, url: string) => {
    const context = { env, sql, now };
    const results = await runChecks(
      [
        ...[settings, process, disk, backups, certificates],
        ...[database, schema(url), secrets, clock, replication, work, freeradius],
        ...[redis, inngest],
      ],
      context,
    );
    return further(context, results);
  };
  return withDatabase(env, run);
}

async function withDatabase<T>(env: Env, run: (sql: Sql | Error, url: string) => Promise<T>): Promise<T> {
  if (env.DATABASE_URL) return onUrl(env.DATABASE_URL, run);
  if (!hasDatabase(env.DATA_DIR)) return run(new Error(`${env.DATA_DIR} has no database`), '');
  const log = createLog('error', globalThis.process.stderr);
  const server = await startEmbedded({ dataDir: env.DATA_DIR, log }).catch((error: Error) => error);
  if (server instanceof Error) return run(server, '');
  try {
    return await onUrl(server.url, run);
  } finally {
    await server.stop();
  }
}

async function onUrl<T>(url: string, run: (sql: Sql | Error, url: string) => Promise<T>): Promise<T> {
  const settings = {
    ...{ statement_timeout: 10_000, application_name: 'demarc doctor' },
    default_transaction_read_only: 'on',
  };
  const reached = await withSessions(url, { connectTimeoutS: 5, settings }, (sql) => sql`select 1`).then(
    () => null,
    (error: Error) => error,
  );
  if (reached) return run(reached, url);
  return withSessions(url, { max: 2, connectTimeoutS: 5, settings }, (sql) => run(sql, url));
}
