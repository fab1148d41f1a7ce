import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { plainEnvironment } from '../server/db/embedded-postmaster.ts';
import type { BareJob } from './bare-server.ts';
import type { DeliveryJob, DeliveryResult } from './delivery-run.ts';
import type { LoadJob, LoadResult } from './load.ts';
import type { RenewalJob, RenewalResult } from './renewal-run.ts';

/** A server in a process of its own. It ends with us, whatever happens. */
export type Server = {
  address: string;
  /** CPU time it has used so far, in µs. */
  cpu(): Promise<number>;
  stop(): Promise<void>;
};

type Options = { env?: Record<string, string>; execArgv?: string[] };

/** Starts a sibling of the bundle. Its log goes where production's could go without costing anything: nowhere. */
function start(name: string, cwd: string, { env = {}, execArgv = [] }: Options = {}): ChildProcess {
  return fork(join(import.meta.dirname, `${name}.js`), [], {
    // Away from the project, so that a developer's .env changes nothing.
    cwd,
    execArgv,
    env: { ...plainEnvironment(), ...env },
    stdio: ['ignore', openSync(devNull, 'w'), 'inherit', 'ipc'],
  });
}

/** The next thing a process says. */
async function message<T>(child: ChildProcess): Promise<T> {
  const heard = new AbortController();
  const ended = once(child, 'exit', { signal: heard.signal }).then(([code]) => {
    throw new Error(`a process of the benchmark ended with ${code}`);
  });
  // Of the two, the one that comes too late is of no interest.
  ended.catch(() => {});
  try {
    const [said] = (await Promise.race([once(child, 'message', { signal: heard.signal }), ended])) as [T];
    return said;
  } finally {
    heard.abort();
  }
}

async function serverOf(child: ChildProcess): Promise<Server> {
  const { port } = await message<{ port: number }>(child);
  return {
    address: `http://127.0.0.1:${port}`,
    async cpu() {
      child.send('cpu');
      return (await message<{ cpu: number }>(child)).cpu;
    },
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

/** Our REST face at its defaults, but for the limits: a benchmark is what they are there to refuse. */
export function startOurs(databaseUrl: string, cwd: string, profile: boolean): Promise<Server> {
  const env = {
    DATABASE_URL: databaseUrl,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    RATE_LIMIT_LIVE: '0',
    RATE_LIMIT_SANDBOX: '0',
    RATE_LIMIT_INBOUND: '0',
    RATE_LIMIT_AUTH: '0',
  };
  return serverOf(start('rest-server', cwd, { env, execArgv: profiling(profile) }));
}

function profiling(wanted: boolean): string[] {
  return wanted ? ['--cpu-prof', `--cpu-prof-dir=${process.cwd()}`] : [];
}

export function startBare(job: BareJob, cwd: string): Promise<Server> {
  const child = start('bare-server', cwd);
  child.send(job);
  return serverOf(child);
}

/** Renews everything that is due for a provider, in a process that ends with it. */
export async function runRenewals(job: RenewalJob, cwd: string, profile: boolean): Promise<RenewalResult> {
  const child = start('renewal-run', cwd, {
    env: { DATABASE_URL: job.databaseUrl, SECRETS_KEY: randomBytes(32).toString('base64') },
    execArgv: profiling(profile),
  });
  child.send(job);
  const result = await message<RenewalResult>(child);
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
  return result;
}

/** A receiver of deliveries. */
export function startSink(cwd: string): Promise<Server> {
  return serverOf(start('sink', cwd));
}

/** Delivers a provider's events, in a process that ends with it. */
export async function runDeliveries(
  job: DeliveryJob,
  cwd: string,
  profile: boolean,
): Promise<DeliveryResult> {
  const env = {
    DATABASE_URL: job.databaseUrl,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
  };
  const child = start('delivery-run', cwd, { env, execArgv: profiling(profile) });
  child.send(job);
  const result = await message<DeliveryResult>(child);
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
  return result;
}

export type Loader = { run(job: LoadJob): Promise<LoadResult>; stop(): void };

/** The process that makes the load, so that it never shares a thread with what it measures. */
export async function startLoader(cwd: string): Promise<Loader> {
  const child = start('load', cwd);
  await message(child);
  return {
    async run(job) {
      child.send(job);
      const answer = await message<{ result: LoadResult } | { error: string }>(child);
      if ('error' in answer) throw new Error(answer.error);
      return answer.result;
    },
    stop: () => child.disconnect(),
  };
}
