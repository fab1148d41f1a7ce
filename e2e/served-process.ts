import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { type Embedded, startEmbedded } from '../server/postgres/embedded.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

/** A process of the production build. */
export type Served = {
  child: ChildProcess;
  base: string;
  port: number;
  output(): string;
  ended: Promise<unknown>;
};

/** Processes of a test. Those that still run at its end are stopped, and their folder is removed. */
export function useProcesses() {
  const held = { folder: '', started: [] as Served[], databases: [] as Embedded[] };
  test.describe.configure({ timeout: 240_000 });
  test.skip(process.platform === 'win32', 'Windows has no signals');
  test.beforeEach(async () => {
    held.folder = await mkdtemp(join(tmpdir(), 'demarc-process-'));
    held.started = [];
    held.databases = [];
  });
  test.afterEach(async () => {
    for (const { child, ended } of held.started) {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
    }
    for (const database of held.databases) await database.stop();
    await rm(held.folder, { recursive: true, force: true });
  });
  return {
    /** The path of a file in the folder of the test. */
    inFolder: (...names: string[]) => join(held.folder, ...names),
    /** Starts a database that several processes can serve. */
    async startDatabase(): Promise<Embedded> {
      const log = { info: () => {}, warn: () => {} };
      const database = await startEmbedded({ dataDir: join(held.folder, 'data'), log });
      held.databases.push(database);
      return database;
    },
    /** `npm start` without npm; without `DATABASE_URL` on a database of its own. */
    async serve(settings: Record<string, string> = {}, port?: number): Promise<Served> {
      const served = spawnServer(port ?? (await freePort()), {
        ...{ DATA_DIR: join(held.folder, 'data'), ...settings },
      });
      held.started.push(served);
      return served;
    },
    /** Makes a partner and returns the headers of its credential. */
    newPartner: (settings: Record<string, string> = {}) => createPartner(join(held.folder, 'data'), settings),
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

function spawnServer(port: number, settings: Record<string, string>): Served {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      ...{ PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: '', DATABASE_URL: '' },
      ...{ DEMO: '0', WEBHOOK_ALLOWED_HOSTS: 'localhost', LOG_LEVEL: 'info' },
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      text += chunk;
    });
  }
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal);
  return { child, port, base: `http://127.0.0.1:${port}`, output: () => text, ended };
}

async function createPartner(
  dataDir: string,
  settings: Record<string, string>,
): Promise<Record<string, string>> {
  const { stdout } = await run(
    process.execPath,
    ['dist/cli/partner-create.js', '--name', 'Acme', '--email', 'owner@acme.example', '--json'],
    {
      cwd: root,
      env: {
        ...process.env,
        ...{ NODE_ENV: 'production', DATA_DIR: dataDir, DATABASE_URL: '' },
        ...settings,
      },
    },
  );
  const { accessId, accessSecret } = JSON.parse(stdout);
  return { 'x-access-id': accessId, 'x-access-secret': accessSecret, 'content-type': 'application/json' };
}

export const statusOf = (url: string) =>
  fetch(url, { redirect: 'manual' }).then(
    ({ status }) => status,
    () => 0,
  );

export const isReady = (served: Served) =>
  expect.poll(() => statusOf(`${served.base}/readyz`), { timeout: 60_000 }).toBe(200);

/** How a process ended. `late` after twice the time of the contract, for a busy machine. */
export function endOf({ ended }: Served): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((done) => {
    timer = setTimeout(() => done('late'), 30_000);
  });
  return Promise.race([ended, late]).finally(() => clearTimeout(timer));
}

/** A connection that has sent some bytes and reads the response. */
export async function opened({ port }: Served, bytes: string, { halfClosed = false } = {}): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {}).resume();
  await once(socket, 'connect');
  if (halfClosed) socket.end(bytes);
  else socket.write(bytes);
  return socket;
}
