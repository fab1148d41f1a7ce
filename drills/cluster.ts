import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../server/postgres/embedded.ts';
import { freePort } from '../server/postgres/embedded-postmaster.ts';
import { type Replica, startReplica } from './replica.ts';

const log = { info: () => {}, warn: () => {} };

/** A running PostgreSQL. */
export type Server = { url: string; stop(): Promise<void> };

/** A PostgreSQL and the processes that serve it. */
export type Cluster = {
  database: Server;
  /** Running processes by name. */
  replicas: Map<string, Replica>;
  /** The environment of each process and command. */
  env: Record<string, string>;
  /** Starts a process of a checkout. A name that was used before has its port again. */
  start(name: string, root: string, env?: Record<string, string>): Promise<Replica>;
  close(): Promise<void>;
};

/**
 * Processes on an empty database. The caller closes the cluster.
 * @param startDatabase starts the database, which may keep its files in the folder; the embedded one by default
 */
export async function openCluster(
  startDatabase: (folder: string) => Promise<Server> = startEmbeddedIn,
): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'demarc-drill-'));
  // As root, PostgreSQL runs as another user. It would keep its files elsewhere if it could not enter the folder.
  await chmod(folder, 0o711);
  const database = await startDatabase(folder);
  const env = { DATABASE_URL: database.url, SECRETS_KEY: randomBytes(32).toString('base64') };
  const replicas = new Map<string, Replica>();
  const ports = new Map<string, number>();
  return {
    ...{ database, replicas, env },
    async start(name, root, own = {}) {
      const port = ports.get(name) ?? (await freePort(0));
      ports.set(name, port);
      const replica = await startReplica({ name, root, port, env: { ...env, ...own } });
      replicas.set(name, replica);
      return replica;
    },
    async close() {
      await Promise.all([...replicas.values()].map((replica) => replica.kill()));
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const startEmbeddedIn = (folder: string) => startEmbedded({ dataDir: join(folder, 'data'), log });

/** Ends the run with code 1 unless `problems` is empty. */
export function report(title: string, figures: Record<string, unknown>, problems: readonly string[]): void {
  process.stdout.write(`\n${title}\n`);
  const width = Math.max(...Object.keys(figures).map(({ length }) => length)) + 2;
  for (const [name, value] of Object.entries(figures))
    process.stdout.write(`  ${name.padEnd(width)}${value}\n`);
  for (const problem of problems) process.stdout.write(`  FAILED  ${problem}\n`);
  process.stdout.write(problems.length === 0 ? '  passed\n' : '');
  if (problems.length > 0) process.exitCode = 1;
}
