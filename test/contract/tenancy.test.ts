import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { processAccounting } from '../../server/domain/network/process-accounting.ts';
import { type Route, routes } from '../../server/rest/routes.ts';
import { type Answer, type Partner, useApi } from './api.ts';
import { activeSubscription, bodies, dataOf, expectRefused } from './helpers.ts';
import { addReceipt } from './receipt-rows.ts';
import { requestOf } from './rest-requests.ts';

const api = useApi();
let partner: Partner;
let other: Partner;
let otherRows: Awaited<ReturnType<typeof activeSubscription>>;
/** An id of the other provider for each collection, and an unknown id of the same form. */
let otherIds: Record<string, string>;
let unknown: Record<string, string>;

beforeAll(async () => {
  [partner, other] = [await api.partner(), await api.partner()];
  const webhook = dataOf(await other.post('/v1/webhooks', bodies.webhook()));
  const integration = dataOf(await other.post('/v1/integrations', bodies.integration({ signing: 'none' })));
  const inbound = dataOf(
    await other.post(`/v1/integrations/${integration.id}/webhooks`, { event: 'service.updated', data: {} }),
  );
  otherRows = await activeSubscription(other);
  const first = async (path: string) => dataOf(await other.get(path))[0].id;
  const installation = dataOf(
    await other.post('/v1/installations', { subscriptionId: otherRows.subscription.id, feeAmount: 50 }),
  );
  const refund = dataOf(await other.post(`/v1/payments/${otherRows.payment.id}/refunds`, { amount: 1 }));
  await api.sql`
    insert into radius.radacct (acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime)
    values ('1', 'theirs', ${otherRows.subscription.radiusUsername}, '10.0.0.1', now())`;
  await processAccounting({ budgetMs: 5_000 });
  await api.logRequests();
  otherIds = {
    charges: installation.chargeId,
    deliveries: await first(`/v1/webhooks/${webhook.id}/deliveries`),
    'demarcation-points': otherRows.point.id,
    events: await first('/v1/events'),
    'inbound-events': inbound.inboundEventId,
    installations: installation.id,
    integrations: integration.id,
    invoices: await first('/v1/invoices'),
    messages: await first('/v1/messages'),
    'network-sessions': await first('/v1/network-sessions'),
    payments: otherRows.payment.id,
    plans: otherRows.plan.id,
    receipts: (await addReceipt(api, other.providerId)).id,
    refunds: refund.id,
    requests: await first('/v1/requests'),
    subscribers: otherRows.subscriber.id,
    subscriptions: otherRows.subscription.id,
    webhooks: webhook.id,
  };
  unknown = Object.fromEntries(
    Object.entries(otherIds).map(([collection, id]) => [collection, `${id.slice(0, -6)}000000`]),
  );
});

const correlation = { 'x-correlation-id': '5f0c4a52-6a3e-4d0b-9a57-0d8f6f1f2b3c' };

function send(caller: Partner, route: Route, ids: Record<string, string>, search?: string): Promise<Answer> {
  const { path, query, body } = requestOf(route, ids, otherNames());
  return caller.request(route.method, path + (search ?? query), {
    headers: correlation,
    key: route.isWrite ? randomUUID() : undefined,
    raw: body && JSON.stringify(body),
  });
}

const otherNames = () => ({ planName: otherRows.plan.planName, subscriberId: otherRows.subscriber.id });

const title = (route: Route): [string, Route] => [`${route.method} ${route.path}`, route];
const byId = routes.filter((route) => route.pathParams.length > 0);
const lists = routes.filter((route) => route.isList && route.pathParams.length === 0);

/** Operations with their own error for an unknown id. */
const missing: Record<string, { error: string; field: string }> = {
  'charge.list': { error: 'subscriber_not_found', field: 'subscriberId' },
  'charge.create': { error: 'subscriber_not_found', field: 'subscriberId' },
  'charge.get': { error: 'subscriber_not_found', field: 'subscriberId' },
  'charge.cancel': { error: 'charge_not_found', field: 'chargeId' },
  'charge.waive': { error: 'charge_not_found', field: 'chargeId' },
};
const missingFor = (route: Route) => missing[route.name] ?? { error: 'NOT_FOUND', field: 'id' };

/** All resources of the other provider. */
async function resourcesOfOther() {
  await api.logRequests();
  const seen: Record<string, unknown> = {
    charges: (await other.get(`/v1/subscribers/${otherIds.subscribers}/charges`)).body.data,
    deliveries: (await other.get(`/v1/webhooks/${otherIds.webhooks}/deliveries`)).body.data,
    'inbound-events': (await other.get(`/v1/integrations/${otherIds.integrations}/inbound-events`)).body.data,
  };
  for (const { path } of lists) {
    // The log has the reads of this test as well.
    const filter = path === '/v1/requests' ? '&outcome=refused' : '';
    seen[path] = (await other.get(`${path}?limit=100${filter}`)).body.data;
  }
  return seen;
}

describe('404 for an id of another provider in the path has the same bytes as for an unknown id', () => {
  test.each(byId.map(title))('%s', async (_, route) => {
    const before = await resourcesOfOther();
    const expected = await send(partner, route, unknown);
    const answer = await send(partner, route, otherIds);
    expectRefused(answer, 404, { ...missingFor(route), code: 'NOT_FOUND' });
    expect(answer.text).toBe(expected.text);
    expect([...answer.headers].filter(([name]) => name !== 'date')).toEqual(
      [...expected.headers].filter(([name]) => name !== 'date'),
    );
    expect(await resourcesOfOther()).toEqual(before);
  });

  test.each(byId.map(title))('404 for %s with another fault in the query', async (_, route) => {
    const expected = await send(partner, route, unknown, '?colour=green');
    const answer = await send(partner, route, otherIds, '?colour=green');
    expectRefused(answer, 404, missingFor(route));
    expect(answer.text).toBe(expected.text);
    // The owner of the id gets the fault of the query.
    expectRefused(await send(other, route, otherIds, '?colour=green'), 400);
  });
});

describe('400 for an id of another provider in the body is the same as for an unknown id', () => {
  let mine: typeof otherRows;
  beforeAll(async () => {
    mine = await activeSubscription(partner);
  });

  test.each([
    ['planId', 'plans', 'Plan does not belong to this provider'],
    ['subscriberId', 'subscribers', 'VALIDATION_FAILED'],
    ['demarcationPointId', 'demarcation-points', 'VALIDATION_FAILED'],
  ])('400 at %s of a new subscription', async (field, collection, error) => {
    const send = (id: string | undefined) =>
      partner.post(
        '/v1/subscriptions',
        {
          subscriberId: mine.subscriber.id,
          planId: mine.plan.id,
          demarcationPointId: mine.point.id,
          [field]: id,
        },
        { headers: correlation },
      );
    const answer = await send(otherIds[collection]);
    expectRefused(answer, 400, { error, field, code: 'INVALID_VALUE' });
    expect(answer.text).toBe((await send(unknown[collection])).text);
    expectRefused(await send('x'), 400, { error, field, code: 'INVALID_VALUE' });
  });

  test.each([
    ['subscriptionId', 'subscriptions'],
    ['chargeId', 'charges'],
    ['installationId', 'installations'],
    ['invoiceId', 'invoices'],
  ])('400 at %s of a new payment', async (field, collection) => {
    const send = (id: string | undefined) =>
      partner.post('/v1/payments', { [field]: id, rail: 'manual' }, { headers: correlation });
    const answer = await send(otherIds[collection]);
    expectRefused(answer, 400, { error: 'VALIDATION_FAILED', field, code: 'INVALID_VALUE' });
    expect(answer.text).toBe((await send(unknown[collection])).text);
  });

  test('400 at subscriptionId of a new installation', async () => {
    const send = (subscriptionId: string | undefined) =>
      partner.post('/v1/installations', { subscriptionId }, { headers: correlation });
    const answer = await send(otherIds.subscriptions);
    expectRefused(answer, 400, {
      error: 'VALIDATION_FAILED',
      field: 'subscriptionId',
      code: 'INVALID_VALUE',
    });
    expect(answer.text).toBe((await send(unknown.subscriptions)).text);
  });

  test('400 at subscriptionId of a new charge', async () => {
    const send = (subscriptionId: string | undefined) =>
      partner.post(`/v1/subscribers/${mine.subscriber.id}/charges`, bodies.charge({ subscriptionId }), {
        headers: correlation,
      });
    const answer = await send(otherIds.subscriptions);
    expectRefused(answer, 400, { error: 'subscription_mismatch', field: 'subscriptionId' });
    expect(answer.text).toBe((await send(unknown.subscriptions)).text);
  });

  test('400 at subscriberId of a new payment', async () => {
    const { subscription } = mine;
    const send = (subscriberId: string | undefined) =>
      partner.post(
        '/v1/payments',
        { subscriptionId: subscription.id, subscriberId, rail: 'manual' },
        { headers: correlation },
      );
    expect((await send(otherIds.subscribers)).text).toBe((await send(unknown.subscribers)).text);
  });

  test('400 at demarcationPointId of a changed subscription', async () => {
    const { subscription } = mine;
    const send = (demarcationPointId: string | undefined) =>
      partner.patch(`/v1/subscriptions/${subscription.id}`, { demarcationPointId }, { headers: correlation });
    const answer = await send(otherIds['demarcation-points']);
    expectRefused(answer, 400, { field: 'demarcationPointId', code: 'INVALID_VALUE' });
    expect(answer.text).toBe((await send(unknown['demarcation-points'])).text);
  });

  test('404 for an id of another provider in subscriptionIds of deactivate', async () => {
    const { subscriber, subscription } = mine;
    const send = (id: string | undefined) =>
      partner.post(
        `/v1/subscribers/${subscriber.id}/deactivate`,
        { subscriptionIds: [subscription.id, id] },
        { headers: correlation },
      );
    const answer = await send(otherIds.subscriptions);
    expectRefused(answer, 404, { error: 'NOT_FOUND' });
    expect(answer.text).toBe((await send(unknown.subscriptions)).text);
    expect(dataOf(await partner.get(`/v1/subscriptions/${subscription.id}`)).status).toBe('ACTIVE');
  });
});

describe('lists do not show rows of other providers', () => {
  test.each(lists.map(title))('%s', async (_, route) => {
    const newcomer = await api.partner();
    const answer = await newcomer.get(`${route.path}?limit=100`);
    if (route.path === '/v1/schedule-d') expect(answer.body.meta.total).toBeGreaterThan(0);
    else if (route.path === '/v1/audit-entries') {
      // The entry of its own creation.
      const rows = await api.sql`select id from audit_entry where provider_id = ${newcomer.providerId}`;
      expect(answer.body.data.map(({ id }: { id: string }) => id).sort()).toEqual(
        rows.map(({ id }) => id).sort(),
      );
    } else if (route.query.has('page')) expect(answer.body).toMatchObject({ data: [], meta: { total: 0 } });
    else expect(answer.body.data).toEqual([]);
    expect(answer.text).not.toContain(other.providerId);
  });
});

test('values that are unique per provider may be used by two providers', async () => {
  const { email, phone } = otherRows.subscriber;
  dataOf(await partner.post('/v1/subscribers', bodies.subscriber({ email, phone })));
  dataOf(await partner.post('/v1/plans', bodies.plan({ planName: otherRows.plan.planName })));
});
