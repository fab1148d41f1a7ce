import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { monotonicMs, SECOND_MS } from './clock.ts';
import { env } from './env.ts';
import { healthz, type PlainAnswer, sharedReadyz } from './health.ts';
import { createTransport } from './http/transport.ts';
import { answerUnavailable } from './http/unavailable.ts';
import { log } from './log.ts';
import { type LocatedDatabase, locateDatabase } from './postgres/locate.ts';
import { requireSystem } from './release.ts';
import { startTracing, stopTracing } from './tracing.ts';

/** Time limits of a shutdown, in ms from the signal. SIGTERM ends the process within 15 s. Contract: Processes. */
const REQUESTS_END_MS = 10_000;
const WORK_END_MS = 11_500;
const REQUEST_LOG_ENDS_MS = 12_000;
const CONNECTIONS_END_MS = 12_500;
const DATABASE_ENDS_MS = 13_500;
const PROCESS_ENDS_MS = 14_500;

/** A second signal within this time is the first one again: npm repeats the terminal's signal. */
const SAME_SIGNAL_MS = 1_000;

const started = monotonicMs();
const { values: flags } = parseArgs({ options: { dev: { type: 'boolean', default: false } } });

type Service = typeof import('./service.ts');

// Absent until the start has reached them.
let located: LocatedDatabase | undefined;
let service: Service | undefined;

/** Set while the process answers requests. */
let ready: { located: LocatedDatabase; service: Service } | undefined;
let stopping: { atMs: number } | undefined;

const NEXT_RELOADS = /^\/_next\/(?:webpack-)?hmr/;

const transport = createTransport({
  isHttps: env.PUBLIC_URL.startsWith('https:'),
  hsts: env.HSTS,
  answer,
  takeUpgrade: (req, socket, head) =>
    flags.dev && NEXT_RELOADS.test(req.url ?? '') && service?.takeReload(req, socket, head) === true,
});

// --- requests -----------------------------------------------------------------------------------------------------

function answer(req: IncomingMessage, res: ServerResponse): void {
  const path = req.url ?? '/';
  if (path === '/healthz') plain(res, healthz());
  else if (path === '/readyz') readiness().then((report) => plain(res, report));
  else if (path === '/metrics' && service) service.metricsAnswer(req).then((report) => plain(res, report));
  else if (ready) ready.service.answerRequest(ready.located, req, res);
  else answerUnavailable(req, res);
}

const notYet = { database: () => false, migrations: () => false, jobs: () => false };

const readiness = sharedReadyz(() => ({
  ...(service?.serviceChecks ?? notYet),
  accepting: () => ready !== undefined && !stopping,
}));

function plain(res: ServerResponse, { status, contentType, body }: PlainAnswer): void {
  res.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store' }).end(body);
}

// --- on -----------------------------------------------------------------------------------------------------------

/**
 * Takes the port before anything else: a process that cannot serve must not migrate, run jobs or create a demo.
 * @throws Error with a message for people when the port is not available
 */
async function listen(): Promise<void> {
  const { server } = transport;
  server.listen(env.PORT, env.HOST);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    const inUse = error.code === 'EADDRINUSE';
    throw new Error(
      inUse
        ? `Port ${env.PORT} of ${env.HOST} is in use. Stop the other process, or set PORT.`
        : `Cannot listen on port ${env.PORT} of ${env.HOST}: ${error.message}`,
    );
  });
}

async function start(): Promise<void> {
  requireSystem();
  await listen();
  await startTracing();

  let isNew = false;
  let loading: Promise<Service> | undefined;
  const load = () => {
    loading ??= import('./service.ts');
    loading.catch(() => {});
    return loading;
  };
  // PostgreSQL starts in a process of its own. The rest of the code loads beside it, and would delay its begin.
  const onBegun = (program: 'initdb' | 'postgres') => {
    isNew ||= program === 'initdb';
    void load();
  };
  located = await locateDatabase({ log, onBegun });
  service = await load();
  if (stopping) return;
  const banner = await service.openService(located, {
    isNew,
    dev: flags.dev,
    isStopping: () => stopping !== undefined,
  });
  if (banner === undefined) return;
  ready = { located, service };
  log.info({ address: env.PUBLIC_URL, ms: Math.round(monotonicMs() - started) }, 'ready');
  process.stdout.write(banner);
  await service.warmUp({ dev: flags.dev });
}

// --- off ----------------------------------------------------------------------------------------------------------

/**
 * Serves until the proxies have noticed, lets requests, jobs and deliveries in flight end, then closes everything, the database
 * included. Contract: Processes.
 */
async function stop(exitCode: number): Promise<never> {
  const atMs = monotonicMs();
  stopping = { atMs };
  const left = (untilMs: number) => Math.max(0, atMs + untilMs - monotonicMs());
  setTimeout(() => void endAtOnce('shutdown time limit'), PROCESS_ENDS_MS);

  if (ready) await sleep(env.DRAIN_SECONDS * SECOND_MS);
  // Concurrently, within one time limit.
  await settledWithin(left(WORK_END_MS), [transport.close(left(REQUESTS_END_MS)), service?.endWork()]);
  // The last requests are answered now.
  await settledWithin(left(REQUEST_LOG_ENDS_MS), [service?.endLog()]);
  // A start that is still running ends with its database.
  await settledWithin(left(CONNECTIONS_END_MS), [service?.endConnections(), stopTracing(), starting]);
  await located?.stop(left(DATABASE_ENDS_MS));
  process.exit(exitCode);
}

/** Waits until all promises are settled, at most `ms` milliseconds. */
function settledWithin(ms: number, promises: unknown[]): Promise<unknown> {
  return Promise.race([Promise.allSettled(promises), sleep(ms)]);
}

/** Ends the process and the embedded database immediately; the next start recovers. */
async function endAtOnce(why: string): Promise<never> {
  log.warn({ why }, 'process ended immediately');
  await located?.kill();
  process.exit(1);
}

function onSignal(signal: string): void {
  if (!stopping) {
    log.info({ signal }, 'stopping');
    void stop(0);
  } else if (monotonicMs() - stopping.atMs >= SAME_SIGNAL_MS) void endAtOnce(`a second ${signal}`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);

const starting = start().catch((error: unknown) => {
  if (stopping) return;
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  log.fatal({ err: error }, 'start failed');
  void stop(1);
});
