import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { parseArgs } from 'node:util';
import next from 'next';
import { portalOrigins } from './auth/own-page.ts';
import { staffAuthHandler } from './auth/staff.ts';
import { monotonicMs, realNow } from './clock.ts';
import { openDatabase } from './db/client.ts';
import { locateDatabase } from './db/locate.ts';
import { migrate } from './db/migrate.ts';
import { keepPartitions } from './db/partitions.ts';
import { onCommit } from './db/transaction.ts';
import { firstStart, firstStartBanner } from './demo/first-start.ts';
import { stopDeliveries } from './domain/delivery/due.ts';
import { removeForbiddenServers } from './domain/network-server/remove-forbidden.ts';
import { CHECKOUT_PATH } from './domain/payment/checkout.ts';
import { loadDefaultScheduleD } from './domain/schedule-d/load.ts';
import { env } from './env.ts';
import { healthz, type PlainAnswer, readyz } from './health.ts';
import { type JobEventName, jobs, usesInngestServer } from './jobs/client.ts';
import { INNGEST_PATH, inngestHandler } from './jobs/http.ts';
import { startLocalRunner } from './jobs/local-runner.ts';
import { jobFunctions } from './jobs/registry.ts';
import { wake } from './jobs/wake.ts';
import { watchAccounting } from './jobs/watch-accounting.ts';
import { log } from './log.ts';
import { answerPayer } from './payer/pay.ts';
import { answerStripe, STRIPE_WEBHOOK_PATH } from './payer/stripe-webhook.ts';
import { bridgePages } from './portal/bridge.ts';
import { EXPORT_PATH, exportCsv } from './portal/export.ts';
import { isInvoicePdf, showInvoicePdf } from './portal/invoice-pdf.ts';
import { createPortalHandler, TRPC_PATH } from './portal/trpc.ts';
import { createDispatcher } from './rest/dispatch.ts';
import { answerMalformed } from './rest/malformed.ts';
import { metrics } from './rest/metrics.ts';
import { createRateLimits } from './rest/rate-limit.ts';

/** How long requests under way may take to end once we are told to stop, in ms. */
const DRAIN_MS = 10_000;

const started = monotonicMs();
const { values: flags } = parseArgs({ options: { dev: { type: 'boolean', default: false } } });

// Pages are loaded while PostgreSQL starts.
const pages = next({ dev: flags.dev, hostname: env.HOST, port: env.PORT });
const pagesReady = pages.prepare();
pagesReady.catch(() => {});

// --- the database, at this build's schema, with what every partner needs ----------------------------------------

const located = await locateDatabase({ log });
await migrate(located.url);
const database = openDatabase(located.url);
await keepPartitions(database.sql, realNow());
await loadDefaultScheduleD();
await removeForbiddenServers();

// --- jobs ---------------------------------------------------------------------------------------------------------

const runner = usesInngestServer(env)
  ? null
  : await startLocalRunner({ client: jobs, functions: jobFunctions, log });
onCommit((providerId, wakes) => {
  for (const name of wakes) wake(name as JobEventName, providerId);
});
runner?.tick(realNow());
const stopWatching = watchAccounting({ log });
const inngest = inngestHandler({ client: jobs, functions: jobFunctions, env, log });

// --- faces --------------------------------------------------------------------------------------------------------

const limits = await createRateLimits(env);
const dispatch = createDispatcher(limits);
const portal = createPortalHandler(portalOrigins(env.PUBLIC_URL));
bridgePages();
const showPage = pages.getRequestHandler();

let draining = false;

const server = createServer((req, res) => {
  const path = req.url ?? '/';
  if (path.startsWith('/v1/') || path === '/v1') dispatch(req, res);
  else if (path.startsWith(TRPC_PATH)) portal(req, res);
  else if (path.startsWith(EXPORT_PATH)) exportCsv(req, res);
  else if (isInvoicePdf(path)) showInvoicePdf(req, res);
  else if (path.startsWith('/api/auth/')) staffAuthHandler(req, res);
  else if (path.startsWith(CHECKOUT_PATH)) answerPayer(req, res);
  else if (path.split('?')[0] === STRIPE_WEBHOOK_PATH) answerStripe(req, res);
  else if (inngest && path.split('?')[0] === INNGEST_PATH) inngest(req, res);
  else if (path === '/healthz') plain(res, healthz());
  else if (path === '/readyz') readyz(checks).then((answer) => plain(res, answer));
  else if (path === '/metrics') metrics.scrape().then((answer) => plain(res, answer));
  else page(req, res);
});
server.keepAliveTimeout = 65_000;
server.on('clientError', answerMalformed);

const checks = {
  database: () => database.sql`select 1`,
  migrations: () => database.sql`select 1 from provider limit 1`,
  jobs: () => runner !== null || inngest !== null,
  accepting: () => !draining,
};

function page(req: IncomingMessage, res: ServerResponse): void {
  showPage(req, res).catch((error: unknown) => {
    log.error({ err: error, path: req.url }, 'page failed');
    if (!res.headersSent) res.writeHead(500);
    res.end();
  });
}

function plain(res: ServerResponse, { status, contentType, body }: PlainAnswer): void {
  res.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store' }).end(body);
}

// --- on and off ---------------------------------------------------------------------------------------------------

const demo = await firstStart({ log, enabled: env.DEMO, dataDir: env.DATA_DIR, publicUrl: env.PUBLIC_URL });
await pagesReady;
server.listen(env.PORT, env.HOST, () => {
  log.info({ address: env.PUBLIC_URL, ms: Math.round(monotonicMs() - started) }, 'ready');
  process.stdout.write(firstStartBanner(demo, env.PUBLIC_URL));
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(signal));

/** Lets requests and jobs end, then closes everything, the database too. */
async function stop(signal: string): Promise<void> {
  if (draining) return;
  draining = true;
  log.info({ signal }, 'stopping');
  const hardStop = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  const closed = new Promise((done) => server.close(done));
  server.closeIdleConnections();
  await closed;
  clearTimeout(hardStop);
  stopWatching();
  await runner?.stop();
  await stopDeliveries();
  limits.close();
  await pages.close();
  await database.close();
  await located.stop();
  process.exit(0);
}
