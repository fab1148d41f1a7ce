import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type Partner, useApi } from './api.ts';
import { activeSubscription, bodies, dataOf, eventTypes, expectRefused } from './helpers.ts';

const api = useApi();
let partner: Partner;
let world: Awaited<ReturnType<typeof activeSubscription>>;
beforeAll(async () => {
  partner = await api.partner();
  world = await activeSubscription(partner);
});

test('an event has the envelope of the newest delivery version, alone and in the list', async () => {
  const correlationId = randomUUID();
  const made = await partner.post('/v1/subscribers', bodies.subscriber(), {
    headers: { 'x-correlation-id': correlationId },
  });
  const [event] = dataOf(await partner.get(`/v1/events?resourceId=${dataOf(made).id}`));
  expect(event).toEqual({
    id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
    type: 'subscriber.created',
    apiVersion: '2026-01-15',
    occurredAt: dataOf(made).createdAt,
    providerId: partner.providerId,
    correlationId,
    livemode: false,
    data: { object: 'subscriber', current: dataOf(made) },
  });
  expect(dataOf(await partner.get(`/v1/events/${event.id}`))).toEqual(event);
});

test('fields that do not apply to an event are absent, not null', async () => {
  const events = dataOf(await partner.get('/v1/events?limit=100'));
  expect(events.length).toBeGreaterThan(5);
  for (const { type, data } of events) {
    expect(Object.values(data), type).not.toContain(null);
    expect('changedFields' in data, type).toBe(type.endsWith('.updated'));
    expect('previous' in data, type).toBe(!type.endsWith('.created'));
    expect(data, type).not.toHaveProperty('rejection');
  }
});

test('the events of an activation are listed newest first', async () => {
  const types = dataOf(await (await fresh()).get('/v1/events')).map((event: { type: string }) => event.type);
  expect(types).toEqual([
    'subscription.updated',
    'billing.cycle_started',
    'payment.received',
    'subscription.created',
    'subscriber.created',
    'plan.created',
  ]);
});

async function fresh() {
  const own = await api.partner();
  await activeSubscription(own);
  return own;
}

test('the list filters by type and resourceId, also together', async () => {
  const { subscription, payment } = world;
  expect(await eventTypes(partner, subscription.id)).toEqual([
    'subscription.created',
    'subscription.updated',
  ]);
  expect(await eventTypes(partner, payment.id)).toEqual(['payment.received']);
  expect(await eventTypes(partner, subscription.currentCycle.id)).toEqual(['billing.cycle_started']);
  expect(await eventTypes(partner, 'sub_never')).toEqual([]);
  const updated = dataOf(
    await partner.get(`/v1/events?type=subscription.updated&resourceId=${subscription.id}`),
  );
  expect(updated).toHaveLength(1);
  const none = await partner.get(`/v1/events?type=plan.created&resourceId=${subscription.id}`);
  expect(none.body.meta).toMatchObject({ total: 0, totalPages: 0 });
  expectRefused(await partner.get('/v1/events?type=plan.exploded'), 400, {
    field: 'type',
    code: 'UNSUPPORTED',
  });
});

test('the list has the exact total on each page', async () => {
  const own = await fresh();
  const page = await own.get('/v1/events?limit=4&page=2');
  expect(page.body.meta).toEqual({ page: 2, limit: 4, total: 6, totalPages: 2, next: null });
  expect(dataOf(page).map((event: { type: string }) => event.type)).toEqual([
    'subscriber.created',
    'plan.created',
  ]);
});

test('404 for an event of another provider', async () => {
  const [event] = dataOf(await partner.get('/v1/events?limit=1'));
  const other = await api.partner();
  expectRefused(await other.get(`/v1/events/${event.id}`), 404, { error: 'NOT_FOUND' });
  expect(dataOf(await other.get(`/v1/events?resourceId=${world.subscription.id}`))).toEqual([]);
});

test('a request that is refused emits no event', async () => {
  const own = await api.partner();
  expectRefused(await own.post('/v1/plans', bodies.plan({ priceAmount: 1 })), 400, {
    errorCode: 'PLAN_PRICE_BELOW_FLOOR',
  });
  expect(dataOf(await own.get('/v1/events'))).toEqual([]);
  const [rows] =
    await api.sql`select count(*)::int as n from audit_entry where provider_id = ${own.providerId}
    and resource_type = 'plan'`;
  expect(rows?.n).toBe(0);
});
