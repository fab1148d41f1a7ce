import { beforeAll, expect, test } from 'vitest';
import { staffAuthHandler } from '../../server/auth/staff-handler.ts';
import { answerDownload, isDownload } from '../../server/portal/downloads.ts';
import { EXPORT_PATH, exportCsv, portalLists } from '../../server/portal/export.ts';
import { createPortalHandler } from '../../server/portal/trpc.ts';
import { routes } from '../../server/rest/routes.ts';
import { useApi } from './api.ts';
import {
  createOneOfEach,
  type Ids,
  origin,
  type Staff,
  signedInPartner,
  unknownLike,
  withoutTimes,
} from './portal-helpers.ts';

const portal = createPortalHandler([origin]);
const api = useApi({}, (req, res) => {
  const path = req.url ?? '';
  if (path.startsWith('/api/auth/')) return staffAuthHandler(req, res);
  if (path.startsWith(EXPORT_PATH)) return exportCsv(req, res);
  return isDownload(path) ? answerDownload(req, res) : portal(req, res);
});

let mine: Staff;
let otherStaff: Staff;
let otherIds: Ids;
/** Unknown ids of the same form. */
let unknown: Ids;
const before = new Map<string, string>();

beforeAll(async () => {
  mine = await signedInPartner(api);
  await createOneOfEach(api, mine, '10.71.0.1');
  await api.logRequests();
  for (const list of collections) before.set(list, withoutTimes((await open(EXPORT_PATH + list)).text));
  otherStaff = await signedInPartner(api);
  otherIds = await createOneOfEach(api, otherStaff, '10.71.0.2');
  unknown = unknownLike(otherIds);
});

const correlation = '5f0c4a52-6a3e-4d0b-9a57-0d8f6f1f2b3c';

async function open(path: string, { cookie }: Staff = mine) {
  const answer = await fetch(api.base + path, { headers: { cookie, 'x-correlation-id': correlation } });
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => name !== 'date'));
  return { status: answer.status, headers, text: await answer.text() };
}

const collections = [
  ...Object.keys(portalLists).filter((path) => !path.includes('{')),
  ...routes
    .filter(({ isList, pathParams, query }) => isList && pathParams.length === 0 && query.has('page'))
    .map(({ path }) => path.slice(4)),
];

/** Paths and queries of exports that contain an id. */
const exportsNaming = (ids: Ids): string[] => [
  `integrations/${ids.integration}/inbound-events`,
  `subscribers/${ids.subscriber}/balance-transactions`,
  `subscribers/${ids.subscriber}/charges`,
  `subscriptions/${ids.subscription}/cycles`,
  `webhooks/${ids.webhook}/deliveries`,
  ...Object.entries(filters(ids)).flatMap(([list, queries]) =>
    queries.map((query) => `${list}?${new URLSearchParams(query)}`),
  ),
];

/** The id filters of each list that can be exported. */
const filters = (ids: Ids): Record<string, Record<string, string>[]> => {
  const [subscriberId, subscriptionId] = [
    { subscriberId: ids.subscriber },
    { subscriptionId: ids.subscription },
  ];
  return {
    audit: [
      ...[{ resourceId: ids.subscription }, { correlationId: ids.advance }],
      ...[{ staffId: ids.owner }, { programId: ids.credential }],
    ],
    charges: [subscriberId, subscriptionId],
    events: [{ resourceId: ids.subscription }, { correlationId: ids.advance }],
    installations: [subscriberId, subscriptionId],
    invoices: [subscriberId, subscriptionId],
    'audit-entries': [{ resourceId: ids.subscription }, { correlationId: ids.advance }],
    departures: [
      ...[{ subscriberId: ids.departedSubscriber }, { subscriptionId: ids.departedSubscription }],
      { planId: ids.departedPlan },
    ],
    deliveries: [{ webhookId: ids.webhook }, { eventId: ids.event }],
    emails: [subscriberId, { announcementId: ids.announcement }],
    messages: [subscriberId],
    'network-sessions': [subscriberId, subscriptionId, { username: ids.username }],
    payments: [
      subscriberId,
      subscriptionId,
      ...[{ chargeId: ids.charge }, { invoiceId: ids.invoice }, { installationId: ids.installation }],
    ],
    receipts: [subscriberId, { paymentId: ids.payment }, { transactionId: ids.receiptTransaction }],
    requests: [{ callerId: ids.credential }, { correlationId: ids.advance }],
    refunds: [subscriberId, subscriptionId, { paymentId: ids.payment }, { chargeId: ids.charge }],
    subscriptions: [subscriberId, { planId: ids.plan }, { demarcationPointId: ids.point }],
  };
};

test('each list and each of its id filters is covered', () => {
  const nested = routes.filter(
    ({ isList, pathParams, query }) => isList && pathParams.length > 0 && query.has('page'),
  );
  const paths = exportsNaming(otherIds).map((path) => `/v1/${path.replace(/\/\w+_\w+\//, '/{}/')}`);
  for (const { path } of nested) expect(paths).toContain(path.replace(/\{\w+\}/, '{}'));
  for (const list of collections) {
    const source = portalLists[list] ?? routes.find(({ path, isList }) => isList && path === `/v1/${list}`);
    const given = (filters(otherIds)[list] ?? []).flatMap((query) => Object.keys(query));
    const taken = [...(source?.query.keys() ?? [])].filter((each) => /Id$|^username$/.test(each));
    // externalUserId is not an id of Demarc.
    expect(given.sort(), list).toEqual(taken.filter((each) => each !== 'externalUserId').sort());
  }
});

test.each(collections)('export %s has no rows of other partners', async (list) => {
  const answer = await open(`${EXPORT_PATH}${list}`);
  expect(answer.status).toBe(200);
  expect(withoutTimes(answer.text)).toBe(before.get(list));
});

test('the export of webhooks has the names of their headers without the values', async () => {
  const { text } = await open(`${EXPORT_PATH}webhooks`);
  expect(text).toContain('X-Gateway-Key');
  expect(text).not.toContain('let-me-in');
});

test('exports with ids of another partner are the same as with unknown ids', async () => {
  const withUnknownIds = exportsNaming(unknown);
  for (const [i, path] of exportsNaming(otherIds).entries()) {
    const answer = await open(EXPORT_PATH + path);
    expect(answer, path).toEqual(await open(EXPORT_PATH + withUnknownIds[i]));
    expect(answer.status === 404 || answer.text.trim().split('\n').length === 1, path).toBe(true);
  }
});

test("404 for the PDF of another partner's invoice is the same as for an unknown one", async () => {
  const answer = await open(`/api/invoices/${otherIds.invoice}/pdf`);
  expect(answer.status).toBe(404);
  expect(answer).toEqual(await open(`/api/invoices/${unknown.invoice}/pdf`));
  expect((await open(`/api/invoices/${otherIds.invoice}/pdf`, otherStaff)).status).toBe(200);
});

test('an export takes the filters that only the portal has', async () => {
  const rowsOf = async (query: string) => {
    const answer = await open(`${EXPORT_PATH}payments${query}`);
    expect(answer.status).toBe(200);
    return answer.text.trim().split('\n').length - 1;
  };
  const all = await rowsOf('');
  expect(await rowsOf('?statusIn=COMPLETED,PENDING,PROCESSING,FAILED,EXPIRED&amountFrom=0')).toBe(all);
  expect(await rowsOf('?amountFrom=1000000')).toBe(0);
  expect(all).toBeGreaterThan(0);
});
