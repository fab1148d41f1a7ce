import { beforeAll, expect, test } from 'vitest';
import { type Partner, useApi } from './api.ts';
import { activeSubscription, bodies, dataOf, eventsCausedBy, expectRefused } from './helpers.ts';

const api = useApi();
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
  // KWD has three decimals and is not in the default table.
  await api.sql`
    insert into schedule_d_row (id, plan_type, currency, min_speed_mbps, max_speed_mbps, floor_amount, effective_from, created_at, updated_at)
    values ('sdf_' || gen_random_uuid(), 'RESIDENTIAL', 'KWD', 0, 1000, 1500, '2020-01-01', now(), now())`;
});

const create = (over: object = {}) => partner.post('/v1/plans', bodies.plan(over));
const reasonsOf = (answer: { body: { rejectionReasons: { field: string; code: string }[] } }) =>
  answer.body.rejectionReasons.map(({ field, code }) => `${field} ${code}`).sort();

test('201 sets defaults and both price fields and emits plan.created', async () => {
  const answer = await create({ planName: '  Home 20 ', priceAmount: 29.99 });
  expect(answer.status).toBe(201);
  const made = dataOf(answer);
  expect(made).toEqual({
    metadata: {},
    id: expect.stringMatching(/^pln_[0-9a-hjkmnp-tv-z]{26}$/),
    planName: 'Home 20',
    planType: 'RESIDENTIAL',
    downloadSpeedMbps: 20,
    uploadSpeedMbps: 5,
    price: 29.99,
    priceAmount: 29.99,
    priceCurrency: 'USD',
    billingCycleDays: 30,
    dataCapMb: null,
    graceDays: 3,
    isActive: true,
    disabledAt: null,
    createdAt: expect.any(String),
    updatedAt: made.createdAt,
  });
  expect(dataOf(await partner.get(`/v1/plans/${made.id}`))).toEqual(made);
  const events = await eventsCausedBy(partner, answer);
  expect(events.map((event) => event.type)).toEqual(['plan.created']);
  expect(events[0]?.data).toEqual({ object: 'plan', current: made });
});

test('400 lists all faults of a new plan at once', async () => {
  const answer = await partner.post('/v1/plans', {
    planName: ' ',
    planType: 7,
    downloadSpeedMbps: '20',
    uploadSpeedMbps: 0.01,
    priceCurrency: 'USD',
    priceAmount: 1.999,
    billingCycleDays: 1.5,
    graceDays: 91,
    dataCapMb: 0,
    disabledAt: null,
  });
  expectRefused(answer, 400, { error: 'VALIDATION_FAILED' });
  expect(reasonsOf(answer)).toEqual([
    'billingCycleDays INVALID_FORMAT',
    'dataCapMb OUT_OF_RANGE',
    'disabledAt NOT_ALLOWED',
    'downloadSpeedMbps INVALID_FORMAT',
    'graceDays OUT_OF_RANGE',
    'planName REQUIRED',
    'planType INVALID_FORMAT',
    'priceAmount INVALID_FORMAT',
    'uploadSpeedMbps OUT_OF_RANGE',
  ]);
});

test.each([
  ['planName', 'x'.repeat(121), 'OUT_OF_RANGE'],
  ['downloadSpeedMbps', 0.09, 'OUT_OF_RANGE'],
  ['billingCycleDays', 0, 'OUT_OF_RANGE'],
  ['billingCycleDays', 367, 'OUT_OF_RANGE'],
  ['graceDays', -1, 'OUT_OF_RANGE'],
  ['graceDays', null, 'INVALID_FORMAT'],
  ['priceAmount', 1_000_000_000.01, 'OUT_OF_RANGE'],
  ['priceAmount', -1, 'OUT_OF_RANGE'],
  ['priceAmount', '100', 'INVALID_FORMAT'],
])('400 at %s for %j: %s', async (field, value, code) => {
  expectRefused(await create({ [field]: value }), 400, { error: 'VALIDATION_FAILED', field, code });
});

test.each([
  { graceDays: 0, billingCycleDays: 1, dataCapMb: 1 },
  { graceDays: 90, billingCycleDays: 366, dataCapMb: null },
  { planName: `${'x'.repeat(119)}é`, downloadSpeedMbps: 0.1, uploadSpeedMbps: 0.1 },
  { downloadSpeedMbps: 1000, priceAmount: 1_000_000_000 },
])('201 at the limits: %j', async (over) => {
  expect(dataOf(await create(over))).toMatchObject(over);
});

test('price is an alias of priceAmount, 400 when they differ or both are missing', async () => {
  const { priceAmount: _, ...without } = bodies.plan();
  expect(dataOf(await partner.post('/v1/plans', { ...without, price: 50.5 }))).toMatchObject({
    price: 50.5,
    priceAmount: 50.5,
  });
  expect(dataOf(await create({ price: 60, priceAmount: 60 }))).toMatchObject({ priceAmount: 60 });
  expectRefused(await create({ price: 60, priceAmount: 61 }), 400, { field: 'price', code: 'INVALID_VALUE' });
  expectRefused(await partner.post('/v1/plans', without), 400, { field: 'priceAmount', code: 'REQUIRED' });
});

test.each([
  ['USD', 100.12, 100.123],
  ['UGX', 1_000_000, 1_000_000.5],
  ['KWD', 100.123, 100.1234],
])('201 for a price in %s with the decimals of ISO 4217', async (priceCurrency, good, bad) => {
  expect(dataOf(await create({ priceCurrency, priceAmount: good })).priceAmount).toBe(good);
  expectRefused(await create({ priceCurrency, priceAmount: bad }), 400, {
    field: 'priceAmount',
    code: 'INVALID_FORMAT',
  });
});

const broken = [
  [{ planType: 'BUSINESS' }, 'PLAN_TYPE_NOT_SUPPORTED_VIA_API', 'planType'],
  [{ priceCurrency: 'CAD' }, 'PLAN_CURRENCY_NOT_SUPPORTED', 'priceCurrency'],
  [{ priceCurrency: 'usd' }, 'PLAN_CURRENCY_NOT_SUPPORTED', 'priceCurrency'],
  [{ downloadSpeedMbps: 1000.1 }, 'PLAN_SPEED_EXCEEDS_1GBPS', 'downloadSpeedMbps'],
  [{ priceAmount: 7.99 }, 'PLAN_PRICE_BELOW_FLOOR', 'priceAmount'],
  [{ priceAmount: 0 }, 'PLAN_PRICE_BELOW_FLOOR', 'priceAmount'],
] as const;

test.each(broken)('400 for create and update with %j: %s', async (over, errorCode, field) => {
  expectRefused(await create(over), 400, { errorCode, field });
  const plan = dataOf(await create());
  const put = await partner.put(`/v1/plans/${plan.id}`, bodies.plan(over));
  expectRefused(put, 400, { errorCode, field });
  expect(put.body.error).not.toBe(errorCode);
  expect(dataOf(await partner.get(`/v1/plans/${plan.id}`))).toEqual(plan);
});

test('400 checks type, currency, speed and floor in this order', async () => {
  let over: object = {};
  for (const [more, errorCode] of [broken[4], broken[3], broken[1], broken[0]] as const) {
    over = { ...over, ...more };
    expectRefused(await create(over), 400, { errorCode });
  }
});

test('PUT replaces all fields, omitted ones get defaults, and changedFields lists the differences', async () => {
  const made = dataOf(await create({ planName: 'Before', graceDays: 9, dataCapMb: 5000 }));
  const body = bodies.plan({ planName: 'After', priceAmount: 120, uploadSpeedMbps: 6 });
  const answer = await partner.put(`/v1/plans/${made.id}`, body);
  const after = dataOf(answer);
  expect(after).toMatchObject({
    planName: 'After',
    price: 120,
    priceAmount: 120,
    graceDays: 3,
    dataCapMb: null,
  });
  const [event, ...more] = await eventsCausedBy(partner, answer);
  expect(more).toEqual([]);
  expect(event).toMatchObject({ type: 'plan.updated', data: { object: 'plan', current: after } });
  expect(event?.data.previous).toEqual({
    planName: 'Before',
    price: 100,
    priceAmount: 100,
    uploadSpeedMbps: 5,
    graceDays: 9,
    dataCapMb: 5000,
  });
  expect(event?.data.changedFields?.sort()).toEqual(Object.keys(event?.data.previous).sort());
  const same = await partner.put(`/v1/plans/${made.id}`, body);
  expect(dataOf(same)).toEqual(after);
  expect(await eventsCausedBy(partner, same)).toEqual([]);
});

test('409 ALREADY_EXISTS for the name of a plan that is not deleted', async () => {
  const plan = dataOf(await create({ planName: 'Only one' }));
  const other = dataOf(await create());
  const taken = { error: 'CONFLICT', field: 'planName', code: 'ALREADY_EXISTS' };
  expectRefused(await create({ planName: ' Only one ' }), 409, taken);
  expectRefused(
    await partner.put(`/v1/plans/${other.id}`, bodies.plan({ planName: 'Only one' })),
    409,
    taken,
  );
  dataOf(await (await api.partner()).post('/v1/plans', bodies.plan({ planName: 'Only one' })));
  dataOf(await partner.post(`/v1/plans/${plan.id}/disable?confirm=only%20one`));
  expectRefused(await create({ planName: 'Only one' }), 409, taken);
  dataOf(await partner.delete(`/v1/plans/${plan.id}?confirm=only%20one`));
  dataOf(await create({ planName: 'Only one' }));
});

test('a new price applies to new subscriptions at once and to running ones from their next cycle', async () => {
  const { plan, point, subscriber, subscription } = await activeSubscription(partner);
  dataOf(
    await partner.put(`/v1/plans/${plan.id}`, bodies.plan({ planName: plan.planName, priceAmount: 150 })),
  );
  const after = dataOf(await partner.get(`/v1/subscriptions/${subscription.id}`));
  expect(after).toEqual(subscription);
  expect(after.price).toEqual({ amount: 100, currency: 'USD' });
  const fresh = await partner.post('/v1/subscriptions', {
    subscriberId: subscriber.id,
    planId: plan.id,
    demarcationPointId: point.id,
  });
  expect(dataOf(fresh).price).toEqual({ amount: 150, currency: 'USD' });
});

test('the list filters by isActive, currency and q and sorts by name, price and speed', async () => {
  const own = await api.partner();
  const add = async (over: object) => dataOf(await own.post('/v1/plans', bodies.plan(over)));
  const cheap = await add({ planName: 'Alpha 10%', priceAmount: 50, downloadSpeedMbps: 30 });
  const dear = await add({ planName: 'Beta', priceAmount: 90, downloadSpeedMbps: 10, priceCurrency: 'EUR' });
  const ids = async (query: string) =>
    dataOf(await own.get(`/v1/plans?${query}`)).map((row: { id: string }) => row.id);
  expect(await ids('isActive=true')).toEqual([dear.id, cheap.id]);
  expect(await ids('isActive=false')).toEqual([]);
  expect(await ids('currency=EUR')).toEqual([dear.id]);
  expect(await ids('q=ALPHA')).toEqual([cheap.id]);
  expect(await ids('q=0%25')).toEqual([cheap.id]);
  expect(await ids('sort=planName')).toEqual([cheap.id, dear.id]);
  // By currency first: EUR before USD.
  expect(await ids('sort=priceAmount')).toEqual([dear.id, cheap.id]);
  expect(await ids('sort=-priceAmount')).toEqual([cheap.id, dear.id]);
  expect(await ids('sort=downloadSpeedMbps')).toEqual([dear.id, cheap.id]);
  expectRefused(await own.get('/v1/plans?isActive=yes'), 400, { field: 'isActive', code: 'INVALID_FORMAT' });
});
