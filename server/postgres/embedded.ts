import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { APPLICATION_ROLE, ensureApplicationRole } from './application-role.ts';
import { findBinaries } from './binaries.ts';
import { initialise } from './embedded-init.ts';
import {
  connects,
  freePort,
  launch,
  readPostmaster,
  removeStalePidFile,
  shutDown,
  stopImmediately,
} from './embedded-postmaster.ts';
import { prereleaseDatabase } from './prerelease.ts';
import { identify, isStillRunning } from './process-identity.ts';
import { underLock } from './start-lock.ts';
import { postgresAccount } from './system-account.ts';

type EmbeddedOptions = {
  /** The folder of the cluster (`postgres/`), the passwords (`postgres.json`) and the log. */
  dataDir: string;
  log: Pick<Logger, 'info' | 'warn'>;
  /** Further server settings, such as `{ fsync: 'off' }` for a database that may be lost. */
  settings?: Record<string, string>;
  /** Called when a program of PostgreSQL runs and this process only waits for it; not if the server was running. */
  onBegun?: ((program: 'initdb' | 'postgres') => void) | undefined;
};

export type Embedded = {
  /** The connection string of the database `demarc` for its owner, who is no superuser. */
  url: string;
  /** The same for the superuser of the cluster. The application never uses it. */
  adminUrl: string;
  /** Whether the server has ended unexpectedly and is being restarted. */
  isDown(): boolean;
  /**
   * Unregisters this process. The last registered process of this machine shuts the server down.
   * @param withinMs time after which the shutdown is immediate, and the next start recovers; 30 s by default
   */
  stop(withinMs?: number): Promise<void>;
  /** As `stop`, with an immediate shutdown and without the start lock. */
  kill(): Promise<void>;
};

/** What `postgres.json` keeps between starts. */
type Stored = {
  /** Of the superuser. */
  password: string;
  /** Of the application role. */
  applicationPassword: string;
  port: number;
};

/** Whether a folder has a database. A start makes one where there is none. */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, 'postgres'));
}

/** A server that accepts connections. */
type Serving = {
  url: string;
  adminUrl: string;
  /** Its process, as `identify` names it. */
  postmaster: string;
};

const superuser = 'demarc';
/** How often the server is checked, in ms. */
const WATCH_MS = 250;
let starts = 0;

/**
 * Starts the PostgreSQL 18 that npm installed, on 127.0.0.1 with a password. If another process has started a server for this
 * data folder, or a killed process left one, it joins that. As root, PostgreSQL runs as `nobody`. A server that ends
 * unexpectedly is restarted at the same address. It is safe to call from several processes at a time.
 * @throws Error when this platform has no binaries, or when the server does not start; the message has its log
 */
export async function startEmbedded({
  dataDir,
  log,
  settings = {},
  onBegun,
}: EmbeddedOptions): Promise<Embedded> {
  const home = resolve(dataDir);
  await mkdir(home, { recursive: true, mode: 0o711 });
  const usersFolder = join(home, 'postgres.users');
  await mkdir(usersFolder, { recursive: true, mode: 0o700 });
  const registration = join(usersFolder, `${process.pid}-${++starts}`);
  const lock = join(home, 'postgres.lock');

  const { url, adminUrl, postmaster } = await underLock(lock, async () => {
    const connection = await serve(home, log, { settings, onBegun });
    await writeFile(registration, await identify(process.pid), { mode: 0o644 });
    return connection;
  });

  let isStopped = false;
  const watch = watchServer(postmaster, log, () =>
    underLock(lock, async () =>
      isStopped ? postmaster : (await serve(home, log, { settings }, true)).postmaster,
    ),
  );

  let stopped: Promise<void> | undefined;
  const unregister = (withinMs: number) =>
    underLock(lock, async () => {
      await rm(registration, { force: true });
      if (!(await isInUse(usersFolder))) await stopServer(home, withinMs);
    });
  return {
    url,
    adminUrl,
    isDown: watch.isDown,
    stop(withinMs = 30_000) {
      isStopped = true;
      watch.end();
      stopped ??= unregister(withinMs);
      return stopped;
    },
    async kill() {
      isStopped = true;
      watch.end();
      await rm(registration, { force: true });
      if (!(await isInUse(usersFolder))) await stopServer(home, 0);
    },
  };
}

/** Watches a server and restarts it after an unexpected end, with as many attempts as needed. */
function watchServer(postmaster: string, log: EmbeddedOptions['log'], restart: () => Promise<string>) {
  let current = postmaster;
  let isDown = false;
  let busy = false;

  async function check(): Promise<void> {
    if (busy) return;
    busy = true;
    try {
      if (await isStillRunning(current)) return;
      if (!isDown) log.warn({}, 'the embedded PostgreSQL ended unexpectedly and is restarted');
      isDown = true;
      current = await restart();
      isDown = false;
    } catch (err) {
      log.warn({ err }, 'the embedded PostgreSQL could not be restarted yet');
    } finally {
      busy = false;
    }
  }

  const timer = setInterval(() => void check(), WATCH_MS).unref();
  return { isDown: () => isDown, end: () => clearInterval(timer) };
}

/**
 * Returns a running server of the data folder, and starts one if there is none.
 * @param isRestart whether this is a restart: clients are connected to the port, so it must stay the same
 */
async function serve(
  home: string,
  log: EmbeddedOptions['log'],
  { settings = {}, onBegun }: Pick<EmbeddedOptions, 'settings' | 'onBegun'>,
  isRestart = false,
): Promise<Serving> {
  const stored = await readOrCreate(home);
  const running = await findRunning(home, stored.password);
  if (running) {
    log.info({ port: running }, 'joined the embedded PostgreSQL that is already running');
    return describeServer(home, stored, running);
  }
  const account = await postgresAccount(join(home, 'postgres'));
  const binaries = await findBinaries(account);
  const cluster = await initialise({
    ...{ home, binaries, account, log, onBegun },
    ...{ user: superuser, password: stored.password },
  });

  for (let attempt = 1; ; attempt++) {
    const port = await freePort(attempt === 1 || isRestart ? stored.port : 0);
    if (isRestart && port !== stored.port) throw new Error(`Port ${stored.port} is taken by another program`);
    await removeStalePidFile(cluster);
    const outcome = await launch({
      cluster,
      port,
      binaries,
      account,
      settings,
      onBegun,
      logFile: join(home, 'postgres.log'),
    });
    if (outcome.ready) {
      if (port !== stored.port) await write(join(home, 'postgres.json'), { ...stored, port });
      log.info({ port }, 'embedded PostgreSQL is ready');
      return describeServer(home, stored, port);
    }
    // Another program may have taken the port, and processes of a killed server end after a moment.
    const isTransient =
      /could not bind|Address already in use|shared memory block|lock file .* already exists/i;
    if (!isTransient.test(outcome.output) || attempt === 20) {
      throw new Error(`Embedded PostgreSQL did not start:\n${outcome.output}`);
    }
    await sleep(250);
  }
}

async function describeServer(home: string, stored: Stored, port: number): Promise<Serving> {
  const adminUrl = address(superuser, stored.password, port);
  await ensureApplicationRole(adminUrl, stored.applicationPassword);
  const postmaster = await readPostmaster(join(home, 'postgres'));
  return {
    url: address(APPLICATION_ROLE, stored.applicationPassword, port),
    adminUrl,
    postmaster: await identify(postmaster?.pid ?? 0),
  };
}

/** The port of the running server of this folder. It waits while one is starting up or shutting down. */
async function findRunning(home: string, password: string): Promise<number | undefined> {
  const cluster = join(home, 'postgres');
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 50) {
    const postmaster = await readPostmaster(cluster);
    if (!postmaster) return undefined;
    if (
      postmaster.state === 'ready' &&
      (await connects(address(superuser, password, postmaster.port), cluster))
    ) {
      return postmaster.port;
    }
    await sleep(50);
  }
  throw new Error(
    `A PostgreSQL holds ${cluster}, but does not answer with the password of ${home}/postgres.json`,
  );
}

async function stopServer(home: string, withinMs: number): Promise<void> {
  const cluster = await realpath(join(home, 'postgres')).catch(() => undefined);
  const postmaster = cluster && (await readPostmaster(cluster));
  if (!postmaster) return;
  const { pgCtl } = await findBinaries(await postgresAccount(cluster));
  await (withinMs > 0
    ? shutDown(cluster, postmaster.pid, pgCtl, withinMs)
    : stopImmediately(cluster, postmaster.pid, pgCtl));
}

/** Whether a running process is registered. Registrations of ended processes are removed. */
async function isInUse(usersFolder: string): Promise<boolean> {
  let inUse = false;
  for (const name of await readdir(usersFolder)) {
    const path = join(usersFolder, name);
    if (await isStillRunning(await readFile(path, 'utf8'))) inUse = true;
    else await rm(path, { force: true });
  }
  return inUse;
}

async function readOrCreate(home: string): Promise<Stored> {
  const path = join(home, 'postgres.json');
  const newPassword = () => randomBytes(24).toString('base64url');
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text !== null) {
    const stored: Partial<Stored> = JSON.parse(text);
    // The first data folders had a superuser only.
    if (!stored.applicationPassword) throw prereleaseDatabase();
    return stored as Stored;
  }
  const stored = { password: newPassword(), applicationPassword: newPassword(), port: 0 };
  await write(path, stored);
  return stored;
}

async function write(path: string, stored: Stored): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(stored), { mode: 0o600, flush: true });
  await chmod(`${path}.new`, 0o600);
  await rename(`${path}.new`, path);
}

function address(user: string, password: string, port: number): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/demarc`;
}
