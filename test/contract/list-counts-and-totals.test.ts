import { beforeAll, describe, expect, test } from 'vitest';
import { staffAuthHandler } from '../../server/auth/staff-handler.ts';
import { COUNTED_TO } from '../../server/contract/api-request-values.ts';
import {
  chargeTabs,
  invoiceTabs,
  jobTabs,
  networkSessionTabs,
  paymentTabs,
  subscriberTabs,
  subscriptionTabs,
} from '../../server/contract/portal/list-tabs.ts';
import { auditTabs, deliveryTabs, inboundEventTabs } from '../../server/contract/portal/long-list-tabs.ts';
import { createPortalHandler } from '../../server/portal/trpc.ts';
import { createLimiter } from '../../server/rest/rate-limit.ts';
import { useApi } from './api.ts';
import { activeSubscription, bodies, dataOf } from './helpers.ts';
import { callAs, createOneOfEach, origin, type Staff, signedInPartner } from './portal-helpers.ts';

const unlimited = createLimiter({ name: 'portal', ratePerSecond: 0, burst: 0 });
const portal = createPortalHandler([origin], unlimited);
const api = useApi({}, (req, res) =>
  req.url?.startsWith('/api/auth/') ? staffAuthHandler(req, res) : portal(req, res),
);

const query = async (staff: Staff, name: string, input: object = {}) =>
  (await callAs(api, staff, { name, type: 'query' }, input)).data;

const lists = {
  subscriber: { list: 'subscriber.list', tabs: subscriberTabs },
  subscription: { list: 'subscription.listAll', tabs: subscriptionTabs },
  payment: { list: 'payment.listAll', tabs: paymentTabs },
  charge: { list: 'charge.listAll', tabs: chargeTabs },
  invoice: { list: 'invoice.listAll', tabs: invoiceTabs },
  networkSession: { list: 'networkSession.listAll', tabs: networkSessionTabs },
  job: { list: 'job.list', tabs: jobTabs },
};

let mine: Staff;
let other: Staff;
/** A subscription in grace whose renewal is unpaid, with a pending charge. */
let overdue: { id: string; subscriberId: string; email: string };

beforeAll(async () => {
  [mine, other] = await Promise.all([signedInPartner(api), signedInPartner(api)]);
  const short = await activeSubscription(mine, { plan: { billingCycleDays: 2, graceDays: 10 } });
  const leaving = await activeSubscription(mine);
  dataOf(await mine.delete(`/v1/subscriptions/${leaving.subscription.id}`));
  dataOf(await mine.post('/v1/test-clock/advance', { by: { days: 3 } }));
  await createOneOfEach(api, mine, '10.72.0.1');
  overdue = { ...short.subscription, email: short.subscriber.email };
  const debt = bodies.charge({ amount: 12.34, currency: 'EUR', subscriptionId: overdue.id });
  dataOf(await mine.post(`/v1/subscribers/${overdue.subscriberId}/charges`, debt));
});

test.each(Object.entries(lists))('the counts of %s tabs are the totals of their lists', async (name, of) => {
  const counts = await query(mine, `${name}.counts`);
  const totals: Record<string, number> = {};
  for (const [tab, filters] of Object.entries(of.tabs)) {
    totals[tab] = (await query(mine, of.list, filters)).meta.total;
  }
  expect(counts).toEqual(totals);
  expect(Object.values(totals).some((total) => total > 0)).toBe(true);
});

test.each(Object.keys(lists))("another partner's rows are in no count of %s tabs", async (name) => {
  const counts = await query(other, `${name}.counts`);
  expect(Object.values(counts).every((count) => count === 0)).toBe(true);
});

/** Lists that are too long to count. A list of a webhook or an integration needs its id. */
const longLists = {
  audit: { list: 'audit.list', tabs: auditTabs, within: async () => ({}) },
  delivery: { list: 'delivery.listAll', tabs: deliveryTabs, within: (of: Staff) => oneOf(of, 'webhooks') },
  inboundEvent: {
    list: 'inboundEvent.listAll',
    tabs: inboundEventTabs,
    within: (of: Staff) => oneOf(of, 'integrations'),
  },
};

async function oneOf(of: Staff, resource: string): Promise<{ id?: string }> {
  const [first] = dataOf(await of.get(`/v1/${resource}?sort=createdAt`));
  return first && { id: first.id };
}

describe.each(Object.entries(longLists))('the counts of %s tabs', (name, { list, tabs, within }) => {
  test('are the totals of their lists', async () => {
    const of = await within(mine);
    const { counts, atLeast } = await query(mine, `${name}.counts`, of);
    const totals: Record<string, number> = {};
    for (const [tab, filters] of Object.entries(tabs)) {
      totals[tab] = (await query(mine, list, { ...of, ...filters })).meta.total;
    }
    expect(counts).toEqual(totals);
    expect(Object.values(totals).some((total) => total > 0)).toBe(true);
    expect(atLeast).toEqual([]);
  });
});

test('another partner has no count of deliveries, inbound events and entries that are not its own', async () => {
  const ofMine = { webhook: await oneOf(mine, 'webhooks'), integration: await oneOf(mine, 'integrations') };
  const answers = await Promise.all([
    callAs(api, other, { name: 'delivery.counts', type: 'query' }, ofMine.webhook),
    callAs(api, other, { name: 'inboundEvent.counts', type: 'query' }, ofMine.integration),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  const { counts } = await query(other, 'audit.counts');
  expect(counts.prices).toBe(0);
});

test('a tab counts the newest rows, and says that there may be more; a tab with an index counts all', async () => {
  const partner = await signedInPartner(api);
  const { id } = dataOf(await partner.post('/v1/integrations', bodies.integration({ signing: 'none' })));
  await api.sql`
    insert into inbound_event (provider_id, id, integration_id, trust, event, order_key, body_hash, status, reason,
      correlation_id, received_at, created_at, updated_at)
    select ${partner.providerId}, 'inb_' || lpad(n::text, 26, '0'), ${id}, 'UNSIGNED', 'x', n::text, '',
      case when n <= 2 then 'FAILED' when n <= 4 then 'IGNORED' else 'PROCESSED' end, 'x', '',
      now(), now() + n * interval '1 second', now()
    from generate_series(1, ${COUNTED_TO + 10}) n`;
  expect(await query(partner, 'inboundEvent.counts', { id })).toEqual({
    counts: { FAILED: 2, IGNORED: 0, PROCESSED: COUNTED_TO + 1, QUEUED: 0 },
    atLeast: ['IGNORED', 'PROCESSED'],
  });
  const without = dataOf(await partner.post('/v1/integrations', bodies.integration({ signing: 'none' })));
  expect(await query(partner, 'inboundEvent.counts', { id: without.id })).toEqual({
    counts: { FAILED: 0, IGNORED: 0, PROCESSED: 0, QUEUED: 0 },
    atLeast: [],
  });
});

test('entries about staff are counted for those who see them', async () => {
  const people = async () => (await query(mine, 'audit.counts')).counts.people;
  expect(await people()).toBeGreaterThan(0);
  const [member] = await api.sql`select id from staff_user where email = ${mine.owner.email}`;
  await api.sql`update staff_member set role = 'viewer' where user_id = ${member?.id}`;
  expect(await people()).toBe(0);
  await api.sql`update staff_member set role = 'owner' where user_id = ${member?.id}`;
});

test('a subscription in grace is overdue, and no other', async () => {
  const { data } = await query(mine, 'subscription.listAll', { overdue: true });
  expect(data.map(({ id }: { id: string }) => id)).toEqual([overdue.id]);
  const others = await query(mine, 'subscription.listAll', { overdue: false, limit: 100 });
  const all = await query(mine, 'subscription.listAll');
  expect(others.meta.total).toBe(all.meta.total - 1);
});

test('a subscription shows its open invoices and pending charges, one amount for each currency', async () => {
  const { data } = await query(mine, 'subscription.listAll', { limit: 100 });
  for (const { id, subscriberId, balanceDue } of data) {
    const invoices = dataOf(await mine.get(`/v1/invoices?subscriptionId=${id}&status=OPEN`));
    const charges = dataOf(await mine.get(`/v1/subscribers/${subscriberId}/charges?status=PENDING`));
    const due = new Map<string, number>();
    const add = (currency: string, amount: number) => due.set(currency, (due.get(currency) ?? 0) + amount);
    for (const { currency, amountDue } of invoices) add(currency, amountDue);
    for (const { currency, amount, subscriptionId } of charges)
      if (subscriptionId === id) add(currency, amount);
    const expected = [...due].map(([currency, amount]) => ({ currency, amount }));
    expect(balanceDue).toEqual(expected.sort((a, b) => (a.currency < b.currency ? -1 : 1)));
  }
  const shown = data.find(({ id }: { id: string }) => id === overdue.id);
  expect(shown.balanceDue).toHaveLength(2);
});

test('subscriptions with a balance due are exactly those of the filter', async () => {
  const { data } = await query(mine, 'subscription.listAll', { limit: 100 });
  const owing = await query(mine, 'subscription.listAll', { owing: true, limit: 100 });
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
  expect(ids(owing.data)).toEqual(
    ids(data.filter(({ balanceDue }: { balanceDue: object[] }) => balanceDue.length > 0)),
  );
});

test('a search finds subscriptions by their subscriber, reference and username', async () => {
  const found = async (q: string) => {
    const { data } = await query(mine, 'subscription.listAll', { q });
    return data.map(({ id }: { id: string }) => id);
  };
  const [{ radiusUsername }] = (await query(mine, 'subscription.listAll', { overdue: true })).data;
  dataOf(await mine.patch(`/v1/subscriptions/${overdue.id}`, { externalReference: 'Roof 100%' }));
  for (const q of [overdue.email.toUpperCase(), radiusUsername, 'roof 100%']) {
    expect(await found(q)).toEqual([overdue.id]);
  }
  expect(await found('roof 1000')).toEqual([]);
});

const sums = {
  invoice: { list: 'invoice.listAll', fields: { total: 'total', amountDue: 'amountDue' } },
  payment: { list: 'payment.listAll', fields: { amount: 'amount', refunded: 'refundedAmount' } },
  refund: { list: 'refund.listAll', fields: { amount: 'amount' } },
  charge: { list: 'charge.listAll', fields: { amount: 'amount' } },
};

type Money = Record<string, string | number>;

/** Adds up amounts in major units for each currency, in cents so that no fraction is lost. */
function addUp(rows: Money[], field: string): Record<string, number> {
  const cents: Record<string, number> = {};
  for (const row of rows) {
    const currency = String(row.currency);
    cents[currency] = (cents[currency] ?? 0) + Math.round(Number(row[field]) * 100);
  }
  return cents;
}

const cases = Object.entries(sums).flatMap(([name, of]) =>
  [{}, { subscriptionId: true }, { status: true }].map((filters) => ({ name, of, filters })),
);

test.each(cases)('the totals of $name are the sums of the list, filtered by $filters', async (one) => {
  const { name, of, filters } = one;
  const [first] = (await query(mine, of.list, { limit: 1 })).data;
  const input = Object.fromEntries(Object.keys(filters).map((key) => [key, first[key]]));
  const { data, meta } = await query(mine, of.list, { ...input, limit: 100 });
  expect(meta.total).toBe(data.length);
  const totals = await query(mine, `${name}.totals`, input);
  for (const [field, column] of Object.entries(of.fields)) {
    expect(addUp(totals, field)).toEqual(addUp(data, column));
  }
  expect(totals.length).toBeGreaterThan(0);
  expect(await query(other, `${name}.totals`)).toEqual([]);
});

test('totals tell what is received, due and void from the rest', async () => {
  const by = async (list: string, status: string) =>
    (await query(mine, list, { status, limit: 100 })).data as Money[];
  const invoices = await query(mine, 'invoice.totals');
  expect(addUp(invoices, 'voided')).toMatchObject(addUp(await by('invoice.listAll', 'VOID'), 'total'));
  expect(addUp(await query(mine, 'payment.totals'), 'received')).toMatchObject(
    addUp(await by('payment.list', 'COMPLETED'), 'amount'),
  );
  expect(addUp(await query(mine, 'charge.totals'), 'due')).toMatchObject(
    addUp(await by('charge.listAll', 'PENDING'), 'amount'),
  );
});

test('the totals of subscriptions are what is due on those that match', async () => {
  for (const filters of [{}, { overdue: true }, { status: 'CANCELLED' }]) {
    const { data } = await query(mine, 'subscription.listAll', { ...filters, limit: 100 });
    const due = data.flatMap(({ balanceDue }: { balanceDue: Money[] }) => balanceDue);
    expect(addUp(await query(mine, 'subscription.totals', filters), 'balanceDue')).toEqual(
      addUp(due, 'amount'),
    );
  }
});

test('totals by age are those of the list by age', async () => {
  for (const filters of [{ overdue: true }, { overdue: false }, { ageing: 'NOT_DUE' }]) {
    const { data } = await query(mine, 'invoice.listAll', { ...filters, limit: 100 });
    expect(addUp(await query(mine, 'invoice.totals', filters), 'amountDue')).toEqual(
      addUp(data, 'amountDue'),
    );
  }
});

test('amounts are compared in major units of the currency of each row', async () => {
  const charges = `/v1/subscribers/${overdue.subscriberId}/charges`;
  for (const [amount, currency] of [
    [15, 'EUR'],
    [1_500, 'UGX'],
    [1_501, 'UGX'],
    [15.001, 'KWD'],
  ] as const) {
    dataOf(await mine.post(charges, bodies.charge({ amount, currency })));
  }
  const range = { subscriberId: overdue.subscriberId, amountFrom: 15, amountTo: 1_500 };
  const { data } = await query(mine, 'charge.listAll', { ...range, sort: 'createdAt' });
  expect(data.map(({ amount }: { amount: number }) => amount)).toEqual([15, 1_500, 15.001]);
  const totals = await query(mine, 'charge.totals', range);
  expect(totals).toMatchObject([
    { currency: 'EUR', amount: 15 },
    { currency: 'KWD', amount: 15.001 },
    { currency: 'UGX', amount: 1_500 },
  ]);
});

test.each([
  ['payment.listAll', 'status'],
  ['payment.listAll', 'rail'],
  ['refund.listAll', 'reason'],
  ['installation.listAll', 'status'],
  ['invoice.listAll', 'kind'],
  ['event.listAll', 'type'],
])('%s takes several values of %s', async (list, field) => {
  const rows: Record<string, string>[] = (await query(mine, list, { limit: 100 })).data;
  const wanted = [...new Set(rows.map((row) => row[field]))].slice(0, 2);
  const expected = rows.filter((row) => wanted.includes(row[field])).map(({ id }) => id);
  const found = await query(mine, list, { [`${field}In`]: wanted.join(), limit: 100 });
  expect(found.data.map(({ id }: { id: string }) => id)).toEqual(expected);
  expect(expected.length).toBeGreaterThan(0);
});

test('ends of paid periods and due dates have a range', async () => {
  const ranges = {
    'subscription.listAll': ['expiresAt', 'expires'],
    'invoice.listAll': ['dueAt', 'due'],
    'payment.listAll': ['completedAt', 'completed'],
  };
  for (const [list, [field = '', name = '']] of Object.entries(ranges)) {
    const rows: Record<string, string>[] = (await query(mine, list, { limit: 100 })).data;
    const [at] = rows.map((row) => row[field]).filter(Boolean);
    const next = new Date(Date.parse(at ?? '') + 1).toISOString();
    const found = await query(mine, list, { [`${name}After`]: at, [`${name}Before`]: next });
    const expected = rows.filter((row) => row[field] === at);
    expect(found.meta.total, list).toBe(expected.length);
    expect(expected.length, list).toBeGreaterThan(0);
  }
});
