import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../server/postgres/embedded.ts';
import { migrate } from '../../server/postgres/migrate.ts';
import { isRunning } from '../../server/postgres/process-identity.ts';
import { databaseFolder, databaseFolders } from '../fixtures/database-folder.ts';

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to that of Vitest
  interface ProvidedContext {
    /** A superuser's address on the server of this run. */
    adminUrl: string;
    /** The same for the role that the application connects as. */
    applicationUrl: string;
    /** The migrated, empty database that every test file's own database is copied from. */
    templateDatabase: string;
  }
}

/** What a test database may lose in a crash of the machine, it may lose: commits do not wait for the disk. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  // The log may be in memory.
  max_wal_size: '1GB',
  // It visits each test file's database every few seconds, also those of files that are over.
  autovacuum: 'off',
  // Without statistics, plans of tables with few rows start processes for many.
  max_parallel_workers_per_gather: '0',
};
const log = { info: () => {}, warn: () => {} };
const prefix = 'demarc-test-';

/**
 * Starts one PostgreSQL for a run (or takes `TEST_DATABASE_URL`), whichever parts it has, and migrates the template once.
 * Unit tests by themselves need none.
 */
export default async function setup({ provide, vitest }: TestProject): Promise<void | (() => Promise<void>)> {
  if (vitest.projects.every(({ name }) => name === 'unit')) return;
  const given = process.env.TEST_DATABASE_URL;
  for (const folder of databaseFolders) await removeLeftovers(folder);
  const dataDir = join(databaseFolder(), `${prefix}${process.pid}`);
  const server = given
    ? { url: given, adminUrl: given, stop: async () => {} }
    : await startEmbedded({ dataDir, log, settings });

  const templateDatabase = `template_${process.pid}`;
  const admin = postgres(server.adminUrl, { max: 1, onnotice: () => {} });
  await admin.unsafe(`CREATE DATABASE ${templateDatabase} OWNER ${new URL(server.url).username}`);
  const template = new URL(server.url);
  // Tests run with the rights that the application has in production, and so do migrations.
  template.pathname = `/${templateDatabase}`;
  await migrate(template.href);
  await admin.unsafe(`ALTER DATABASE ${templateDatabase} WITH ALLOW_CONNECTIONS false`);
  provide('adminUrl', server.adminUrl);
  provide('applicationUrl', server.url);
  provide('templateDatabase', templateDatabase);

  return async () => {
    if (given) await dropAll(admin, templateDatabase);
    await admin.end({ timeout: 5 });
    await server.stop();
    if (!given) await rm(dataDir, { recursive: true, force: true });
  };
}

async function dropAll(admin: postgres.Sql, templateDatabase: string): Promise<void> {
  const rows = await admin<{ datname: string }[]>`
    SELECT datname FROM pg_database WHERE starts_with(datname, ${templateDatabase})`;
  for (const { datname } of rows) await admin.unsafe(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
}

/** Stops and removes the servers of runs that were killed. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)`).exec(name)?.[1]);
    if (!pid || isRunning(pid)) continue;
    const dataDir = join(folder, name);
    // Joining a server makes this process the last to leave it, which shuts it down.
    await startEmbedded({ dataDir, log, settings }).then(
      (server) => server.stop(),
      () => {},
    );
    await rm(dataDir, { recursive: true, force: true }).catch(() => {});
  }
}
