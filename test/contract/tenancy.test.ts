import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Route, routes } from '../../server/rest/routes.ts';
import { type Answer, type Partner, useApi } from './api.ts';
import { activeSubscription, bodies, dataOf, expectRefused } from './world.ts';

const api = useApi();
let partner: Partner;
let other: Partner;
let theirs: Awaited<ReturnType<typeof activeSubscription>>;
/** An id of the other provider for each collection, and one of the same form that nobody has. */
let foreign: Record<string, string>;
let unknown: Record<string, string>;

beforeAll(async () => {
  [partner, other] = [await api.partner(), await api.partner()];
  const webhook = dataOf(await other.post('/v1/webhooks', bodies.webhook()));
  const integration = dataOf(await other.post('/v1/integrations', bodies.integration({ signing: 'none' })));
  const inbound = dataOf(
    await other.post(`/v1/integrations/${integration.id}/webhooks`, { event: 'service.updated', data: {} }),
  );
  theirs = await activeSubscription(other);
  const first = async (path: string) => dataOf(await other.get(path))[0].id;
  const installation = dataOf(
    await other.post('/v1/installations', { subscriptionId: theirs.subscription.id, feeAmount: 50 }),
  );
  const refund = dataOf(await other.post(`/v1/payments/${theirs.payment.id}/refunds`, { amount: 1 }));
  await api.sql`
    insert into radius.radacct (acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime)
    values ('1', 'theirs', ${theirs.subscription.radiusUsername}, '10.0.0.1', now())`;
  foreign = {
    charges: installation.chargeId,
    deliveries: await first(`/v1/webhooks/${webhook.id}/deliveries`),
    'demarcation-points': theirs.point.id,
    events: await first('/v1/events'),
    'inbound-events': inbound.inboundEventId,
    installations: installation.id,
    integrations: integration.id,
    invoices: await first('/v1/invoices'),
    'network-sessions': await first('/v1/network-sessions'),
    payments: theirs.payment.id,
    plans: theirs.plan.id,
    refunds: refund.id,
    subscribers: theirs.subscriber.id,
    subscriptions: theirs.subscription.id,
    webhooks: webhook.id,
  };
  unknown = Object.fromEntries(
    Object.entries(foreign).map(([collection, id]) => [collection, `${id.slice(0, -6)}000000`]),
  );
});

/** What else an operation needs to go through, so that the id alone is at fault. */
const rest: Record<string, { search?: () => string; body?: () => object }> = {
  'charge.create': { body: () => bodies.charge() },
  'demarcationPoint.update': { body: () => ({ name: 'Taken over' }) },
  'installation.update': { body: () => ({ notes: 'Taken over' }) },
  'integration.update': { body: () => bodies.integration() },
  'payment.simulate': { body: () => ({ outcome: 'succeed' }) },
  'plan.delete': { search: () => `?confirm=${encodeURIComponent(theirs.plan.planName)}` },
  'plan.disable': { search: () => `?confirm=${encodeURIComponent(theirs.plan.planName)}` },
  'plan.update': { body: () => bodies.plan() },
  'subscriber.update': { body: () => bodies.subscriber() },
  'subscription.update': { body: () => ({ externalReference: 'taken over' }) },
  'webhook.replay': { body: () => ({ since: '2026-01-01T00:00:00Z' }) },
  'webhook.update': { body: () => bodies.webhook() },
};

/** What an id further down a path is one of, where its name does not say. */
const nested: Record<string, string> = { deliveryId: 'deliveries', inboundId: 'inbound-events' };

const correlation = { 'x-correlation-id': '5f0c4a52-6a3e-4d0b-9a57-0d8f6f1f2b3c' };

function ask(caller: Partner, route: Route, ids: Record<string, string>, search?: string): Promise<Answer> {
  const target = route.path.replace(/\{(\w+)\}/g, (_, name) => {
    const collection =
      name === 'id' ? (route.path.split('/')[2] ?? '') : (nested[name] ?? `${name.slice(0, -2)}s`);
    const id = ids[collection];
    if (!id)
      throw new Error(`${route.path}: this test has to know an id of another provider's ${collection}`);
    return id;
  });
  const path = target + (search ?? rest[route.name]?.search?.() ?? '');
  const body = rest[route.name]?.body?.();
  return caller.request(route.method, path, {
    headers: correlation,
    key: route.isWrite ? randomUUID() : undefined,
    raw: body && JSON.stringify(body),
  });
}

const title = (route: Route): [string, Route] => [`${route.method} ${route.path}`, route];
const byId = routes.filter((route) => route.pathParams.length > 0);
const lists = routes.filter((route) => route.isList && route.pathParams.length === 0);

/** What operations say that have an error of their own for an id that is not there. */
const missing: Record<string, { error: string; field: string }> = {
  'charge.list': { error: 'subscriber_not_found', field: 'subscriberId' },
  'charge.create': { error: 'subscriber_not_found', field: 'subscriberId' },
  'charge.get': { error: 'subscriber_not_found', field: 'subscriberId' },
  'charge.cancel': { error: 'charge_not_found', field: 'chargeId' },
  'charge.waive': { error: 'charge_not_found', field: 'chargeId' },
};
const missingFor = (route: Route) => missing[route.name] ?? { error: 'NOT_FOUND', field: 'id' };

/** All that the other provider can see of itself. */
async function everythingOfTheirs() {
  const seen: Record<string, unknown> = {
    charges: (await other.get(`/v1/subscribers/${foreign.subscribers}/charges`)).body.data,
    deliveries: (await other.get(`/v1/webhooks/${foreign.webhooks}/deliveries`)).body.data,
    'inbound-events': (await other.get(`/v1/integrations/${foreign.integrations}/inbound-events`)).body.data,
  };
  for (const route of lists) seen[route.path] = (await other.get(`${route.path}?limit=100`)).body.data;
  return seen;
}

describe("another provider's id in a path is 404, byte for byte what an id that never was gets", () => {
  test.each(byId.map(title))('%s', async (_, route) => {
    const before = await everythingOfTheirs();
    const never = await ask(partner, route, unknown);
    const answer = await ask(partner, route, foreign);
    expectRefused(answer, 404, { ...missingFor(route), code: 'NOT_FOUND' });
    expect(answer.text).toBe(never.text);
    expect([...answer.headers].filter(([name]) => name !== 'date')).toEqual(
      [...never.headers].filter(([name]) => name !== 'date'),
    );
    expect(await everythingOfTheirs()).toEqual(before);
  });

  test.each(byId.map(title))('%s, when something else is wrong too', async (_, route) => {
    const never = await ask(partner, route, unknown, '?colour=green');
    const answer = await ask(partner, route, foreign, '?colour=green');
    expectRefused(answer, 404, missingFor(route));
    expect(answer.text).toBe(never.text);
    // To its owner the same request says what is wrong.
    expectRefused(await ask(other, route, foreign, '?colour=green'), 400);
  });
});

describe("another provider's id in a body is what one that never was is", () => {
  let mine: typeof theirs;
  beforeAll(async () => {
    mine = await activeSubscription(partner);
  });

  test.each([
    ['planId', 'plans', 'Plan does not belong to this provider'],
    ['subscriberId', 'subscribers', 'VALIDATION_FAILED'],
    ['demarcationPointId', 'demarcation-points', 'VALIDATION_FAILED'],
  ])('%s of a new subscription', async (field, collection, error) => {
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
    const answer = await send(foreign[collection]);
    expectRefused(answer, 400, { error, field, code: 'INVALID_VALUE' });
    expect(answer.text).toBe((await send(unknown[collection])).text);
    expectRefused(await send('x'), 400, { error, field, code: 'INVALID_VALUE' });
  });

  test.each([
    ['subscriptionId', 'subscriptions'],
    ['chargeId', 'charges'],
    ['installationId', 'installations'],
    ['invoiceId', 'invoices'],
  ])('%s of a new payment', async (field, collection) => {
    const send = (id: string | undefined) =>
      partner.post('/v1/payments', { [field]: id, rail: 'manual' }, { headers: correlation });
    const answer = await send(foreign[collection]);
    expectRefused(answer, 400, { error: 'VALIDATION_FAILED', field, code: 'INVALID_VALUE' });
    expect(answer.text).toBe((await send(unknown[collection])).text);
  });

  test('subscriptionId of a new installation', async () => {
    const send = (subscriptionId: string | undefined) =>
      partner.post('/v1/installations', { subscriptionId }, { headers: correlation });
    const answer = await send(foreign.subscriptions);
    expectRefused(answer, 400, {
      error: 'VALIDATION_FAILED',
      field: 'subscriptionId',
      code: 'INVALID_VALUE',
    });
    expect(answer.text).toBe((await send(unknown.subscriptions)).text);
  });

  test('subscriptionId of a new charge', async () => {
    const send = (subscriptionId: string | undefined) =>
      partner.post(`/v1/subscribers/${mine.subscriber.id}/charges`, bodies.charge({ subscriptionId }), {
        headers: correlation,
      });
    const answer = await send(foreign.subscriptions);
    expectRefused(answer, 400, { error: 'subscription_mismatch', field: 'subscriptionId' });
    expect(answer.text).toBe((await send(unknown.subscriptions)).text);
  });

  test('subscriberId of a new payment', async () => {
    const { subscription } = mine;
    const send = (subscriberId: string | undefined) =>
      partner.post(
        '/v1/payments',
        { subscriptionId: subscription.id, subscriberId, rail: 'manual' },
        { headers: correlation },
      );
    expect((await send(foreign.subscribers)).text).toBe((await send(unknown.subscribers)).text);
  });

  test('demarcationPointId of a subscription that is changed', async () => {
    const { subscription } = mine;
    const send = (demarcationPointId: string | undefined) =>
      partner.patch(`/v1/subscriptions/${subscription.id}`, { demarcationPointId }, { headers: correlation });
    const answer = await send(foreign['demarcation-points']);
    expectRefused(answer, 400, { field: 'demarcationPointId', code: 'INVALID_VALUE' });
    expect(answer.text).toBe((await send(unknown['demarcation-points'])).text);
  });

  test('404 for one of the subscriptionIds to deactivate', async () => {
    const { subscriber, subscription } = mine;
    const send = (id: string | undefined) =>
      partner.post(
        `/v1/subscribers/${subscriber.id}/deactivate`,
        { subscriptionIds: [subscription.id, id] },
        { headers: correlation },
      );
    const answer = await send(foreign.subscriptions);
    expectRefused(answer, 404, { error: 'NOT_FOUND' });
    expect(answer.text).toBe((await send(unknown.subscriptions)).text);
    expect(dataOf(await partner.get(`/v1/subscriptions/${subscription.id}`)).status).toBe('ACTIVE');
  });
});

describe('lists show nothing of other providers', () => {
  test.each(lists.map(title))('%s', async (_, route) => {
    const newcomer = await api.partner();
    const answer = await newcomer.get(`${route.path}?limit=100`);
    if (route.path === '/v1/schedule-d') expect(answer.body.meta.total).toBeGreaterThan(0);
    else expect(answer.body).toMatchObject({ data: [], meta: { total: 0 } });
    expect(answer.text).not.toContain(other.providerId);
  });
});

test('rules of uniqueness end at the provider', async () => {
  const { email, phone } = theirs.subscriber;
  dataOf(await partner.post('/v1/subscribers', bodies.subscriber({ email, phone })));
  dataOf(await partner.post('/v1/plans', bodies.plan({ planName: theirs.plan.planName })));
});
