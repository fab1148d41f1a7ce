import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { APPLICATION_ROLE, ensureApplicationRole } from './application-role.ts';
import { initialise } from './embedded-init.ts';
import {
  connects,
  endAtOnce,
  freePort,
  launch,
  readPostmaster,
  removeStalePidFile,
  shutDown,
} from './embedded-postmaster.ts';
import { postgresAccount } from './postgres-account.ts';
import { findBinaries } from './postgres-binaries.ts';
import { prereleaseDatabase } from './prerelease.ts';
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
  /** The connection string of the database `demarc`, for its owner, who is no superuser. */
  url: string;
  /** The same for the superuser of the cluster. The application never uses it. */
  adminUrl: string;
  /** Whether the server has ended and is being started again. */
  isAway(): boolean;
  /**
   * Leaves the server; the last process of this machine to leave it shuts it down.
   * @param withinMs after which the shutdown is immediate, and the next start recovers; 30 s unless told
   */
  stop(withinMs?: number): Promise<void>;
  /** The same without waiting for anything: the shutdown is immediate. */
  kill(): Promise<void>;
}

/** What is remembered from one start to the next. */
interface Memory {
  /** Of the superuser. */
  password: string;
  /** Of the application's role. */
  applicationPassword: string;
  port: number;
}

/** A server that takes connections. */
interface Serving {
  url: string;
  adminUrl: string;
  /** Its process, as `identify` names it. */
  postmaster: string;
}

const superuser = 'demarc';
/** How often a server is looked at, in ms. */
const WATCH_MS = 250;
let starts = 0;

/**
 * Starts the PostgreSQL 18 that npm installed, on 127.0.0.1 with a password, or joins the one that already
 * serves this data folder: of another process, or left over by one that was killed. As root, PostgreSQL runs
 * as `nobody`. A server that dies is started again at the same address. Safe to call from several processes at once.
 * @throws Error when no binaries fit this platform, or the server does not start (the message has its log)
 */
export async function startEmbedded({ dataDir, log, settings = {} }: EmbeddedOptions): Promise<Embedded> {
  const home = resolve(dataDir);
  await mkdir(home, { recursive: true, mode: 0o711 });
  const usersFolder = join(home, 'postgres.users');
  await mkdir(usersFolder, { recursive: true, mode: 0o700 });
  const registration = join(usersFolder, `${process.pid}-${++starts}`);
  const lock = join(home, 'postgres.lock');

  const { url, adminUrl, postmaster } = await underLock(lock, async () => {
    const serving = await serve(home, log, settings);
    await writeFile(registration, await identify(process.pid), { mode: 0o644 });
    return serving;
  });

  let left = false;
  const watch = watchServer(postmaster, log, () =>
    underLock(lock, async () => (left ? postmaster : (await serve(home, log, settings, true)).postmaster)),
  );

  let stopped: Promise<void> | undefined;
  const leave = (withinMs: number) =>
    underLock(lock, async () => {
      await rm(registration, { force: true });
      if (!(await isInUse(usersFolder))) await stopServer(home, withinMs);
    });
  return {
    url,
    adminUrl,
    isAway: watch.isAway,
    stop(withinMs = 30_000) {
      left = true;
      watch.end();
      stopped ??= leave(withinMs);
      return stopped;
    },
    async kill() {
      left = true;
      watch.end();
      await rm(registration, { force: true });
      if (!(await isInUse(usersFolder))) await stopServer(home, 0);
    },
  };
}

/** Looks after a server: one that has ended is started again, for as long as it takes. */
function watchServer(postmaster: string, log: EmbeddedOptions['log'], restart: () => Promise<string>) {
  let current = postmaster;
  let away = false;
  let busy = false;

  async function look(): Promise<void> {
    if (busy) return;
    busy = true;
    try {
      if (await isAlive(current)) return;
      if (!away) log.warn({}, 'the embedded PostgreSQL has ended and is started again');
      away = true;
      current = await restart();
      away = false;
    } catch (err) {
      log.warn({ err }, 'the embedded PostgreSQL could not be started again yet');
    } finally {
      busy = false;
    }
  }

  const timer = setInterval(() => void look(), WATCH_MS).unref();
  return { isAway: () => away, end: () => clearInterval(timer) };
}

/**
 * Gives a server that is up, whoever started it.
 * @param again whether it served before: then it has to come back at the same port, where everybody connects to
 */
async function serve(
  home: string,
  log: EmbeddedOptions['log'],
  settings: Record<string, string>,
  again = false,
): Promise<Serving> {
  const memory = await remember(home);
  const running = await findRunning(home, memory.password);
  if (running) {
    log.info({ port: running }, 'joined the embedded PostgreSQL that is already running');
    return serving(home, memory, running);
  }
  const account = await postgresAccount(join(home, 'postgres'));
  const binaries = await findBinaries(account);
  const cluster = await initialise({
    ...{ home, binaries, account, log },
    ...{ user: superuser, password: memory.password },
  });

  for (let attempt = 1; ; attempt++) {
    const port = await freePort(attempt === 1 || again ? memory.port : 0);
    if (again && port !== memory.port) throw new Error(`Port ${memory.port} is taken by another program`);
    await removeStalePidFile(cluster);
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
      return serving(home, memory, port);
    }
    // Another program may take the port in between, and processes of a killed server take a moment to end.
    const passes = /could not bind|Address already in use|shared memory block|lock file .* already exists/i;
    if (!passes.test(outcome.output) || attempt === 20) {
      throw new Error(`Embedded PostgreSQL did not start:\n${outcome.output}`);
    }
    await sleep(250);
  }
}

async function serving(home: string, memory: Memory, port: number): Promise<Serving> {
  const adminUrl = address(superuser, memory.password, port);
  await ensureApplicationRole(adminUrl, memory.applicationPassword);
  const postmaster = await readPostmaster(join(home, 'postgres'));
  return {
    url: address(APPLICATION_ROLE, memory.applicationPassword, port),
    adminUrl,
    postmaster: await identify(postmaster?.pid ?? 0),
  };
}

/** The port of a live server of this folder; waits for one that is starting up or shutting down. */
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
    : endAtOnce(cluster, postmaster.pid, pgCtl));
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
  const newPassword = () => randomBytes(24).toString('base64url');
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text !== null) {
    const memory: Partial<Memory> = JSON.parse(text);
    // The first data folders had the superuser alone.
    if (!memory.applicationPassword) throw prereleaseDatabase();
    return memory as Memory;
  }
  const memory = { password: newPassword(), applicationPassword: newPassword(), port: 0 };
  await write(path, memory);
  return memory;
}

async function write(path: string, memory: Memory): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(memory), { mode: 0o600, flush: true });
  await chmod(`${path}.new`, 0o600);
  await rename(`${path}.new`, path);
}

function address(user: string, password: string, port: number): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/demarc`;
}
