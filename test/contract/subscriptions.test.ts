import { beforeAll, expect, test } from 'vitest';
import { type Partner, useApi } from './api.ts';
import {
  activeSubscription,
  bodies,
  dataOf,
  eventsCausedBy,
  expectRefused,
  pendingSubscription,
} from './helpers.ts';

const api = useApi();
let partner: Partner;
let made: { subscriberId: string; planId: string; demarcationPointId: string };
beforeAll(async () => {
  partner = await api.partner();
  const { subscriber, plan, point } = await pendingSubscription(partner);
  made = { subscriberId: subscriber.id, planId: plan.id, demarcationPointId: point.id };
});

const create = (over: object = {}) => partner.post('/v1/subscriptions', { ...made, ...over });
const patch = (id: string, body: object) => partner.patch(`/v1/subscriptions/${id}`, body);
const read = async (id: string) => dataOf(await partner.get(`/v1/subscriptions/${id}`));

test('201 PENDING with all fields, emits subscription.created', async () => {
  const answer = await create({ externalReference: ' crm-7 ' });
  expect(answer.status).toBe(201);
  const subscription = dataOf(answer);
  expect(subscription).toEqual({
    metadata: {},
    id: expect.stringMatching(/^sbn_[0-9a-hjkmnp-tv-z]{26}$/),
    ...made,
    nextPlanId: null,
    externalReference: 'crm-7',
    status: 'PENDING',
    inactiveReason: null,
    isExternal: false,
    startedAt: null,
    expiresAt: null,
    cancelAt: null,
    planRemovalAt: null,
    archivedAt: null,
    priceOverride: null,
    speedOverride: null,
    durationOverride: null,
    pendingOverrides: null,
    pendingUpgrade: null,
    price: { amount: 100, currency: 'USD' },
    currentCycle: null,
    radiusUsername: null,
    createdAt: expect.any(String),
    updatedAt: subscription.createdAt,
  });
  expect(await read(subscription.id)).toEqual(subscription);
  const events = await eventsCausedBy(partner, answer);
  expect(events.map((event) => event.type)).toEqual(['subscription.created']);
  expect(events[0]?.data).toEqual({ object: 'subscription', current: subscription });
});

test('400 lists missing fields and fields that are not allowed', async () => {
  const answer = await partner.post('/v1/subscriptions', { status: 'ACTIVE', isExternal: true });
  const reasons = answer.body.rejectionReasons.map(
    (r: { field: string; code: string }) => `${r.field} ${r.code}`,
  );
  expect(reasons.sort()).toEqual([
    'demarcationPointId REQUIRED',
    'isExternal NOT_ALLOWED',
    'planId REQUIRED',
    'status NOT_ALLOWED',
    'subscriberId REQUIRED',
  ]);
  expectRefused(await create({ externalReference: 'x'.repeat(129) }), 400, {
    field: 'externalReference',
    code: 'OUT_OF_RANGE',
  });
});

test('400 for a plan of another provider is the same as for an unknown plan', async () => {
  const otherPlan = dataOf(await (await api.partner()).post('/v1/plans', bodies.plan()));
  const error = 'Plan does not belong to this provider';
  const answers = [];
  for (const planId of [otherPlan.id, 'pln_00000000000000000000000000', 'nonsense']) {
    const answer = await create({ planId });
    expectRefused(answer, 400, { error, field: 'planId', code: 'INVALID_VALUE' });
    answers.push({ ...answer.body, correlationId: '' });
  }
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
});

test('400 Invalid or inactive plan for a plan of the provider that is disabled or deleted', async () => {
  const plan = dataOf(await partner.post('/v1/plans', bodies.plan({ planName: 'Old' })));
  const refused = { error: 'Invalid or inactive plan', field: 'planId', code: 'INVALID_VALUE' };
  dataOf(await partner.post(`/v1/plans/${plan.id}/disable?confirm=old`));
  expectRefused(await create({ planId: plan.id }), 400, refused);
  dataOf(await partner.delete(`/v1/plans/${plan.id}?confirm=old`));
  expectRefused(await create({ planId: plan.id }), 400, refused);
});

test('400 INVALID_VALUE for a subscriber or demarcation point of another provider', async () => {
  const otherPending = await pendingSubscription(await api.partner());
  for (const [field, id] of [
    ['subscriberId', otherPending.subscriber.id],
    ['subscriberId', 'sub_never'],
    ['demarcationPointId', otherPending.point.id],
    ['demarcationPointId', 'dmp_never'],
  ] as const) {
    const answer = await create({ [field]: id });
    expectRefused(answer, 400, { error: 'VALIDATION_FAILED', field, code: 'INVALID_VALUE' });
  }
});

test('201 with overrides sets price and cycle length and creates an audit entry', async () => {
  const overrides = {
    priceOverride: 80.5,
    speedOverride: { downloadSpeedMbps: 30, uploadSpeedMbps: 30 },
    durationOverride: 7,
  };
  const answer = await create(overrides);
  const subscription = dataOf(answer);
  expect(subscription).toMatchObject({
    ...overrides,
    price: { amount: 80.5, currency: 'USD' },
    pendingOverrides: null,
  });
  const [entry] =
    await api.sql`select changes from audit_entry where correlation_id = ${answer.body.correlationId}`;
  expect(JSON.parse(entry?.changes)).toMatchObject({ priceOverride: { before: null, after: 80.5 } });
  dataOf(await partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual' }));
  const active = await read(subscription.id);
  const cycle = active.currentCycle;
  expect(active).toMatchObject({ ...overrides, status: 'ACTIVE', price: { amount: 80.5, currency: 'USD' } });
  expect(Date.parse(cycle.expiresAt) - Date.parse(cycle.startsAt)).toBe(7 * 86_400_000);
  dataOf(await patch(subscription.id, { externalReference: 'still fine' }));
  dataOf(
    await partner.post(`/v1/subscribers/${made.subscriberId}/deactivate`, {
      subscriptionIds: [subscription.id],
    }),
  );
  const none = { priceOverride: null, speedOverride: null, durationOverride: null };
  expect(dataOf(await create(none))).toMatchObject(none);
});

test('400 PLAN_PRICE_BELOW_FLOOR for a price override below the floor of the resulting speed', async () => {
  const below = { errorCode: 'PLAN_PRICE_BELOW_FLOOR' };
  expectRefused(await create({ priceOverride: 7.99 }), 400, { ...below, field: 'priceOverride' });
  expectRefused(await create({ priceOverride: 0 }), 400, { ...below, field: 'priceOverride' });
  expect(dataOf(await create({ priceOverride: 8 })).priceOverride).toBe(8);
  const speedOverride = { downloadSpeedMbps: 100, uploadSpeedMbps: 10 };
  expectRefused(await create({ priceOverride: 17.99, speedOverride }), 400, {
    ...below,
    field: 'priceOverride',
  });
  expect(dataOf(await create({ priceOverride: 18, speedOverride })).priceOverride).toBe(18);
  const cheap = dataOf(await partner.post('/v1/plans', bodies.plan({ priceAmount: 8 })));
  expectRefused(await create({ planId: cheap.id, speedOverride }), 400, { ...below, field: 'speedOverride' });
});

test.each([
  [{ priceOverride: 10.001 }, 'priceOverride', 'INVALID_FORMAT'],
  [{ priceOverride: -1 }, 'priceOverride', 'OUT_OF_RANGE'],
  [{ priceOverride: '10' }, 'priceOverride', 'INVALID_FORMAT'],
  [{ durationOverride: 0 }, 'durationOverride', 'OUT_OF_RANGE'],
  [{ durationOverride: 367 }, 'durationOverride', 'OUT_OF_RANGE'],
  [{ durationOverride: 1.5 }, 'durationOverride', 'INVALID_FORMAT'],
  [{ speedOverride: { downloadSpeedMbps: 10 } }, 'speedOverride.uploadSpeedMbps', 'REQUIRED'],
  [
    { speedOverride: { downloadSpeedMbps: 1001, uploadSpeedMbps: 1 } },
    'speedOverride.downloadSpeedMbps',
    'OUT_OF_RANGE',
  ],
  [
    { speedOverride: { downloadSpeedMbps: 10, uploadSpeedMbps: 1, burst: 1 } },
    'speedOverride.burst',
    'NOT_ALLOWED',
  ],
])('400 for %j at %s: %s', async (over, field, code) => {
  expectRefused(await create(over), 400, { error: 'VALIDATION_FAILED', field, code });
});

test('PATCH changes demarcation point and reference, and changedFields lists exactly those', async () => {
  const subscription = dataOf(await create({ externalReference: 'a' }));
  const point = dataOf(await partner.post('/v1/demarcation-points', bodies.demarcationPoint()));
  const answer = await patch(subscription.id, { demarcationPointId: point.id, externalReference: null });
  const after = dataOf(answer);
  expect(after).toMatchObject({ demarcationPointId: point.id, externalReference: null });
  const [event, ...more] = await eventsCausedBy(partner, answer);
  expect(more).toEqual([]);
  expect(event).toMatchObject({
    type: 'subscription.updated',
    data: { object: 'subscription', current: after },
  });
  expect(event?.data.previous).toEqual({
    demarcationPointId: made.demarcationPointId,
    externalReference: 'a',
  });
  expect(event?.data.changedFields?.sort()).toEqual(['demarcationPointId', 'externalReference']);
  const same = await patch(subscription.id, { demarcationPointId: point.id });
  expect(dataOf(same)).toEqual(after);
  expect(await eventsCausedBy(partner, same)).toEqual([]);
  const unknown = await patch(subscription.id, { demarcationPointId: 'dmp_never' });
  expectRefused(unknown, 400, { field: 'demarcationPointId', code: 'INVALID_VALUE' });
});

test('200 DELETE cancels a PENDING subscription at once and can be repeated, 400 SUBSCRIPTION_TERMINAL for PATCH', async () => {
  const subscription = dataOf(await create());
  const payment = dataOf(
    await partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'simulated' }),
  );
  const answer = await partner.delete(`/v1/subscriptions/${subscription.id}`);
  expect(answer.status).toBe(200);
  const cancelled = dataOf(answer);
  expect(cancelled).toMatchObject({
    status: 'CANCELLED',
    inactiveReason: 'CANCELLED',
    archivedAt: expect.any(String),
  });
  const events = await eventsCausedBy(partner, answer);
  expect(events.map((event) => event.type)).toEqual(['payment.expired', 'subscription.updated']);
  expect(events[1]?.data.current).toEqual(cancelled);
  expect(events[1]?.data.previous).toEqual({
    status: 'PENDING',
    inactiveReason: null,
    cancelAt: null,
    archivedAt: null,
  });
  expect(dataOf(await partner.get(`/v1/payments/${payment.id}`)).status).toBe('EXPIRED');
  const again = await partner.delete(`/v1/subscriptions/${subscription.id}`);
  expect(dataOf(again)).toEqual(cancelled);
  expect(await eventsCausedBy(partner, again)).toEqual([]);
  const terminal = { errorCode: 'SUBSCRIPTION_TERMINAL' };
  expectRefused(await patch(subscription.id, { externalReference: 'x' }), 400, terminal);
  expectRefused(await patch(subscription.id, {}), 400, terminal);
  expectRefused(await patch(subscription.id, { demarcationPointId: 'dmp_never' }), 400, terminal);
});

test('cycles of a subscription are a list, 404 for an unknown subscription', async () => {
  const { subscription, plan } = await activeSubscription(partner);
  const answer = await partner.get(`/v1/subscriptions/${subscription.id}/cycles`);
  expect(answer.body.meta).toEqual({ page: 1, limit: 20, total: 1, totalPages: 1, next: null });
  expect(dataOf(answer)).toEqual([subscription.currentCycle]);
  expect(subscription.currentCycle).toMatchObject({
    id: expect.stringMatching(/^cyc_/),
    subscriptionId: subscription.id,
    planId: plan.id,
    status: 'ACTIVE',
    paymentStatus: 'COMPLETED',
    startsAt: subscription.startedAt,
    expiresAt: subscription.expiresAt,
  });
  const { expiresAt, graceEndsAt } = subscription.currentCycle;
  expect(Date.parse(graceEndsAt) - Date.parse(expiresAt)).toBe(3 * 86_400_000);
  expectRefused(await partner.get('/v1/subscriptions/sbn_never/cycles'), 404, { error: 'NOT_FOUND' });
});

test('the list filters by subscriberId, planId, status, isExternal and expiresBefore', async () => {
  const own = await api.partner();
  const active = await activeSubscription(own);
  const pending = await pendingSubscription(own);
  const ids = async (query: string) =>
    dataOf(await own.get(`/v1/subscriptions?${query}`)).map((row: { id: string }) => row.id);
  const [a, p] = [active.subscription.id, pending.subscription.id];
  expect(await ids('')).toEqual([p, a]);
  expect(await ids(`subscriberId=${active.subscriber.id}`)).toEqual([a]);
  expect(await ids(`planId=${pending.plan.id}`)).toEqual([p]);
  expect(await ids('status=ACTIVE')).toEqual([a]);
  expect(await ids('isExternal=true')).toEqual([]);
  expect(await ids('isExternal=false&sort=createdAt')).toEqual([a, p]);
  const { expiresAt } = active.subscription;
  expect(await ids(`expiresBefore=${expiresAt}`)).toEqual([]);
  expect(await ids(`expiresBefore=${new Date(Date.parse(expiresAt) + 1).toISOString()}`)).toEqual([a]);
  for (const year of ['0000', '0001', '1969']) {
    expectRefused(await own.get(`/v1/subscriptions?expiresBefore=${year}-01-01T00:00:00Z`), 400, {
      field: 'expiresBefore',
      code: 'OUT_OF_RANGE',
    });
  }
  expect(await ids(`planId=${made.planId}`)).toEqual([]);
  expectRefused(await own.get('/v1/subscriptions?status=active'), 400, {
    field: 'status',
    code: 'UNSUPPORTED',
  });
});
