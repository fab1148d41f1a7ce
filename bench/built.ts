import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { monotonicMs } from '../server/clock.ts';
import { freePort, plainEnvironment } from '../server/postgres/embedded-postmaster.ts';
import type { Bench } from './bench.ts';
import { type Checkout, type Demarc, unlimited } from './processes.ts';

/** The whole of Demarc as `npm start` runs it, with pages and jobs. */
export type Built = {
  address: string;
  /** From the start of the process to `/readyz`, in ms. */
  readyMs: number;
  /** Memory it holds now, in bytes. */
  memory(): Promise<number>;
  stop(): Promise<void>;
};

const run = promisify(execFile);
const STOPS_WITHIN_MS = 20_000;

/** Builds a checkout unless its build is the present one. */
export async function build({ root }: Checkout): Promise<void> {
  await run(process.execPath, [join(root, 'scripts/build.mjs'), '--if-needed'], { cwd: root });
}

/** The variables that a server and the commands beside it need to work on the database of the benchmark. */
export const onDatabase = ({ databaseUrl, secretsKey }: Demarc) => ({
  DATABASE_URL: databaseUrl,
  SECRETS_KEY: secretsKey,
  DEMO: '0',
});

/** Starts a checkout that is built, with these variables beside the defaults. */
export async function startBuilt(bench: Bench, checkout: Checkout, env: object): Promise<Built> {
  const port = await freePort(0);
  const address = `http://127.0.0.1:${port}`;
  const began = monotonicMs();
  const child = spawn(process.execPath, [join(checkout.root, 'scripts/start.mjs')], {
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
    async memory() {
      const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(child.pid)]);
      return Number(stdout) * 1_024;
    },
  };
}
