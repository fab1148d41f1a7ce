import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { portalOrigins } from './auth/origin.ts';
import { staffAuthHandler } from './auth/staff-handler.ts';
import { claimTick } from './background/claim-ticks.ts';
import { inngest, usesInngestServer } from './background/client.ts';
import { measured } from './background/define-drain.ts';
import { INNGEST_PATH, inngestHandler } from './background/http.ts';
import { type LocalRunner, startLocalRunner } from './background/local-runner.ts';
import { listenForWakes, notifyOthers } from './background/notify-others.ts';
import { backgroundFunctions, waitsForSystems } from './background/registry.ts';
import { startHere, wake } from './background/wake.ts';
import { watchAccounting } from './background/watch-accounting.ts';
import { watchFeed } from './background/watch-feed.ts';
import { watchRetries } from './background/watch-retries.ts';
import { realNow } from './clock.ts';
import {
  asJob,
  type Database,
  database,
  openDatabase,
  openDatabaseOfJobs,
  openDatabaseReplica,
} from './db/client.ts';
import { jobLimits, requestLimits } from './db/time-limits.ts';
import { createDemoPages, isDemoPage } from './demo/desk.ts';
import { type FirstStartResult, firstStart, firstStartBanner } from './demo/first-start.ts';
import { beginDemoProcess, type DemoProcess } from './demo/in-own-process.ts';
import { withDemoReceivers } from './demo/receivers.ts';
import { simulateNetwork } from './demo/simulated-network.ts';
import { type StandIns, startStandIns } from './demo/stand-ins.ts';
import { drainDeliveries, sendDeliveriesThrough, stopDeliveries } from './domain/messaging/delivery/due.ts';
import { CUSTOMER_PATH } from './domain/model/customer-page/link.ts';
import { removeForbiddenServers } from './domain/network-server/remove-forbidden.ts';
import { CHECKOUT_PATH } from './domain/payment/checkout.ts';
import { loadDefaultScheduleD } from './domain/schedule-d/load.ts';
import { env } from './env.ts';
import type { PlainAnswer } from './health.ts';
import { pathOf } from './http/path-of.ts';
import { createPlacesOfAddresses, type PlacesOfAddresses } from './http/places-of-address.ts';
import { isApiPath } from './http/transport.ts';
import { answerUnavailable } from './http/unavailable.ts';
import { log } from './log.ts';
import { createCustomerPages } from './payer/customer.ts';
import { answerGateway, isGatewayHook, STRIPE_WEBHOOK_PATH } from './payer/gateway-hook.ts';
import { answerPayer } from './payer/pay.ts';
import type { LinkLimits } from './payer/refuse-unknown.ts';
import { answerSmsReport, isSmsHook } from './payer/sms-hook.ts';
import { bridgePages } from './portal/bridge.ts';
import { answerChanges, isChangesStream } from './portal/changes.ts';
import { answerDownload, isDownload } from './portal/downloads.ts';
import { EXPORT_PATH, exportCsv } from './portal/export.ts';
import { downloadRejects, REJECTS_PATH } from './portal/job-rejects.ts';
import { createPages, type Pages } from './portal/pages.ts';
import { createPortalHandler, TRPC_PATH } from './portal/trpc.ts';
import { createUploadHandler, UPLOAD_PATH } from './portal/upload-import.ts';
import type { LocatedDatabase } from './postgres/locate.ts';
import { migrate, requireMigrated } from './postgres/migrate.ts';
import { keepPartitions } from './postgres/partitions.ts';
import { createDispatcher, DOCUMENT_PATH } from './rest/dispatch.ts';
import { createHookHandler, HOOKS_PATH } from './rest/hooks.ts';
import { openApiText } from './rest/openapi.ts';
import { createRateLimits, type RateLimits } from './rest/rate-limit.ts';
import { createRequestLog } from './rest/request-log.ts';
import { scrape } from './rest/scrape.ts';
import { endWaits } from './work/committed-events.ts';
import { onCommit } from './work/wake.ts';

/** The pause, in ms, in which requests that waited for the start are answered before pages load and sweeps run. */
const REQUESTS_FIRST_MS = 50;

/** The pages that load what all pages, and all documents, have in common. */
const FIRST_PAGES = ['/login', '/docs', '/docs/contract', '/docs/events', '/docs/search.json'];

/** The limit of one of them, in ms. */
const FIRST_PAGE_MS = 10_000;

/** The time after which a payer of the demo pays a prompt by itself, in ms. */
const PAYER_WAITS_MS = 15_000;

const runsJobs = env.DEMARC_ROLE !== 'web';
const servesRequests = env.DEMARC_ROLE !== 'jobs';

/** The handlers of portal and API. */
type Web = {
  dispatch: RequestListener;
  hooks: RequestListener;
  portal: RequestListener;
  upload: RequestListener;
  customer: RequestListener;
  page: RequestListener;
  links: LinkLimits;
  places: PlacesOfAddresses;
  /** The pages of the demo; null without one. */
  demo: RequestListener | null;
};

/** What must be closed; parts are absent until the start has reached them, or where the role does not need them. */
type Parts = {
  demoProcess: DemoProcess;
  database: Database;
  pages: Pages;
  limits: RateLimits;
  runner: LocalRunner;
  stopWatching: (() => void)[];
  stopDemo: () => void;
  standIns: StandIns;
  stopListening: () => Promise<void>;
};
const parts: Partial<Parts> = {};
const requestLog = createRequestLog();

/** What the process answers with, once open; null where its role has no such requests. */
let handlers: { web: Web | null; inngest: RequestListener | null } = { web: null, inngest: null };

// --- requests -----------------------------------------------------------------------------------------------------

/** Answers a request of an open service, of any path except the probes. Contract: Processes. */
export function answerRequest(located: LocatedDatabase, req: IncomingMessage, res: ServerResponse): void {
  const path = pathOf(req.url);
  const { web, inngest } = handlers;
  // A portal call reports an unavailable database in the form that its page reads.
  if (web && path.startsWith(TRPC_PATH)) web.portal(req, res);
  else if (located.isDown()) answerUnavailable(req, res);
  else if (inngest && path === INNGEST_PATH) inngest(req, res);
  else if (web) answerWeb(web, path, req, res);
  else answerUnavailable(req, res, 'This process runs jobs and answers no requests.');
}

function answerWeb(web: Web, path: string, req: IncomingMessage, res: ServerResponse): void {
  const ofStranger = answerOfStranger(web, path);
  if (ofStranger) web.places.answer(req, res, () => ofStranger(req, res));
  else if (isApiPath(path)) web.dispatch(req, res);
  else if (path.startsWith(HOOKS_PATH)) web.hooks(req, res);
  else if (path.startsWith(EXPORT_PATH)) exportCsv(req, res);
  else if (path.startsWith(UPLOAD_PATH)) web.upload(req, res);
  else if (path.startsWith(REJECTS_PATH)) downloadRejects(req, res);
  else if (isChangesStream(path)) answerChanges(req, res);
  else if (isDownload(path)) answerDownload(req, res);
  else if (path.startsWith('/api/auth/')) staffAuthHandler(req, res);
  else if (web.demo && isDemoPage(path)) web.demo(req, res);
  else web.page(req, res);
}

/** What answers a request that anyone can make, without a session or a key: such requests have places of their address. */
function answerOfStranger({ links, customer, dispatch }: Web, path: string): RequestListener | null {
  if (path === DOCUMENT_PATH) return dispatch;
  if (path.startsWith(CHECKOUT_PATH)) return (req, res) => answerPayer(req, res, links);
  if (path.startsWith(CUSTOMER_PATH)) return customer;
  if (isGatewayHook(path) || path === STRIPE_WEBHOOK_PATH)
    return (req, res) => answerGateway(req, res, links.failed);
  if (isSmsHook(path)) return (req, res) => answerSmsReport(req, res, links.failed);
  return null;
}

/** Hands Next the reload socket of a page in development. */
export function takeReload(req: IncomingMessage, socket: Socket, head: Buffer): boolean {
  return parts.pages?.takeReload(req, socket, head) === true;
}

/** `GET /metrics`. Contract: Processes. */
export function metricsAnswer(req: IncomingMessage): Promise<PlainAnswer> {
  return scrape(req);
}

/** What `/readyz` checks of an open service. */
export const serviceChecks = {
  database: () => database().sql`select 1`,
  migrations: () => database().sql`select 1 from provider limit 1`,
  jobs: () => !runsJobs || Boolean(parts.runner ?? handlers.inngest),
};

// --- on -----------------------------------------------------------------------------------------------------------
type Opening = {
  /** Whether the database was created by this start, and is empty. */
  isNew: boolean;
  /** Whether pages are reloaded when their sources change. */
  dev: boolean;
  /** Whether the process stops. It is read between the steps, and the rest is then left out. */
  isStopping: () => boolean;
};

/**
 * Migrates the database, fills in the rows that every partner needs, and opens what the role of this process has: the
 * handlers of requests, and background functions.
 * @returns the text with the address of the portal; undefined when it was stopped
 * @throws Error when the database cannot be migrated or the demo partner cannot be created
 */
export async function openService(
  located: LocatedDatabase,
  { isNew, dev, isStopping }: Opening,
): Promise<string | undefined> {
  if (servesRequests) parts.pages = createPages(dev);
  if (isNew && env.DEMO) parts.demoProcess = beginDemoProcess();
  await (env.MIGRATE ? migrate : requireMigrated)(located.url);
  if (isStopping()) return;
  parts.database = openPools(located);
  await asJob(() =>
    Promise.all([
      keepPartitions(database().sql, realNow()),
      loadDefaultScheduleD(),
      removeForbiddenServers(),
    ]),
  );
  const demo = await demoPartner(located);
  if (demo) {
    const { providerId } = demo.credentials;
    parts.standIns = await startStandIns({
      providerId,
      origin: ownOrigin(),
      log,
      payerWaitsMs: PAYER_WAITS_MS,
    });
  }
  const web = parts.pages ? await openWeb(parts.pages) : null;
  if (isStopping()) return;

  // Deliveries and accounting are the work of a process with background functions.
  if (demo && runsJobs) {
    sendDeliveriesThrough(withDemoReceivers);
    parts.stopDemo = simulateNetwork({ providerId: demo.credentials.providerId, log });
  }
  handlers = { web, inngest: await startJobs(located.url) };
  const { PUBLIC_URL: publicUrl, DATA_DIR: dataDir } = env;
  return firstStartBanner(demo, { publicUrl, dataDir, isTerminal: process.stdout.isTTY === true });
}

/** The connections of the process: for requests, for background functions, and for reads from the replica. */
function openPools({ url, takesLimits }: LocatedDatabase): Database {
  const max = env.DATABASE_CONNECTIONS;
  const limits = servesRequests ? requestLimits : jobLimits;
  const opened = openDatabase(url, max, takesLimits ? limits : {});
  if (takesLimits && servesRequests && runsJobs) openDatabaseOfJobs(max, jobLimits);
  if (env.DATABASE_REPLICA_URL) openDatabaseReplica(env.DATABASE_REPLICA_URL, max);
  return opened;
}

/** Creates or finds the demo partner. Pages load while another process creates it. */
async function demoPartner({ url, adminUrl = url }: LocatedDatabase): Promise<FirstStartResult | null> {
  const { PUBLIC_URL: publicUrl, DATA_DIR: dataDir, DEMO: enabled } = env;
  const { demoProcess } = parts;
  if (!demoProcess) return asJob(() => firstStart({ log, enabled, dataDir, publicUrl }));
  parts.pages?.load().catch(() => {});
  return demoProcess.create({ databaseUrl: url, adminUrl, dataDir, publicUrl });
}

/** The address of the API on this machine; of another process where this one answers no requests. */
function ownOrigin(): string {
  const { HOST: host, PORT: port, PUBLIC_URL: publicUrl } = env;
  if (!servesRequests) return publicUrl;
  const own = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  return `http://${own.includes(':') ? `[${own}]` : own}:${port}`;
}

async function openWeb(pages: Pages): Promise<Web> {
  const limits = await createRateLimits(env);
  parts.limits = limits;
  parts.stopWatching = [watchFeed({ log })];
  bridgePages();
  const links = { page: limits.customerPage, failed: limits.failedLink };
  return {
    dispatch: createDispatcher(limits, requestLog),
    hooks: createHookHandler(limits),
    portal: createPortalHandler(portalOrigins(env.PUBLIC_URL)),
    upload: createUploadHandler(portalOrigins(env.PUBLIC_URL)),
    customer: createCustomerPages(links),
    page: pages.answer,
    links,
    places: createPlacesOfAddresses(),
    demo: parts.standIns ? createDemoPages(parts.standIns, links.failed) : null,
  };
}

/**
 * Starts the background functions if the role has them, and sends the wake-ups of committed transactions to where they run: an Inngest
 * server, this process or the processes with the role `jobs`.
 * @returns the endpoint for an Inngest server
 */
async function startJobs(databaseUrl: string): Promise<RequestListener | null> {
  const isLocal = !usesInngestServer(env);
  const send = isLocal && !runsJobs ? notifyOthers : wake;
  onCommit((providerId, wakes) => {
    for (const name of wakes) send(name, providerId);
  });
  if (!runsJobs) return null;
  startHere('deliveries/due', (providerId) =>
    measured('deliveries-due', () => drainDeliveries({ providerId })),
  );
  if (isLocal) {
    parts.runner = await startLocalRunner({
      client: inngest,
      functions: backgroundFunctions,
      log,
      claimTick,
      waitsForSystems,
    });
    // Processes with the role `web` have no other way to wake this one.
    parts.stopListening = listenForWakes(databaseUrl, wake);
  }
  parts.stopWatching = [...(parts.stopWatching ?? []), watchAccounting({ log }), watchRetries({ log })];
  return inngestHandler({ client: inngest, functions: backgroundFunctions, env, log });
}

/**
 * The work of an open service that no answer waits for: it loads the pages and the API document, which their first request would do as
 * well, and begins the first sweep of the background functions.
 * @throws Error when the pages cannot be loaded
 */
export async function warmUp({ dev }: { dev: boolean }): Promise<void> {
  await sleep(REQUESTS_FIRST_MS);
  await parts.pages?.load();
  parts.runner?.tick(realNow());
  // In development a page is compiled when a person opens it.
  if (servesRequests && !dev) await loadFirstAnswers();
}

/** Without this, the first request of a page or of the document would take the event loop for longer than any other. */
async function loadFirstAnswers(): Promise<void> {
  openApiText();
  for (const path of FIRST_PAGES) {
    // A process that stops meanwhile has no more pages.
    await fetch(ownOrigin() + path, { signal: AbortSignal.timeout(FIRST_PAGE_MS) })
      .then((answer) => answer.arrayBuffer())
      .catch(() => {});
  }
}

// --- off ----------------------------------------------------------------------------------------------------------

/** Begins no more work and lets the work in flight end. */
export async function endWork(): Promise<void> {
  parts.limits?.refusals.release();
  parts.demoProcess?.end();
  endWaits();
  for (const stop of parts.stopWatching ?? []) stop();
  parts.stopDemo?.();
  parts.standIns?.stop();
  await Promise.all([parts.runner?.stop(), stopDeliveries()]);
}

/** Stores the last lines of the request log. To be called when the last request is answered. */
export async function endLog(): Promise<void> {
  parts.limits?.close();
  if (parts.database) await requestLog.flush();
}

/** Closes pages and the connections to the database. */
export async function endConnections(): Promise<void> {
  await Promise.allSettled([parts.pages?.close(), parts.database?.close(), parts.stopListening?.()]);
}
