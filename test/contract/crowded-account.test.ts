import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { staffAuthHandler } from '../../server/auth/staff-handler.ts';
import { metrics } from '../../server/metrics.ts';
import { createCustomerPages } from '../../server/payer/customer.ts';
import { answerPayer } from '../../server/payer/pay.ts';
import { answerDownload, isDownload } from '../../server/portal/downloads.ts';
import { downloadRejects, REJECTS_PATH } from '../../server/portal/job-rejects.ts';
import { createPortalHandler } from '../../server/portal/trpc.ts';
import { createLimiter } from '../../server/rest/rate-limit.ts';
import { type Route, routes } from '../../server/rest/routes.ts';
import { crowd, limited } from '../fixtures/crowded-account.ts';
import { fillRest, insertRow } from '../fixtures/filled-account.ts';
import { useApi } from './api.ts';
import { bodies, dataOf } from './helpers.ts';
import { createOneOfEach, type Ids, origin, type Staff, signedInPartner } from './portal-helpers.ts';
import { fieldsOf, inputsWithIds, inputsWithoutIds, portalOnly } from './portal-inputs.ts';
import { requestOf } from './rest-requests.ts';

/** Copies of a row, all below one parent: more than a request reads. */
const COPIES = 1_500;

/** The most that one request reads of the database, and answers. A page of 100 rows with the longest metadata has 5 MB. */
const MOST = { rows: 1_200, bytes: 8_000_000, answered: 6_000_000 };

/** Requests whose work has no such limit, and why. They are not sent, or may read more. */
const notSent: Record<string, string> = {
  'subscriber.activate': 'moves all subscriptions of a subscriber, in parts',
  'subscriber.deactivate': 'moves all subscriptions of a subscriber, in parts',
  'subscriber.suspend': 'moves all subscriptions of a subscriber, in parts',
  'subscriber.terminate': 'moves all subscriptions of a subscriber, in parts',
  'subscriber.erase': 'deletes all rows of a person, in parts',
  'subscriber.exportData': 'has all rows of a person, in parts',
  'networkSession.disconnect': 'waits for a router',
};
const mayReadMore: Record<string, string> = {
  'announcement.preview': 'counts up to 20,000 people by their ids',
  'announcement.create': 'stores up to 20,000 people',
  'dryRun.run': 'suspends a subscriber with all subscriptions',
  'job.createBulk': 'stores up to 20,000 rows by their ids',
  'profile.rename': 'compares a name with those of all integrations',
  'subscription.migrateOut': 'ends all open sessions of a service',
};

/** Reads that are refused for the rows of this account. */
const refused: Record<string, number> = {
  'invoice.creditNote': 409,
  'payment.debt': 404,
  'subscriber.statement': 400,
  'subscriber.statementPdf': 400,
};

const unlimited = createLimiter({ name: 'none', perMinute: 0 });
const links = { page: unlimited, failed: unlimited };
const customer = createCustomerPages(links);
const portal = createPortalHandler([origin], createLimiter({ name: 'portal', ratePerSecond: 0, burst: 0 }));
const api = useApi({}, (req, res) => {
  const path = req.url ?? '';
  if (path.startsWith('/api/auth/')) return staffAuthHandler(req, res);
  if (path.startsWith('/c/')) return customer(req, res);
  if (path.startsWith('/pay/')) return answerPayer(req, res, links);
  if (path.startsWith(REJECTS_PATH)) return downloadRejects(req, res);
  return isDownload(path) ? answerDownload(req, res) : portal(req, res);
});

let owner: Staff;
let ids: Ids;
let customerPath: string;
let messageId: string;
let counts: Record<string, number>;

beforeAll(async () => {
  owner = await signedInPartner(api);
  ids = await createOneOfEach(api, owner, '10.71.0.1');
  const { subscriber, subscription, payment, delivery, integration, owner: person } = ids;
  customerPath = new URL(dataOf(await owner.post(`/v1/subscribers/${subscriber}/page-link`)).url).pathname;
  const { database, sql } = api;
  const [message] = await sql`select id from mail where subscriber_id = ${subscriber} limit 1`;
  messageId = message?.id;
  const own = { provider_id: owner.providerId };
  await insertRow(database, 'checkout', { ...own, payment_id: payment, token: 'crowded' });
  const under = { subscription, payment, delivery, integration, owner: person };
  await fillRest(database, owner.providerId, 1, (await api.partner()).providerId, under);
  // Its figures have no form.
  await sql`delete from month_figures`;
  await insertRow(database, 'traffic', own);
  await insertRow(database, 'event_feed', { ...own, event_id: ids.event });
  const [cycle] = await sql`select id from billing_cycle where subscription_id = ${subscription} limit 1`;
  const usage = { ...own, subscription_id: subscription, plan_id: ids.plan, billing_cycle_id: cycle?.id };
  await insertRow(database, 'network_usage', usage);
  counts = await crowd(api.databaseUrl, owner.providerId, Object.values(ids), COPIES);
});

/** What this process has read of the database. */
async function readSoFar() {
  const { body } = await metrics.scrape();
  const of = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(body)?.[1]);
  return { rows: of('demarc_database_rows_total'), bytes: of('demarc_database_answer_bytes_total') };
}

type Sent = { name: string; path: string; init: RequestInit };

/** Sends requests one by one. @returns those that read or answer too much, and those with another status than `expected` */
async function faultsOf(requests: Sent[], expected: (name: string, status: number) => boolean) {
  const faults: object[] = [];
  for (const { name, path, init } of requests) {
    const before = await readSoFar();
    const answer = await fetch(api.base + path, { redirect: 'manual', ...init });
    const answered = (await answer.arrayBuffer()).byteLength;
    const after = await readSoFar();
    const [rows, bytes] = [after.rows - before.rows, after.bytes - before.bytes];
    const isMuch = rows > MOST.rows || bytes > MOST.bytes || answered > MOST.answered;
    if ((isMuch && !mayReadMore[name]) || !expected(name, answer.status))
      faults.push({ name, path: path.slice(0, 200), status: answer.status, rows, bytes, answered });
  }
  return faults;
}

/** An id of each collection. */
const collections = (): Record<string, string> => ({
  ...{ charges: ids.charge, deliveries: ids.delivery, 'demarcation-points': ids.point, events: ids.event },
  ...{ 'inbound-events': ids.inbound, installations: ids.installation, integrations: ids.integration },
  ...{ invoices: ids.invoice, messages: messageId, 'network-sessions': ids.networkSession },
  ...{ payments: ids.payment, plans: ids.plan, receipts: ids.receipt, refunds: ids.refund },
  ...{ requests: ids.apiRequest, subscribers: ids.subscriber, subscriptions: ids.subscription },
  webhooks: ids.webhook,
});

/** The bodies of what is created below nothing. */
const created = (): Record<string, object> => ({
  'payment.create': { subscriptionId: ids.subscription, rail: 'manual' },
  'plan.create': bodies.plan(),
  'subscriber.create': bodies.subscriber(),
});

function throughApi(route: Route): Sent {
  const { name } = route;
  const {
    path,
    query,
    body = created()[name],
  } = requestOf(route, collections(), {
    planName: 'Home',
    subscriberId: ids.subscriber,
  });
  const headers = {
    ...owner.headers,
    ...(route.isWrite && { 'idempotency-key': randomUUID() }),
    ...(route.hasDryRun && { 'dry-run': 'true' }),
    ...(body && { 'content-type': 'application/json' }),
  };
  const page = route.query.has('limit') ? '?limit=100' : '';
  const init = { method: route.method, headers, ...(body && { body: JSON.stringify(body) }) };
  return { name, path: path + (query || page), init };
}

function throughPortal(wanted: 'query' | 'mutation'): Sent[] {
  const headers = { cookie: owner.cookie, origin, 'content-type': 'application/json' };
  return portalOnly
    .filter(({ name, type }) => type === wanted && !notSent[name])
    .flatMap((procedure) => {
      const { name } = procedure;
      const page = fieldsOf(procedure).includes('limit') ? { limit: 100 } : {};
      const without = inputsWithoutIds[name];
      const inputs = [...(without ? [without] : []), ...(inputsWithIds[name]?.(ids, ids) ?? [])];
      return inputs.map((input) => {
        const text = JSON.stringify({ ...page, ...input });
        return wanted === 'query'
          ? { name, path: `/api/trpc/${name}?input=${encodeURIComponent(text)}`, init: { headers } }
          : { name, path: `/api/trpc/${name}`, init: { method: 'POST', headers, body: text } };
      });
    });
}

test('the account has more rows of each table than a request reads', () => {
  for (const [table, rows] of Object.entries(counts)) {
    const least = limited[table]?.[0] ?? COPIES;
    expect(rows, `${table}: say how its copies differ, or what its limit is`).toBeGreaterThanOrEqual(least);
  }
});

test('no read takes more than some rows of the database', async () => {
  const headers = { cookie: owner.cookie };
  const period = '?from=2026-01-01&to=2036-01-01&currency=USD';
  const files: Sent[] = [
    { name: 'invoice.pdf', path: `/api/invoices/${ids.invoice}/pdf`, init: { headers } },
    { name: 'refund.creditNote', path: `/api/refunds/${ids.refund}/credit-note`, init: { headers } },
    {
      name: 'subscriber.statement',
      path: `/api/subscribers/${ids.subscriber}/statement.csv${period}`,
      init: { headers },
    },
    { name: 'job.rejects', path: `${REJECTS_PATH}${ids.job}`, init: { headers } },
    { name: 'customer', path: customerPath, init: {} },
    { name: 'payer', path: '/pay/crowded', init: {} },
  ];
  const reads = [
    ...routes.filter(({ isWrite }) => !isWrite).map(throughApi),
    ...throughPortal('query'),
    ...files,
  ];
  const asExpected = (name: string, status: number) => status < 300 || status === refused[name];
  expect(await faultsOf(reads, asExpected)).toEqual([]);
});

test('no write of one resource takes more than some rows of the database', async () => {
  const writes = routes.filter(({ isWrite, name }) => isWrite && !notSent[name]).map(throughApi);
  // Some are refused in this state, which is read first.
  const isAnswered = (_: string, status: number) => status < 500;
  expect(await faultsOf([...writes, ...throughPortal('mutation')], isAnswered)).toEqual([]);
});
