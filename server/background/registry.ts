import type { InngestFunction } from 'inngest';
import { runDueRows } from '../api/run-job.ts';
import { realNow } from '../clock.ts';
import { database } from '../db/client.ts';
import { purgeAudit } from '../domain/audit/purge.ts';
import { eraseDueLogs } from '../domain/erasure/erase-logs.ts';
import { placeAllEvents } from '../domain/event/place-events.ts';
import { providersWithDueRefunds, submitDueRefunds } from '../domain/external/gateway/submit-refunds.ts';
import { providersWithDueServices, pushDueServices } from '../domain/external/outbound-sync/push-due.ts';
import { providersWithDueAddresses, registerDueAddresses } from '../domain/gateway-account/register-due.ts';
import { processDueEvents, providersWithDueEvents } from '../domain/inbound-event/process-due.ts';
import { providersWithJobs, purgeJobs } from '../domain/job/finish.ts';
import { extendAnchors } from '../domain/list/anchors.ts';
import { drainDeliveries, providersWithDueDeliveries } from '../domain/messaging/delivery/due.ts';
import { providersWithDueEmails, sendDueEmails } from '../domain/messaging/email/send-due.ts';
import { storeMonths } from '../domain/metrics/store-months.ts';
import { purgeAttempts } from '../domain/model/attempts.ts';
import { invoiceResource } from '../domain/model/invoice/resource.ts';
import { paymentResource } from '../domain/model/payment/resource.ts';
import { subscriberResource } from '../domain/model/subscriber/resource.ts';
import { subscriptionResource } from '../domain/model/subscription/resource.ts';
import { announceSessions, providersWithSessionFacts } from '../domain/network/announce-sessions.ts';
import {
  applySessionChanges,
  providersWithDueSessionChanges,
} from '../domain/network/apply-session-changes.ts';
import { PROCESSING_BEFORE_EVENTS_MS, processAccounting } from '../domain/network/process-accounting.ts';
import { purgeAccounting } from '../domain/network/purge-accounting.ts';
import { purgeUsageDays } from '../domain/network/purge-usage.ts';
import { queueDigests } from '../domain/notification/digest.ts';
import { expireDueSessions, providersWithDueSessions } from '../domain/payment/expire-sessions.ts';
import { providersWithDuePrompts, sendDuePrompts } from '../domain/payment/send-prompts.ts';
import { drainDue, providersWithDueWork } from '../domain/scheduling/run.ts';
import { keepPartitions } from '../postgres/partitions.ts';
import { purgeSignIns } from '../radius/purge.ts';
import type { WakeName } from '../work/wake-names.ts';
import { dueEvents, inngest, laneCounts } from './client.ts';
import { type Drain, defineDrain, measured } from './define-drain.ts';
import { type Steps, sweepNetwork } from './network-sweep.ts';
import { whileOpen } from './while-open.ts';

const EVERY_MINUTE = '* * * * *';

/** The limits of drains that wait for systems of partners. */
const ofSystems = { budgetMs: 20_000, waitsForSystems: true } as const;

/** The drain that each wake-up starts. A new kind of due work is a line here and its name in `work/wake-names.ts`. */
const drains: { [Name in WakeName]: Drain } = {
  'billing/due': { drain: drainDue, listDue: providersWithDueWork, budgetMs: 5_000 },
  'deliveries/due': {
    drain: drainDeliveries,
    listDue: providersWithDueDeliveries,
    budgetMs: 5_000,
    besideAdvance: true,
  },
  'inbound/due': { drain: processDueEvents, listDue: providersWithDueEvents, budgetMs: 20_000 },
  'jobs/due': { drain: runDueRows, listDue: providersWithJobs, budgetMs: 10_000 },
  'emails/due': { drain: sendDueEmails, listDue: providersWithDueEmails, ...ofSystems, besideAdvance: true },
  'outbound-sync/due': { drain: pushDueServices, listDue: providersWithDueServices, ...ofSystems },
  'network/due': { drain: applySessionChanges, listDue: providersWithDueSessionChanges, ...ofSystems },
  'sessions/due': {
    prepare: {
      step: 'process accounting',
      run: async () => void (await processAccounting({ budgetMs: PROCESSING_BEFORE_EVENTS_MS })),
    },
    drain: announceSessions,
    listDue: providersWithSessionFacts,
    budgetMs: 5_000,
  },
  'refunds/due': { drain: submitDueRefunds, listDue: providersWithDueRefunds, ...ofSystems },
  'prompts/due': { drain: sendDuePrompts, listDue: providersWithDuePrompts, ...ofSystems },
  'gateways/due': { drain: registerDueAddresses, listDue: providersWithDueAddresses, ...ofSystems },
  'checkouts/due': { drain: expireDueSessions, listDue: providersWithDueSessions, ...ofSystems },
};

/** Work on a schedule. */
const scheduled = [
  { id: 'network-sweep', cron: EVERY_MINUTE, retries: 0, run: sweepNetwork },
  { id: 'erasures', cron: EVERY_MINUTE, retries: 0, run: eraseLogs },
  { id: 'event-feed', cron: EVERY_MINUTE, retries: 0, run: placeEventsInFeed },
  { id: 'list-anchors', cron: '*/10 * * * *', retries: 0, run: extendListAnchors },
  { id: 'month-figures', cron: '*/10 * * * *', retries: 0, run: storeMonthFigures },
  { id: 'notification-digests', cron: '*/5 * * * *', retries: 0, run: queueNotificationDigests },
  { id: 'radius-purge', cron: '37 3 * * *', retries: 2, run: purgeRadius },
  { id: 'retention', cron: '47 * * * *', retries: 0, run: purgeExpired },
  { id: 'jobs-purge', cron: '27 3 * * *', retries: 2, run: purgeExpiredJobs },
  { id: 'partitions', cron: '17 * * * *', retries: 0, run: maintainPartitions },
] as const;

/** Searches the logs for the data of erased subscribers. */
function eraseLogs(step: Steps) {
  return step.run('erase', () => eraseDueLogs());
}

/** Gives events their places in the feed, also where nothing reads it. */
function placeEventsInFeed(step: Steps) {
  return step.run('place', placeAllEvents);
}

/** Adds the anchors of long lists, without which deep pages are slow. */
function extendListAnchors(step: Steps) {
  const resources = [subscriberResource, subscriptionResource, invoiceResource, paymentResource];
  return step.run('extend', () => extendAnchors(resources, realNow()));
}

/** Stores the figures of months that are over, so that the home page does not compute them. */
function storeMonthFigures(step: Steps) {
  return step.run('store', storeMonths);
}

/** Queues the daily emails about what needs a person. */
function queueNotificationDigests(step: Steps) {
  return step.run('queue', queueDigests);
}

/** Creates the coming months of events and deliveries, and drops the expired ones. */
function maintainPartitions(step: Steps) {
  return step.run('maintain', () => keepPartitions(database().sql, realNow()));
}

/** Deletes jobs of staff that ended 30 days ago. */
function purgeExpiredJobs(step: Steps) {
  return step.run('purge', purgeJobs);
}

/** The real time in which one run deletes expired rows of one kind, in ms. */
const PURGE_MS = 60_000;

/**
 * Deletes windows of attempts that are over, and the accounting and audit entries that have expired, which are kept for ever by default.
 */
async function purgeExpired(step: Steps) {
  await step.run('attempts', purgeAttempts);
  await step.run('accounting', () => purgeAccounting({ budgetMs: PURGE_MS }));
  await step.run('audit', () => purgeAudit({ budgetMs: PURGE_MS }));
}

/** Deletes old sign-ins from the log of FreeRADIUS, and old days of usage. */
async function purgeRadius(step: Steps) {
  await step.run('purge sign-ins', purgeSignIns);
  await step.run('purge usage', purgeUsageDays);
}

const drained = (Object.entries(drains) as [WakeName, Drain][]).map(([name, drain]) => {
  const [worker, sweep] = defineDrain({
    // The sessions of a closed account still have to end.
    ...(name === 'network/due' ? drain : whileOpen(drain)),
    id: name.replace('/', '-'),
    event: dueEvents[name],
    cron: EVERY_MINUTE,
    lanes: laneCounts[name],
  });
  return { worker, sweep, waitsForSystems: drain.waitsForSystems };
});

const workersOfSystems = new Set(
  drained.filter((drain) => drain.waitsForSystems).map(({ worker }) => worker),
);

/** Whether a function waits for systems of partners. */
export const waitsForSystems = (fn: InngestFunction.Any) => workersOfSystems.has(fn);

const scheduledFunctions = scheduled.map(({ id, cron, retries, run }) =>
  inngest.createFunction({ id, triggers: [{ cron }], concurrency: { limit: 1 }, retries }, ({ step }) =>
    run({ ...step, run: (name, work) => step.run(name, () => measured(id, work)) }),
  ),
);

/** Every function, whether it runs in this process or on an Inngest server. */
export const backgroundFunctions: readonly InngestFunction.Any[] = [
  ...drained.flatMap(({ worker, sweep }) => [worker, sweep]),
  ...scheduledFunctions,
];
