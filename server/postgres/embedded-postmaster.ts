import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, readlink, realpath, rm, stat, truncate } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withSessions } from '../db/driver/session.ts';
import type { Binaries } from './binaries.ts';
import { embeddedSettings } from './embedded-settings.ts';
import { identify, isStillRunning } from './process-identity.ts';
import type { Account } from './system-account.ts';

type Postmaster = {
  pid: number;
  port: number;
  state: string;
};

type Launch = {
  cluster: string;
  port: number;
  binaries: Binaries;
  account: Account | undefined;
  settings: Record<string, string>;
  /** Called when the program runs. */
  onBegun?: ((program: 'postgres') => void) | undefined;
  logFile: string;
};

const logLimitBytes = 20_000_000;
/** How long to wait for an immediate shutdown, in ms. The server completes it later. */
const IMMEDIATE_SHUTDOWN_MS = 1_000;

/** The environment of PostgreSQL's programs, without our secrets and the caller's `PG*` variables. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  return { NODE_ENV: 'production', PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

/**
 * Starts a server and waits until it accepts connections. The server has a separate session, so that Ctrl-C in the terminal
 * signals only this process, which then stops the server.
 */
export async function launch(options: Launch): Promise<{ ready: boolean; output: string }> {
  const { cluster, port, account, logFile } = options;
  const settings = { ...embeddedSettings(), port: String(port), ...options.settings };
  const grown = await stat(logFile).catch(() => undefined);
  if (grown && grown.size > logLimitBytes) await truncate(logFile);
  const output = await open(logFile, 'a', 0o600);
  const from = (await output.stat()).size;
  try {
    const child = spawn(
      options.binaries.postgres,
      ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      {
        ...account,
        cwd: process.platform === 'win32' ? undefined : '/',
        env: plainEnvironment(),
        detached: true,
        stdio: ['ignore', output.fd, output.fd],
      },
    );
    let failure = '';
    child.once('error', (error) => {
      failure = `Cannot run ${options.binaries.postgres}: ${error.message}`;
    });
    child.unref();
    options.onBegun?.('postgres');
    while (failure === '' && child.exitCode === null && child.signalCode === null) {
      const postmaster = await readPostmaster(cluster);
      if (postmaster?.pid === child.pid && postmaster?.state === 'ready') return { ready: true, output: '' };
      await sleep(15);
    }
    return { ready: false, output: failure || (await readFile(logFile)).subarray(from).toString('utf8') };
  } finally {
    await output.close();
  }
}

/** The running server of a cluster by its `postmaster.pid`. A stale file does not count. */
export async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(pidFile(cluster), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!pid) return undefined;
  if ((await isStillRunning(await identify(pid))) && (await isServerOf(pid, cluster))) {
    return { pid, port: Number(lines[3]), state: lines[7] ?? '' };
  }
  return undefined;
}

const pidFile = (cluster: string) => join(cluster, 'postmaster.pid');

/**
 * Removes the stale file of a server before another starts. Its process id may belong to another program or to a zombie, and
 * PostgreSQL would take either for a server. It recognises processes of the old server by their shared memory.
 */
export async function removeStalePidFile(cluster: string): Promise<void> {
  if (!(await readPostmaster(cluster))) await rm(pidFile(cluster), { force: true });
}

async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'win32') return true;
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)])
      .stdout.toString()
      .includes(cluster);
  }
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  if (!command.split('\0')[0]?.endsWith('postgres')) return false;
  // A server changes to its folder shortly after it wrote the file.
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return folder === undefined || folder === '/' || folder === (await realpath(cluster));
}

/** Whether the server at an address accepts our password and serves this cluster. */
export async function connects(url: string, cluster: string): Promise<boolean> {
  try {
    return await withSessions(url, { connectTimeoutS: 5 }, async (sql) => {
      const [row] = await sql`SELECT current_setting('data_directory') AS folder`;
      return (await realpath(String(row?.folder))) === (await realpath(cluster));
    });
  } catch {
    return false;
  }
}

/**
 * Stops a server with a fast shutdown. No committed data is lost.
 * @param withinMs time after which the shutdown is immediate
 */
export async function shutDown(cluster: string, pid: number, pgCtl: string, withinMs: number): Promise<void> {
  if (process.platform === 'win32') {
    spawnSync(pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-w']);
    return;
  }
  if (!(await endsWithin(pid, 'SIGINT', withinMs))) await stopImmediately(cluster, pid, pgCtl);
}

/** Stops a server without a checkpoint. The next start recovers from the log; no committed data is lost. */
export async function stopImmediately(cluster: string, pid: number, pgCtl: string): Promise<void> {
  if (process.platform === 'win32') spawnSync(pgCtl, ['stop', '-D', cluster, '-m', 'immediate', '-W']);
  else await endsWithin(pid, 'SIGQUIT', IMMEDIATE_SHUTDOWN_MS);
}

/** Sends a signal, and waits at most `withinMs` for the process to end. */
async function endsWithin(pid: number, signal: 'SIGINT' | 'SIGQUIT', withinMs: number): Promise<boolean> {
  const server = await identify(pid);
  process.kill(pid, signal);
  for (let waitedMs = 0; await isStillRunning(server); waitedMs += 15) {
    if (waitedMs > withinMs) return false;
    await sleep(15);
  }
  return true;
}

/** The wanted port of 127.0.0.1 if it is free, otherwise any free port. 0 means any. */
export async function freePort(wanted: number): Promise<number> {
  const probe = createServer();
  probe.listen(wanted, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return freePort(0);
  }
  const bound = probe.address();
  probe.close();
  await once(probe, 'close');
  if (bound === null || typeof bound === 'string') throw new Error('No free port on 127.0.0.1');
  return bound.port;
}
