import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { processAccounting } from '../../server/domain/network/process-accounting.ts';
import { openApiDocument } from '../../server/rest/openapi.ts';
import { type Partner, useApi } from './api.ts';
import { advance, bodies, dataOf, pendingSubscription } from './helpers.ts';
import { addReceipt } from './receipt-rows.ts';

type Parameter = { in: string; name: string; schema: { enum?: string[] } };
type Row = { [field: string]: string | number | boolean | null | Row };

/** Tests of their own are about `after` and `metadata`. */
const PAGING = ['page', 'limit', 'sort', 'after', 'metadata'];

/** Each list of the document with its sorts and filters, but the audit trail, of which the rows of all others make more than a page. */
const lists = Object.entries(openApiDocument().paths).flatMap(([path, { get }]) => {
  const parameters = ((get as { parameters?: Parameter[] })?.parameters ?? []).filter(
    (p) => p.in === 'query',
  );
  const sorts = parameters.find((p) => p.name === 'sort')?.schema.enum;
  const filters = parameters.map((p) => p.name).filter((name) => !PAGING.includes(name));
  return sorts && path !== '/v1/audit-entries' ? [{ path, sorts, filters }] : [];
});

const api = useApi();
let partner: Partner;
let ids: Record<string, string>;

beforeAll(async () => {
  partner = await api.partner();
  ids = await createRows(partner);
});

/** Creates several rows of every list, with different and with equal values. */
async function createRows(partner: Partner): Promise<Record<string, string>> {
  const webhook = dataOf(await partner.post('/v1/webhooks', bodies.webhook()));
  await partner.post('/v1/webhooks', bodies.webhook({ events: ['plan.*'] }));
  const integration = dataOf(await partner.post('/v1/integrations', bodies.integration({ signing: 'none' })));
  dataOf(await partner.post('/v1/integrations', bodies.integration({ name: 'Splynx Mombasa' })));
  const made = [];
  for (const [i, priceAmount] of [300, 100, 200, 100].entries()) {
    dataOf(
      await partner.post(`/v1/integrations/${integration.id}/webhooks`, {
        event: 'service.updated',
        data: { serviceId: `svc-${i}` },
      }),
    );
    const each = await pendingSubscription(partner, {
      plan: { priceAmount, downloadSpeedMbps: 20 + (i % 2) },
    });
    made.push(each);
    const subscriptionId = each.subscription.id;
    const payment = dataOf(
      await partner.post('/v1/payments', { subscriptionId, rail: i === 3 ? 'simulated' : 'manual' }),
    );
    if (i < 3) dataOf(await partner.post(`/v1/payments/${payment.id}/refunds`, { amount: 1 + (i % 2) }));
    for (const amount of [30, 10 + i, 10]) {
      const body = bodies.charge({
        amount,
        ...(amount === 30 ? { subscriptionId: made[0]?.subscription.id } : {}),
      });
      dataOf(await partner.post(`/v1/subscribers/${made[0]?.subscriber.id}/charges`, body));
    }
    const scheduledAt = new Date(Date.now() + (9 - i) * 86_400_000).toISOString();
    const order = { subscriptionId, feeAmount: 10, ...(i > 1 ? { scheduledAt } : {}) };
    const installation = dataOf(await partner.post('/v1/installations', order));
    dataOf(await partner.patch(`/v1/installations/${installation.id}`, { technician: `Njeri ${i % 2}` }));
    if (i === 0) dataOf(await partner.post(`/v1/installations/${installation.id}/cancel`));
    const { radiusUsername } = dataOf(await partner.get(`/v1/subscriptions/${subscriptionId}`));
    await api.sql`
      insert into radius.radacct (acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime, framedipaddress)
      values (${`${i}`}, ${subscriptionId}, ${radiusUsername}, '10.0.0.1', now() - ${3 - i} * interval '1 hour', ${`100.64.0.${i % 2}`})`;
    await processAccounting({ budgetMs: 5_000 });
  }
  const [first, second, , last] = made;
  const { providerId } = partner;
  const paid = dataOf(await partner.get('/v1/payments'))[0];
  await addReceipt(api, providerId, { match: { subscriberId: paid.subscriberId, paymentId: paid.id } });
  for (const amount of [100, 200]) await addReceipt(api, providerId, { amount });
  for (const amount of [1, 1, 2]) {
    const onAccount = { subscriberId: last?.subscriber.id, amount, currency: 'USD', rail: 'manual' };
    dataOf(await partner.post('/v1/payments', onAccount));
  }
  dataOf(
    await partner.post(
      `/v1/plans/${first?.plan.id}/disable?confirm=${encodeURIComponent(first?.plan.planName)}`,
    ),
  );
  dataOf(await partner.patch(`/v1/demarcation-points/${second?.point.id}`, { status: 'RETIRED' }));
  dataOf(
    await partner.put(
      `/v1/subscribers/${first?.subscriber.id}`,
      bodies.subscriber({ externalUserId: 'ext-1' }),
    ),
  );
  dataOf(await partner.post(`/v1/subscriptions/${second?.subscription.id}/credentials/rotate`));
  await advance(partner, { days: 31 });
  await api.sql`update webhook set failing_since = now() where id = ${webhook.id}`;
  await api.sql`
    update inbound_event set status = 'FAILED', reason = 'Unknown', next_attempt_at = null, received_at = now() + interval '31 days'
    where integration_id = ${integration.id}`;
  for (const id of [webhook.id, integration.id]) failing.add(id);
  return {
    subscriberId: first?.subscriber.id,
    subscribers: last?.subscriber.id,
    webhooks: webhook.id,
    integrations: integration.id,
    subscriptions: first?.subscription.id,
  };
}

/** The concrete path of a list. */
const at = (path: string) =>
  path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? ids[path.split('/')[2] ?? ''] ?? name);

async function read(path: string, query: Record<string, string>): Promise<Row[]> {
  const answer = await partner.get(`${at(path)}?${new URLSearchParams({ limit: '100', ...query })}`);
  expect(answer.status, `${path} ${JSON.stringify(query)} ${answer.text}`).toBe(200);
  expect(answer.body.meta.total).toBe(answer.body.data.length);
  return answer.body.data;
}

const idsOf = (rows: Row[]) => rows.map((row) => row.id);

/** Fields that are text of people: they are in the order of the Unicode collation. */
const texts = ['firstName', 'lastName', 'email', 'planName', 'name'];
const { compare } = new Intl.Collator('und');

/** Fields that are amounts: they are in the order of their currencies first. */
const amounts = ['amount', 'total', 'priceAmount', 'floorAmount'];

/** Sorts rows by a field, ties by creation. Null is last in both directions. */
function sorted(rows: Row[], field: string, direction: 1 | -1): Row[] {
  const rank = (row: Row) => row[field] ?? null;
  const currency = (row: Row) => String(amounts.includes(field) ? (row.currency ?? row.priceCurrency) : '');
  return rows.toSorted((a, b) => {
    const [left, right] = [rank(a), rank(b)];
    if (left !== right && (left === null || right === null)) return left === null ? 1 : -1;
    const order =
      (currency(a) === currency(b) ? 0 : currency(a) < currency(b) ? -1 : 1) ||
      (texts.includes(field) ? compare(String(left), String(right)) : 0) ||
      (left === right ? 0 : (left as string) < (right as string) ? -1 : 1) ||
      (String(a.id) < String(b.id) ? -1 : 1);
    return order * direction;
  });
}

/** Filters that are not "the field of this name has this value". */
const meanings: Record<string, (row: Row, value: string) => boolean> = {
  createdAfter: (row, value) => String(row.createdAt) >= value,
  createdBefore: (row, value) => String(row.createdAt) < value,
  updatedAfter: (row, value) => String(row.updatedAt) >= value,
  updatedBefore: (row, value) => String(row.updatedAt) < value,
  completedAfter: (row, value) => row.completedAt !== null && String(row.completedAt) >= value,
  completedBefore: (row, value) => row.completedAt !== null && String(row.completedAt) < value,
  startedAfter: (row, value) => row.startedAt !== null && String(row.startedAt) >= value,
  startedBefore: (row, value) => row.startedAt !== null && String(row.startedAt) < value,
  inService: (row, value) => String(row.status === 'ACTIVE') === value,
  // None of them had ended at this instant.
  inServiceAt: (row, value) => row.startedAt !== null && String(row.startedAt) < value,
  outOfServiceAt: (row, value) => row.startedAt === null || String(row.startedAt) >= value,
  failing: (row, value) => String(failing.has(String(row.id))) === value,
  dueBefore: (row, value) => String(row.dueAt) < value,
  expiresBefore: (row, value) => row.expiresAt !== null && String(row.expiresAt) < value,
  scheduledAfter: (row, value) => row.scheduledAt !== null && String(row.scheduledAt) >= value,
  scheduledBefore: (row, value) => row.scheduledAt !== null && String(row.scheduledAt) < value,
  windowEndsBefore: (row, value) => String(row.windowEndsAt) < value,
  isScheduled: (row, value) => String(row.scheduledAt !== null) === value,
  isDisabled: (row, value) => String(row.disabledAt !== null) === value,
  active: (row, value) => String(row.endedAt === null) === value,
  address: (row, value) => row.ipAddress === value,
  at: (row, value) => String(row.startedAt) <= value && (row.endedAt === null || String(row.endedAt) > value),
  currency: (row, value) =>
    (row.currency ?? row.priceCurrency ?? (row.price as Row | null)?.currency) === value,
  q: (row, value) =>
    ['name', 'planName', 'email'].some((field) =>
      String(row[field] ?? '')
        .toLowerCase()
        .includes(value),
    ),
  resourceId: (row, value) => resourceIdOf(row) === value,
  outcome: (row) => Number(row.status) >= 400,
  path: (row, value) => String(row.path).includes(value),
};

/** The id of the resource of an event. Only events have an object as a field. */
function resourceIdOf(event: Row): string {
  return String((event.data as { current: Row }).current.id);
}

/** A value of a filter that some rows of the list match. */
function valueFor(path: string, filter: string, rows: Row[]): string {
  const middle = rows[Math.floor(rows.length / 2)] as Row;
  const times: Record<string, string> = {
    createdAfter: 'createdAt',
    createdBefore: 'createdAt',
    updatedAfter: 'updatedAt',
    updatedBefore: 'updatedAt',
    completedAfter: 'completedAt',
    completedBefore: 'completedAt',
    startedAfter: 'startedAt',
    startedBefore: 'startedAt',
    inServiceAt: 'startedAt',
    outOfServiceAt: 'startedAt',
    dueBefore: 'dueAt',
    expiresBefore: 'expiresAt',
    scheduledAfter: 'scheduledAt',
    scheduledBefore: 'scheduledAt',
    windowEndsBefore: 'windowEndsAt',
    at: 'startedAt',
  };
  const field = times[filter];
  if (field) {
    // Events do not show createdAt. All of them were created after this instant.
    const known = rows
      .map((row) => row[field] ?? null)
      .filter((value) => value !== null)
      .map(String)
      .sort();
    return known[Math.floor(known.length / 2)] ?? '2000-01-01T00:00:00.000Z';
  }
  if (['isScheduled', 'isDisabled', 'active', 'inService', 'failing'].includes(filter)) return 'true';
  if (filter === 'currency') return 'USD';
  if (filter === 'address') return String(middle.ipAddress);
  if (filter === 'outcome') return 'refused';
  if (filter === 'q')
    return String(middle.name ?? middle.planName ?? middle.email)
      .slice(2, 12)
      .toLowerCase();
  if (filter === 'resourceId') return resourceIdOf(middle);
  if (path === '/v1/refunds' && filter === 'reference') return references.get(String(middle.paymentId)) ?? '';
  const known = rows.map((row) => row[filter]).filter((value) => value !== null && value !== undefined);
  return String(known[Math.floor(known.length / 2)] ?? 'nothing-has-it');
}

/** Webhooks and integrations that fail. */
const failing = new Set<string>();

/** References of payments by id. Refunds are filtered by them. */
const references = new Map<string, string>();

describe.each(lists)('GET $path', ({ path, sorts, filters }) => {
  // The reads of the other lists are written to the log a second later.
  beforeEach(() => api.logRequests());

  test('the list has several rows to sort', async () => {
    expect((await read(path, {})).length).toBeGreaterThan(1);
  });

  test.each(sorts.filter((sort) => !sort.startsWith('-')))('sort=%s in both directions', async (sort) => {
    // More rows than one page has.
    const query: Record<string, string> = path === '/v1/schedule-d' ? { planType: 'RESIDENTIAL' } : {};
    const [up, down] = [
      await read(path, { ...query, sort }),
      await read(path, { ...query, sort: `-${sort}` }),
    ];
    // Events show neither createdAt nor updatedAt. Both have the order of the ids.
    const field = path === '/v1/events' && sort !== 'occurredAt' ? 'id' : sort;
    expect(idsOf(up)).toEqual(idsOf(sorted(up, field, 1)));
    expect(idsOf(down)).toEqual(idsOf(sorted(up, field, -1)));
  });

  test.each(filters)('filter %s with each sort', async (filter) => {
    for (const row of await read('/v1/payments', {})) references.set(String(row.id), String(row.reference));
    const all = await read(path, {});
    const value = valueFor(path, filter, all);
    const has = meanings[filter] ?? ((row: Row, wanted: string) => String(row[filter] ?? null) === wanted);
    const isShown = !(path === '/v1/events' && /^(created|updated)/.test(filter));
    const byReference = path === '/v1/refunds' && filter === 'reference';
    const expected = all.filter((row) =>
      byReference ? references.get(String(row.paymentId)) === value : !isShown || has(row, value),
    );
    const empty = path === '/v1/events' && /^(created|updated)Before$/.test(filter);
    for (const sort of sorts) {
      const found = await read(path, { [filter]: value, sort });
      expect(idsOf(found).sort(), `${filter}=${value}&sort=${sort}`).toEqual(
        empty ? [] : idsOf(expected).sort(),
      );
    }
  });
});
