import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { monotonicMs } from '../server/clock.ts';
import { freePort, plainEnvironment } from '../server/postgres/embedded-postmaster.ts';
import type { Bench } from './bench.ts';
import { processCpu } from './database-cpu.ts';
import { type Checkout, type Demarc, type Server, unlimited } from './processes.ts';

/** The whole of Demarc as `npm start` runs it, with pages and jobs. */
export type Built = Server & {
  /** From the start of the process to `/readyz`, in ms. */
  readyMs: number;
  /** Memory it holds now, in bytes. */
  memory(): Promise<number>;
};

const run = promisify(execFile);
const STOPS_WITHIN_MS = 20_000;

/** Builds a checkout unless its build is the present one. An archive is built. */
export async function build({ root, isArchive }: Checkout): Promise<void> {
  if (isArchive) return;
  await run(process.execPath, [join(root, 'scripts/build.mjs'), '--if-needed'], { cwd: root });
}

/** The variables that a server and the commands beside it need to work on the database of the benchmark. */
export const onDatabase = ({ databaseUrl, secretsKey }: Demarc) => ({
  DATABASE_URL: databaseUrl,
  SECRETS_KEY: secretsKey,
  DEMO: '0',
});

/** Starts a checkout that is built, or an archive, with these variables beside the defaults. */
export async function startBuilt(bench: Bench, checkout: Checkout, env: object): Promise<Built> {
  const port = await freePort(0);
  const address = `http://127.0.0.1:${port}`;
  const began = monotonicMs();
  const program = checkout.isArchive ? 'dist/main.js' : 'scripts/start.mjs';
  const child = spawn(process.execPath, [join(checkout.root, program)], {
    cwd: checkout.root,
    stdio: ['ignore', 'ignore', 'inherit'],
    // A developer's .env does not replace what is set here.
    env: {
      ...plainEnvironment(),
      ...unlimited,
      ...{ DATABASE_URL: '', DEMO: '1', HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: address },
      ...{ LOG_LEVEL: 'error', WEBHOOK_ALLOWED_HOSTS: '127.0.0.1', NODE_ENV: 'production' },
      ...env,
    },
  });
  const ended = once(child, 'exit');
  let hasEnded = false;
  ended.then(() => {
    hasEnded = true;
  });
  async function stop(): Promise<void> {
    if (hasEnded) return;
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), STOPS_WITHIN_MS);
    await ended;
    clearTimeout(late);
  }
  bench.started.push({ stop });
  const isReady = () =>
    fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (hasEnded) throw new Error(`${checkout.name} did not start`);
    await sleep(20);
  }
  const readyMs = monotonicMs() - began;
  return {
    ...{ address, readyMs, stop },
    cpu: async () => processCpu(child.pid ?? 0),
    async memory() {
      const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(child.pid)]);
      return Number(stdout) * 1_024;
    },
  };
}

/** An archive, whose server is the whole one: it has no REST transport alone. */
export function ofArchive(bench: Bench, archive: Demarc): Demarc {
  let server: Promise<Built> | undefined;
  return {
    ...archive,
    server() {
      server ??= startBuilt(bench, archive, onDatabase(archive));
      return server;
    },
  };
}
