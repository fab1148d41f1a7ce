import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import next from 'next';
import { portalOrigins } from './auth/origin.ts';
import { staffAuthHandler } from './auth/staff-handler.ts';
import { monotonicMs, realNow } from './clock.ts';
import { type Database, database, openDatabase, openDatabaseReplica } from './db/client.ts';
import { type LocatedDatabase, locateDatabase } from './db/locate.ts';
import { migrate, requireMigrated } from './db/migrate.ts';
import { keepPartitions } from './db/partitions.ts';
import { timeLimits } from './db/time-limits.ts';
import { onCommit } from './db/transaction.ts';
import { firstStart, firstStartBanner } from './demo/first-start.ts';
import { withDemoReceivers } from './demo/receivers.ts';
import { simulateNetwork } from './demo/simulated-network.ts';
import { sendDeliveriesThrough, stopDeliveries } from './domain/messaging/delivery/due.ts';
import { removeForbiddenServers } from './domain/network-server/remove-forbidden.ts';
import { CHECKOUT_PATH } from './domain/payment/checkout.ts';
import { loadDefaultScheduleD } from './domain/schedule-d/load.ts';
import { env } from './env.ts';
import { healthz, type PlainAnswer, readyz } from './health.ts';
import { createTransport, isApiPath } from './http/transport.ts';
import { answerUnavailable } from './http/unavailable.ts';
import { claimTick } from './jobs/claim-ticks.ts';
import { jobs, usesInngestServer } from './jobs/client.ts';
import { INNGEST_PATH, inngestHandler } from './jobs/http.ts';
import { type LocalRunner, startLocalRunner } from './jobs/local-runner.ts';
import { listenForWakes, notifyJobs } from './jobs/notify-jobs.ts';
import { jobFunctions } from './jobs/registry.ts';
import { wake } from './jobs/wake.ts';
import { watchAccounting } from './jobs/watch-accounting.ts';
import { log } from './log.ts';
import { answerPayer } from './payer/pay.ts';
import { answerStripe, STRIPE_WEBHOOK_PATH } from './payer/stripe-webhook.ts';
import { bridgePages } from './portal/bridge.ts';
import { answerDownload, isDownload } from './portal/downloads.ts';
import { EXPORT_PATH, exportCsv } from './portal/export.ts';
import { downloadRejects, REJECTS_PATH } from './portal/job-rejects.ts';
import { createPortalHandler, TRPC_PATH } from './portal/trpc.ts';
import { createUploadHandler, UPLOAD_PATH } from './portal/upload-import.ts';
import { createDispatcher } from './rest/dispatch.ts';
import { createRateLimits, type RateLimits } from './rest/rate-limit.ts';
import { createRequestLog } from './rest/request-log.ts';
import { scrape } from './rest/scrape.ts';
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

const runsJobs = env.DEMARC_ROLE !== 'web';
const servesRequests = env.DEMARC_ROLE !== 'jobs';

type Pages = ReturnType<typeof next>;

/** The handlers of portal and API. */
type Web = {
  dispatch: RequestListener;
  portal: RequestListener;
  upload: RequestListener;
  showPage: ReturnType<Pages['getRequestHandler']>;
};

/** What must be closed; parts are absent until the start has reached them, or where the role does not need them. */
type Parts = {
  located: LocatedDatabase;
  database: Database;
  pages: Pages;
  limits: RateLimits;
  runner: LocalRunner;
  stopWatching: () => void;
  stopDemo: () => void;
  stopListening: () => Promise<void>;
};
const parts: Partial<Parts> = {};
const requestLog = createRequestLog();

/** What a process that is ready answers with; null where its role has no such requests. */
let ready: { located: LocatedDatabase; web: Web | null; inngest: RequestListener | null } | undefined;
let stopping: { atMs: number } | undefined;

// Next adds an `upgrade` listener to the server that it gets. This server never listens: the transport forwards Next's
// reload socket in development.
const upgradesForNext = createServer();
const NEXT_RELOADS = /^\/_next\/(?:webpack-)?hmr/;

const transport = createTransport({
  isHttps: env.PUBLIC_URL.startsWith('https:'),
  answer,
  takeUpgrade: (req, socket, head) =>
    flags.dev && NEXT_RELOADS.test(req.url ?? '') && upgradesForNext.emit('upgrade', req, socket, head),
});

// --- requests -----------------------------------------------------------------------------------------------------

function answer(req: IncomingMessage, res: ServerResponse): void {
  const path = req.url ?? '/';
  if (path === '/healthz') plain(res, healthz());
  else if (path === '/readyz') readyz(checks).then((report) => plain(res, report));
  else if (path === '/metrics') scrape(req).then((report) => plain(res, report));
  else if (!ready) answerUnavailable(req, res);
  // A portal call reports an unavailable database in the form that its page reads.
  else if (ready.web && path.startsWith(TRPC_PATH)) ready.web.portal(req, res);
  else if (ready.located.isDown()) answerUnavailable(req, res);
  else if (ready.inngest && path.split('?')[0] === INNGEST_PATH) ready.inngest(req, res);
  else if (ready.web) answerWeb(ready.web, path, req, res);
  else answerUnavailable(req, res, 'This process runs jobs and answers no requests.');
}

function answerWeb(web: Web, path: string, req: IncomingMessage, res: ServerResponse): void {
  if (isApiPath(path)) web.dispatch(req, res);
  else if (path.startsWith(EXPORT_PATH)) exportCsv(req, res);
  else if (path.startsWith(UPLOAD_PATH)) web.upload(req, res);
  else if (path.startsWith(REJECTS_PATH)) downloadRejects(req, res);
  else if (isDownload(path)) answerDownload(req, res);
  else if (path.startsWith('/api/auth/')) staffAuthHandler(req, res);
  else if (path.startsWith(CHECKOUT_PATH)) answerPayer(req, res);
  else if (path.split('?')[0] === STRIPE_WEBHOOK_PATH) answerStripe(req, res);
  else page(web, req, res);
}

const checks = {
  database: () => database().sql`select 1`,
  migrations: () => database().sql`select 1 from provider limit 1`,
  jobs: () => !runsJobs || Boolean(parts.runner ?? ready?.inngest),
  accepting: () => ready !== undefined && !stopping,
};

function page({ showPage }: Web, req: IncomingMessage, res: ServerResponse): void {
  showPage(req, res).catch((error: unknown) => {
    log.error({ err: error, path: req.url }, 'page failed');
    if (!res.headersSent) res.writeHead(500);
    res.end();
  });
}

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
  await listen();
  await startTracing();

  // Pages load while PostgreSQL starts.
  const pagesReady = servesRequests ? preparePages() : undefined;

  // The database at this build's schema, with the rows that every partner needs.
  const located = await locateDatabase({ log });
  parts.located = located;
  if (stopping) return;
  await (env.MIGRATE ? migrate : requireMigrated)(located.url);
  if (stopping) return;
  const limits = located.takesLimits ? timeLimits(env.DEMARC_ROLE) : {};
  parts.database = openDatabase(located.url, env.DATABASE_CONNECTIONS, limits);
  if (env.DATABASE_REPLICA_URL) openDatabaseReplica(env.DATABASE_REPLICA_URL, env.DATABASE_CONNECTIONS);
  await keepPartitions(parts.database.sql, realNow());
  await loadDefaultScheduleD();
  await removeForbiddenServers();
  const demo = await firstStart({ log, enabled: env.DEMO, dataDir: env.DATA_DIR, publicUrl: env.PUBLIC_URL });
  const web = pagesReady ? await openWeb(await pagesReady) : null;
  if (stopping) return;

  // Deliveries and accounting are the work of a process with jobs.
  if (demo && runsJobs) {
    sendDeliveriesThrough(withDemoReceivers);
    parts.stopDemo = simulateNetwork({ providerId: demo.credentials.providerId, log });
  }
  const inngest = await startJobs(located.url);
  ready = { located, web, inngest };
  log.info({ address: env.PUBLIC_URL, ms: Math.round(monotonicMs() - started) }, 'ready');
  const banner = {
    ...{ publicUrl: env.PUBLIC_URL, dataDir: env.DATA_DIR },
    isTerminal: process.stdout.isTTY === true,
  };
  process.stdout.write(firstStartBanner(demo, banner));
}

function preparePages(): Promise<Pages> {
  const pages = next({ dev: flags.dev, hostname: env.HOST, port: env.PORT, httpServer: upgradesForNext });
  parts.pages = pages;
  const prepared = pages.prepare().then(() => pages);
  prepared.catch(() => {});
  return prepared;
}

async function openWeb(pages: Pages): Promise<Web> {
  const limits = await createRateLimits(env);
  parts.limits = limits;
  bridgePages();
  return {
    dispatch: createDispatcher(limits, requestLog),
    portal: createPortalHandler(portalOrigins(env.PUBLIC_URL)),
    upload: createUploadHandler(portalOrigins(env.PUBLIC_URL)),
    showPage: pages.getRequestHandler(),
  };
}

/**
 * Starts the jobs if the role has them, and sends the wake-ups of committed transactions to where they run: an Inngest
 * server, this process or the processes with the role `jobs`.
 * @returns the endpoint for an Inngest server
 */
async function startJobs(databaseUrl: string): Promise<RequestListener | null> {
  const isLocal = !usesInngestServer(env);
  const send = isLocal && !runsJobs ? notifyJobs : wake;
  onCommit((providerId, wakes) => {
    for (const name of wakes) send(name, providerId);
  });
  if (!runsJobs) return null;
  if (isLocal) {
    parts.runner = await startLocalRunner({ client: jobs, functions: jobFunctions, log, claimTick });
    parts.runner.tick(realNow());
    // Processes with the role `web` have no other way to wake this one.
    parts.stopListening = listenForWakes(databaseUrl, wake);
  }
  parts.stopWatching = watchAccounting({ log });
  return inngestHandler({ client: jobs, functions: jobFunctions, env, log });
}

// --- off ----------------------------------------------------------------------------------------------------------

/**
 * Lets requests, jobs and deliveries in flight end, then closes everything, the database included. Contract: Processes.
 */
async function stop(exitCode: number): Promise<never> {
  const atMs = monotonicMs();
  stopping = { atMs };
  const left = (untilMs: number) => Math.max(0, atMs + untilMs - monotonicMs());
  setTimeout(() => void endAtOnce('shutdown time limit'), PROCESS_ENDS_MS);

  parts.stopWatching?.();
  parts.stopDemo?.();
  // Concurrently, within one time limit.
  const { runner, limits, pages } = parts;
  const work = [transport.close(REQUESTS_END_MS), runner?.stop(), stopDeliveries()];
  await settledWithin(left(WORK_END_MS), work);
  limits?.close();
  // The last requests are answered now.
  if (parts.database) await settledWithin(left(REQUEST_LOG_ENDS_MS), [requestLog.flush()]);
  // A start that is still running ends with its database.
  const connections = [parts.database?.close(), parts.stopListening?.(), stopTracing()];
  await settledWithin(left(CONNECTIONS_END_MS), [pages?.close(), ...connections, starting]);
  await parts.located?.stop(left(DATABASE_ENDS_MS));
  process.exit(exitCode);
}

/** Waits until all promises are settled, at most `ms` milliseconds. */
function settledWithin(ms: number, promises: unknown[]): Promise<unknown> {
  return Promise.race([Promise.allSettled(promises), sleep(ms)]);
}

/** Ends the process and the embedded database immediately; the next start recovers. */
async function endAtOnce(why: string): Promise<never> {
  log.warn({ why }, 'process ended immediately');
  await parts.located?.kill();
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
