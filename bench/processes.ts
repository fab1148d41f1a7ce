import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { plainEnvironment } from '../server/postgres/embedded-postmaster.ts';
import type { BareJob } from './bare-run.ts';
import type { Cost } from './cost.ts';
import type { Account } from './database.ts';
import type { DatabaseOrder } from './database-run.ts';
import type { DeliveryJob } from './delivery-run.ts';
import type { LoadJob, LoadResult } from './load-run.ts';
import type { RenewalJob, RenewalResult } from './renewal-run.ts';
import type { ListStatements } from './statements.ts';

/** A checkout of Demarc: today's processes of the benchmark are bundled with its server into `bundle`. */
export type Checkout = {
  name: string;
  kind: 'ours' | 'reference';
  root: string;
  bundle: string;
  /** Whether `root` is an unpacked archive of `npm run package`, which has built programs only. `bundle` is that of this checkout. */
  isArchive?: boolean;
};

/** A server in a process of its own. It ends with this process. */
export type Server = {
  address: string;
  /** CPU time it has used so far, in µs; null where the system does not give it. */
  cpu(): Promise<number | null>;
  stop(): Promise<void>;
};

type Options = { env?: Record<string, string>; execArgv?: string[] };

/** Starts a file in a process of its own. Its log is discarded, so that it costs no time. */
export function start(file: string, cwd: string, { env = {}, execArgv = [] }: Options = {}): ChildProcess {
  return fork(file, [], {
    // Outside the project, so that a developer's .env has no effect.
    cwd,
    execArgv,
    env: { ...plainEnvironment(), ...env },
    stdio: ['ignore', openSync(devNull, 'w'), 'inherit', 'ipc'],
  });
}

const entry = (bundle: string, name: string) => join(bundle, 'bench', `${name}.js`);

/** The next message of a process. */
async function message<T>(child: ChildProcess): Promise<T> {
  const waiting = new AbortController();
  const ended = once(child, 'exit', { signal: waiting.signal }).then(([code]) => {
    throw new Error(`a process of the benchmark ended with ${code}`);
  });
  // The exit after the message is expected.
  ended.catch(() => {});
  try {
    const [received] = (await Promise.race([once(child, 'message', { signal: waiting.signal }), ended])) as [
      T,
    ];
    return received;
  } finally {
    waiting.abort();
  }
}

/** Sends an order and waits for its result. */
async function order<Result>(child: ChildProcess, what: object): Promise<Result> {
  child.send(what);
  const answer = await message<{ result: Result } | { error: string }>(child);
  if ('error' in answer) throw new Error(answer.error);
  return answer.result;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  if (child.connected) child.disconnect();
  await ended;
}

/** Lets a process do one job; it ends with it. */
export async function runOnce<Result>(child: ChildProcess, job: object): Promise<Result> {
  try {
    return await order<Result>(child, job);
  } finally {
    await end(child);
  }
}

export async function serverOf(child: ChildProcess): Promise<Server> {
  const { port } = await message<{ port: number }>(child);
  return {
    address: `http://127.0.0.1:${port}`,
    async cpu() {
      child.send('cpu');
      return (await message<{ cpu: number }>(child)).cpu;
    },
    stop: () => end(child),
  };
}

/** A benchmark is what the limits are there to refuse. */
export const unlimited = {
  RATE_LIMIT_LIVE: '0',
  RATE_LIMIT_SANDBOX: '0',
  RATE_LIMIT_INBOUND: '0',
  RATE_LIMIT_AUTH: '0',
};

/** Demarc as one checkout has it: its database, its server and its runs, each in a process of its own. */
export type Demarc = Checkout & {
  databaseUrl: string;
  account(name: string, subscribers: number): Promise<Account>;
  /** Gives a provider's subscribers subscriptions whose renewal is due. */
  fillDue(providerId: string): Promise<void>;
  /** CPU time that its PostgreSQL has used so far, in µs; null on a system without `/proc`. */
  databaseCpu(): Promise<number | null>;
  /** What its list sends to the database, and the same work in two statements. */
  statements(providerId: string): Promise<ListStatements>;
  /** Its REST transport at its defaults, but for the limits; of an archive the whole server. One for all works. */
  server(): Promise<Server>;
  renew(job: Omit<RenewalJob, 'databaseUrl'>): Promise<RenewalResult>;
  deliver(job: Omit<DeliveryJob, 'databaseUrl'>): Promise<Cost>;
  /** Its processes are given this key for the secrets in its database. */
  secretsKey: string;
  stop(): Promise<void>;
};

/** Starts the database of a checkout in a folder; the rest starts when it is needed. */
export async function openDemarc(checkout: Checkout, dataDir: string, profile: boolean): Promise<Demarc> {
  const { bundle } = checkout;
  const keeper = start(entry(bundle, 'database-run'), dataDir);
  const request = <Result>(what: DatabaseOrder) => order<Result>(keeper, what);
  const databaseUrl = await request<string>({ do: 'start', dataDir: join(dataDir, checkout.kind) });
  const secretsKey = randomBytes(32).toString('base64');
  const profiling = profile ? ['--cpu-prof', `--cpu-prof-dir=${process.cwd()}`] : [];
  const run = (name: string, env: Record<string, string> = {}) =>
    start(entry(bundle, name), dataDir, {
      env: { DATABASE_URL: databaseUrl, SECRETS_KEY: secretsKey, ...env },
      execArgv: profiling,
    });
  let server: Promise<Server> | undefined;
  return {
    ...checkout,
    ...{ databaseUrl, secretsKey },
    account: (name, subscribers) => request({ do: 'account', name, subscribers }),
    fillDue: (providerId) => request({ do: 'fillDue', providerId }),
    databaseCpu: () => request({ do: 'cpu' }),
    statements: (providerId) => request({ do: 'statements', providerId }),
    server() {
      server ??= serverOf(run('rest-run', unlimited));
      return server;
    },
    renew: (job) => runOnce(run('renewal-run'), { ...job, databaseUrl }),
    deliver: (job) =>
      runOnce(run('delivery-run', { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' }), { ...job, databaseUrl }),
    async stop() {
      await server?.then((up) => up.stop()).catch(() => {});
      await end(keeper);
    },
  };
}

export function startBare(bundle: string, job: BareJob, cwd: string): Promise<Server> {
  const child = start(entry(bundle, 'bare-run'), cwd);
  child.send(job);
  return serverOf(child);
}

/** Receivers of deliveries, each at an address of its own. */
export async function startReceivers(
  bundle: string,
  count: number,
  cwd: string,
): Promise<{ urls: string[]; stop(): Promise<void> }> {
  const child = start(entry(bundle, 'receivers-run'), cwd);
  const urls = await order<string[]>(child, { count });
  return { urls, stop: () => end(child) };
}

export type Loader = { run(job: LoadJob): Promise<LoadResult>; stop(): Promise<void> };

/** The process that makes the load, so that it never shares a thread with what it measures. */
export function startLoader(bundle: string, cwd: string): Loader {
  const child = start(entry(bundle, 'load-run'), cwd);
  return { run: (job) => order(child, job), stop: () => end(child) };
}
