import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { initialise } from './embedded-init.ts';
import { connects, freePort, launch, readPostmaster, shutDown } from './embedded-postmaster.ts';
import { postgresAccount } from './postgres-account.ts';
import { findBinaries } from './postgres-binaries.ts';
import { identify, isAlive } from './process-identity.ts';
import { underLock } from './start-lock.ts';

export interface EmbeddedOptions {
  /** Everything is kept here: the cluster in `postgres/`, the password in `postgres.json`, its log. */
  dataDir: string;
  log: Pick<Logger, 'info' | 'warn'>;
  /** Server settings in addition to ours, for instance `{ fsync: 'off' }` for a database that may be lost. */
  settings?: Record<string, string>;
}

export interface Embedded {
  /** The connection string of the database `demarc`, for its superuser `demarc`. */
  url: string;
  /** Leaves the server; the last process of this machine to leave it shuts it down. */
  stop(): Promise<void>;
}

/** What is remembered from one start to the next. */
interface Memory {
  password: string;
  port: number;
}

const user = 'demarc';
let starts = 0;

/**
 * Starts the PostgreSQL 18 that npm installed, on 127.0.0.1 with a password, or joins the one that already
 * serves this data folder: of another process, or left over by one that was killed. As root, PostgreSQL runs
 * as `nobody`. Safe to call from several processes at once.
 * @throws Error when no binaries fit this platform, or the server does not start (the message has its log)
 */
export async function startEmbedded({ dataDir, log, settings = {} }: EmbeddedOptions): Promise<Embedded> {
  const home = resolve(dataDir);
  await mkdir(home, { recursive: true, mode: 0o711 });
  const usersFolder = join(home, 'postgres.users');
  await mkdir(usersFolder, { recursive: true, mode: 0o700 });
  const registration = join(usersFolder, `${process.pid}-${++starts}`);
  const lock = join(home, 'postgres.lock');

  const url = await underLock(lock, async () => {
    const address = await serve(home, log, settings);
    await writeFile(registration, await identify(process.pid), { mode: 0o644 });
    return address;
  });

  let stopped: Promise<void> | undefined;
  const leave = () =>
    underLock(lock, async () => {
      await rm(registration, { force: true });
      if (!(await isInUse(usersFolder))) await stopServer(home);
    });
  return {
    url,
    stop() {
      stopped ??= leave();
      return stopped;
    },
  };
}

/** Gives the address of a server that is up, whoever started it. */
async function serve(home: string, log: EmbeddedOptions['log'], settings: Record<string, string>) {
  const memory = await remember(home);
  const running = await findRunning(home, memory.password);
  if (running) {
    log.info({ port: running }, 'joined the embedded PostgreSQL that is already running');
    return address(memory.password, running);
  }
  const account = await postgresAccount(join(home, 'postgres'));
  const binaries = await findBinaries(account);
  const cluster = await initialise({ home, user, password: memory.password, binaries, account, log });

  for (let attempt = 1; ; attempt++) {
    const port = await freePort(attempt === 1 ? memory.port : 0);
    const outcome = await launch({
      cluster,
      port,
      binaries,
      account,
      settings,
      logFile: join(home, 'postgres.log'),
    });
    if (outcome.ready) {
      if (port !== memory.port) await write(join(home, 'postgres.json'), { ...memory, port });
      log.info({ port }, 'embedded PostgreSQL is ready');
      return address(memory.password, port);
    }
    // Another program may take the port in between, and backends of a killed server take a moment to end.
    const passes = /could not bind|Address already in use|shared memory block/i.test(outcome.output);
    if (!passes || attempt === 20) throw new Error(`Embedded PostgreSQL did not start:\n${outcome.output}`);
    await sleep(250);
  }
}

/** The port of a live server of this folder; waits for one that is starting up or shutting down. */
async function findRunning(home: string, password: string): Promise<number | undefined> {
  const cluster = join(home, 'postgres');
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 50) {
    const postmaster = await readPostmaster(cluster);
    if (!postmaster) return undefined;
    if (postmaster.state === 'ready' && (await connects(address(password, postmaster.port), cluster))) {
      return postmaster.port;
    }
    await sleep(50);
  }
  throw new Error(
    `A PostgreSQL holds ${cluster}, but does not answer with the password of ${home}/postgres.json`,
  );
}

async function stopServer(home: string): Promise<void> {
  const cluster = await realpath(join(home, 'postgres')).catch(() => undefined);
  const postmaster = cluster && (await readPostmaster(cluster));
  if (!postmaster) return;
  const { pgCtl } = await findBinaries(await postgresAccount(cluster));
  await shutDown(cluster, postmaster.pid, pgCtl);
}

/** Whether a living process is registered; registrations of dead ones are cleared away. */
async function isInUse(usersFolder: string): Promise<boolean> {
  let inUse = false;
  for (const name of await readdir(usersFolder)) {
    const path = join(usersFolder, name);
    if (await isAlive(await readFile(path, 'utf8'))) inUse = true;
    else await rm(path, { force: true });
  }
  return inUse;
}

async function remember(home: string): Promise<Memory> {
  const path = join(home, 'postgres.json');
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Memory;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const memory = { password: randomBytes(24).toString('base64url'), port: 0 };
    await write(path, memory);
    return memory;
  }
}

async function write(path: string, memory: Memory): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(memory), { mode: 0o600, flush: true });
  await chmod(`${path}.new`, 0o600);
  await rename(`${path}.new`, path);
}

function address(password: string, port: number): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/demarc`;
}
