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
beforeAll(async () => {
  partner = await api.partner();
});

type Plan = { id: string; planName: string };
const newPlan = async (over: object = {}) => dataOf(await partner.post('/v1/plans', bodies.plan(over)));
const confirm = (text: string) => `confirm=${encodeURIComponent(text)}`;
const disable = (plan: Plan, typed = plan.planName) =>
  partner.post(`/v1/plans/${plan.id}/disable?${confirm(typed)}`);
const enable = (plan: Plan) => partner.post(`/v1/plans/${plan.id}/enable`);
const remove = (plan: Plan, typed = plan.planName) =>
  partner.delete(`/v1/plans/${plan.id}?${confirm(typed)}`);
const duplicate = (plan: Plan, body?: object) => partner.post(`/v1/plans/duplicate/${plan.id}`, body);

test('200 disable sets disabledAt, enable clears it, each emits plan.updated', async () => {
  const plan = await newPlan();
  const answer = await disable(plan);
  expect(answer.status).toBe(200);
  const disabled = dataOf(answer);
  expect(disabled).toEqual({ ...plan, disabledAt: expect.any(String), updatedAt: disabled.disabledAt });
  const events = await eventsCausedBy(partner, answer);
  expect(events.map((event) => event.type)).toEqual(['plan.updated']);
  expect(events[0]?.data).toEqual({
    object: 'plan',
    current: disabled,
    previous: { disabledAt: null },
    changedFields: ['disabledAt'],
  });
  const back = await enable(plan);
  expect(dataOf(back)).toEqual({ ...plan, updatedAt: expect.any(String) });
  const [event] = await eventsCausedBy(partner, back);
  expect(event?.data).toMatchObject({
    previous: { disabledAt: disabled.disabledAt },
    changedFields: ['disabledAt'],
  });
});

test("confirm ignores case and surrounding space, 400 CONFIRMATION_MISMATCH has the plan's name", async () => {
  const plan = await newPlan({ planName: 'Größe XL' });
  for (const [verb, call] of [['disable', disable] as const, ['delete', remove] as const]) {
    const wrong = await call(plan, 'Other');
    expectRefused(wrong, 400, {
      errorCode: 'CONFIRMATION_MISMATCH',
      field: 'confirm',
      code: 'INVALID_VALUE',
    });
    expect(Object.values(wrong.body.details), verb).toEqual(['Größe XL']);
  }
  dataOf(await disable(plan, '  gRÖSSE xl  '.replace('SS', 'ß')));
  dataOf(await remove(plan, ' GRÖßE XL'));
});

test('400 REQUIRED without confirm in the query, 400 NOT_ALLOWED in the body', async () => {
  const plan = await newPlan();
  const required = { field: 'confirm', code: 'REQUIRED' };
  expectRefused(await partner.post(`/v1/plans/${plan.id}/disable`), 400, required);
  expectRefused(await partner.post(`/v1/plans/${plan.id}/disable?confirm=%20`), 400, required);
  expectRefused(await partner.delete(`/v1/plans/${plan.id}`), 400, required);
  const inBody = await partner.post(`/v1/plans/${plan.id}/disable`, { confirm: plan.planName });
  expectRefused(inBody, 400, { field: 'confirm', code: 'NOT_ALLOWED' });
});

test('409 PLAN_ALREADY_DISABLED, PLAN_ALREADY_ENABLED and PLAN_NOT_DISABLED', async () => {
  const plan = await newPlan();
  expectRefused(await enable(plan), 409, { errorCode: 'PLAN_ALREADY_ENABLED' });
  expectRefused(await remove(plan), 409, { errorCode: 'PLAN_NOT_DISABLED' });
  expectRefused(await remove(plan, 'Other'), 400, { errorCode: 'CONFIRMATION_MISMATCH' });
  dataOf(await disable(plan));
  expectRefused(await disable(plan), 409, { errorCode: 'PLAN_ALREADY_DISABLED' });
  expectRefused(await disable(plan, 'Other'), 400, { errorCode: 'CONFIRMATION_MISMATCH' });
});

test('a deleted plan is 404 and not listed, and its name can be used again', async () => {
  const plan = await newPlan();
  const disabled = dataOf(await disable(plan));
  const answer = await remove(plan);
  expect(answer.status).toBe(200);
  expect(dataOf(answer)).toEqual({ id: plan.id, deleted: true });
  const events = await eventsCausedBy(partner, answer);
  expect(events.map((event) => event.type)).toEqual(['plan.deleted']);
  expect(events[0]?.data).toEqual({
    object: 'plan',
    current: { ...disabled, isActive: false, updatedAt: expect.any(String) },
    previous: { isActive: true },
  });
  const gone = { error: 'NOT_FOUND', code: 'NOT_FOUND' };
  expectRefused(await partner.get(`/v1/plans/${plan.id}`), 404, gone);
  expectRefused(await partner.put(`/v1/plans/${plan.id}`, bodies.plan()), 404, gone);
  expectRefused(await partner.put(`/v1/plans/${plan.id}`, {}), 404, gone);
  for (const call of [disable, enable, remove, duplicate]) expectRefused(await call(plan), 404, gone);
  const listed = dataOf(await partner.get('/v1/plans?limit=100')).map((row: Plan) => row.id);
  expect(listed).not.toContain(plan.id);
  expect(dataOf(await partner.get('/v1/plans?isActive=false'))).toEqual([]);
  await newPlan({ planName: plan.planName });
});

test('409 CONFLICT for delete while a subscription that is not terminal has the plan', async () => {
  const { plan, subscriber, subscription } = await pendingSubscription(partner);
  dataOf(await disable(plan));
  expectRefused(await remove(plan), 409, { error: 'CONFLICT', code: 'CONFLICT' });
  dataOf(await partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual' }));
  expectRefused(await remove(plan), 409, { error: 'CONFLICT' });
  dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/deactivate`));
  expectRefused(await remove(plan), 409, { error: 'CONFLICT' });
  dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/terminate`));
  dataOf(await remove(plan));
  expect(dataOf(await partner.get(`/v1/subscriptions/${subscription.id}`))).toMatchObject({
    planId: plan.id,
    price: { amount: 100, currency: 'USD' },
  });
});

test('disabling a plan does not change its subscriptions', async () => {
  const { plan, subscription } = await activeSubscription(partner);
  dataOf(await disable(plan));
  expect(dataOf(await partner.get(`/v1/subscriptions/${subscription.id}`))).toEqual(subscription);
});

test('409 IMMUTABLE for priceCurrency while a subscription uses it', async () => {
  const { plan, subscriber } = await activeSubscription(partner);
  const { planName, planType, downloadSpeedMbps, uploadSpeedMbps, billingCycleDays } = plan;
  const put = (over: object) =>
    partner.put(`/v1/plans/${plan.id}`, {
      planName,
      planType,
      downloadSpeedMbps,
      uploadSpeedMbps,
      billingCycleDays,
      ...over,
    });
  const euros = { priceAmount: 90, priceCurrency: 'EUR' };
  expectRefused(await put(euros), 409, { error: 'IMMUTABLE', field: 'priceCurrency', code: 'IMMUTABLE' });
  expect(dataOf(await put({ priceAmount: 90, priceCurrency: 'USD' }))).toMatchObject({ priceAmount: 90 });
  dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/terminate`));
  const answer = await put(euros);
  expect(dataOf(answer)).toMatchObject(euros);
  expect((await eventsCausedBy(partner, answer))[0]?.data.changedFields).toEqual(['priceCurrency']);
});

test('201 duplicate copies the terms, also of a disabled plan', async () => {
  const plan = await newPlan({ planName: 'Source', dataCapMb: 700, graceDays: 5 });
  dataOf(await disable(plan));
  const answer = await duplicate(plan);
  expect(answer.status).toBe(201);
  const copy = dataOf(answer);
  const { id, createdAt, updatedAt } = copy;
  expect(id).not.toBe(plan.id);
  expect(copy).toEqual({ ...plan, id, createdAt, updatedAt, planName: 'Source (copy)' });
  const events = await eventsCausedBy(partner, answer);
  expect(events.map((event) => event.type)).toEqual(['plan.created']);
  expect(events[0]?.data).toEqual({ object: 'plan', current: copy });
  expect(dataOf(await duplicate(plan)).planName).toBe('Source (copy 2)');
  expect(dataOf(await duplicate(plan)).planName).toBe('Source (copy 3)');
  expect(dataOf(await duplicate(plan, { planName: ' Mine ' })).planName).toBe('Mine');
  expectRefused(await duplicate(plan, { planName: 'Mine' }), 409, {
    field: 'planName',
    code: 'ALREADY_EXISTS',
  });
  expectRefused(await duplicate(plan, { planName: '' }), 400, { field: 'planName', code: 'REQUIRED' });
  expectRefused(await duplicate(plan, { priceAmount: 1 }), 400, {
    field: 'priceAmount',
    code: 'NOT_ALLOWED',
  });
});

test('201 duplicate shortens a long name so that the suffix fits', async () => {
  const name = 'n'.repeat(120);
  const plan = await newPlan({ planName: name });
  expect(dataOf(await duplicate(plan)).planName).toBe(`${'n'.repeat(113)} (copy)`);
  expect(dataOf(await duplicate(plan)).planName).toBe(`${'n'.repeat(111)} (copy 2)`);
});

test('three concurrent duplicates have three names', async () => {
  const plan = await newPlan({ planName: 'Twice' });
  const copies = await Promise.all([duplicate(plan), duplicate(plan), duplicate(plan)]);
  expect(copies.map((copy) => dataOf(copy).planName).sort()).toEqual([
    'Twice (copy 2)',
    'Twice (copy 3)',
    'Twice (copy)',
  ]);
});

test('400 duplicate checks the plan against the current Schedule D', async () => {
  const low = await newPlan({ priceCurrency: 'NGN', priceAmount: 7000, downloadSpeedMbps: 10 });
  await api.sql`
    insert into schedule_d_row (id, plan_type, currency, min_speed_mbps, max_speed_mbps, floor_amount, effective_from, created_at, updated_at)
    values ('sdf_' || gen_random_uuid(), 'RESIDENTIAL', 'NGN', 0, 1000, 700001, '2024-01-01', now(), now())`;
  expectRefused(await duplicate(low), 400, { errorCode: 'PLAN_PRICE_BELOW_FLOOR' });
  for (const [set, errorCode] of [
    [{ download_speed_mbps: 1001 }, 'PLAN_SPEED_EXCEEDS_1GBPS'],
    [{ price_currency: 'JPY' }, 'PLAN_CURRENCY_NOT_SUPPORTED'],
    [{ plan_type: 'BUSINESS' }, 'PLAN_TYPE_NOT_SUPPORTED_VIA_API'],
  ] as const) {
    await api.sql`update plan set ${api.sql(set)} where id = ${low.id}`;
    expectRefused(await duplicate(low), 400, { errorCode });
  }
});
