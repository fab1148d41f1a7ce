import { beforeAll, expect, test } from 'vitest';
import { type Answer, type Partner, useApi } from './api.ts';
import {
  activeSubscription,
  advance,
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

const newPlan = async (over: object = {}, own = partner) =>
  dataOf(await own.post('/v1/plans', bodies.plan(over)));
const patch = (id: string, body: object) => partner.patch(`/v1/subscriptions/${id}`, body);
const types = async (answer: Answer) => (await eventsCausedBy(partner, answer)).map(({ type }) => type);

/** Expects that a refused change has no effect and emits its rejection event. */
async function expectRejection(id: string, answer: Answer, type: string, reason: string) {
  const events = await eventsCausedBy(partner, answer);
  expect(events).toMatchObject([{ type, data: { object: 'subscription', rejection: { reason } } }]);
  const current = dataOf(await partner.get(`/v1/subscriptions/${id}`));
  expect(events[0]?.data.current).toEqual(current);
  expect(events[0]?.data).not.toHaveProperty('previous');
  const entries = await api.sql<{ action: string }[]>`
    select action from audit_entry where correlation_id = ${answer.body.correlationId}`;
  const verb = type.includes('plan') ? 'reject_plan_change' : 'reject_override';
  expect(entries.map(({ action }) => action)).toEqual([`subscription.${verb}`]);
}

test('a plan change of an ACTIVE subscription is pending, and a second one replaces it', async () => {
  const { subscription } = await activeSubscription(partner);
  const [one, two] = [await newPlan(), await newPlan()];
  const answer = await patch(subscription.id, { planId: one.id });
  expect(dataOf(answer)).toMatchObject({ planId: subscription.planId, nextPlanId: one.id, status: 'ACTIVE' });
  const [event, ...more] = await eventsCausedBy(partner, answer);
  expect(more).toEqual([]);
  expect(event).toMatchObject({
    type: 'subscription.plan_change_queued',
    data: { current: dataOf(answer), previous: { nextPlanId: null } },
  });
  const replaced = await patch(subscription.id, { planId: two.id });
  expect((await eventsCausedBy(partner, replaced))[0]?.data).toMatchObject({
    current: { nextPlanId: two.id },
    previous: { nextPlanId: null },
  });
  const same = await patch(subscription.id, { planId: two.id });
  expect(await types(same)).toEqual([]);
  const cleared = await patch(subscription.id, { planId: subscription.planId });
  expect(dataOf(cleared).nextPlanId).toBeNull();
  expect(await types(cleared)).toEqual(['subscription.updated']);
});

test('a pending plan change is applied when the cycle ends, and previous has both plans', async () => {
  const { subscription } = await activeSubscription(partner, { plan: { billingCycleDays: 10 } });
  const next = await newPlan({ priceAmount: 150 });
  await patch(subscription.id, { planId: next.id });
  await advance(partner, { days: 8 });
  dataOf(
    await partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual', amount: 150 }),
  );
  const events = await eventsCausedBy(partner, await advance(partner, { days: 2 }));
  const applied = events.find(({ type }) => type === 'subscription.plan_change_applied');
  expect(applied?.data.previous).toEqual({ planId: subscription.planId, nextPlanId: next.id });
  expect(applied?.data.current).toMatchObject({ planId: next.id, nextPlanId: null });
  expect(dataOf(await partner.get(`/v1/subscriptions/${subscription.id}`)).price.amount).toBe(150);
});

test('overrides of an ACTIVE subscription are pending and are applied when the cycle ends', async () => {
  const { subscription } = await activeSubscription(partner, { plan: { billingCycleDays: 10 } });
  const answer = await patch(subscription.id, { priceOverride: 80.5, durationOverride: 20 });
  expect(dataOf(answer)).toMatchObject({ priceOverride: null, price: { amount: 100 } });
  expect(dataOf(answer).pendingOverrides).toEqual({ priceOverride: 80.5, durationOverride: 20 });
  const [event, ...more] = await eventsCausedBy(partner, answer);
  expect(more).toEqual([]);
  expect(event?.type).toBe('subscription.override_queued');
  expect(event?.data.changedFields).toEqual(['priceOverride', 'durationOverride']);
  expect(event?.data).not.toHaveProperty('previous');
  await patch(subscription.id, { speedOverride: { downloadSpeedMbps: 25, uploadSpeedMbps: 8 } });
  const events = await eventsCausedBy(partner, await advance(partner, { days: 10 }));
  const applied = events.find(({ type }) => type === 'subscription.override_applied');
  expect(applied?.data.current).toMatchObject({
    priceOverride: 80.5,
    durationOverride: 20,
    speedOverride: { downloadSpeedMbps: 25, uploadSpeedMbps: 8 },
    pendingOverrides: null,
  });
  expect(applied?.data.previous).toMatchObject({ priceOverride: null, durationOverride: null });
});

test('400 CONTACT_SHARE for another value of a pending override, the same value is no change', async () => {
  const { subscription } = await activeSubscription(partner);
  const { id } = subscription;
  await patch(id, { priceOverride: 80 });
  const other = await patch(id, { priceOverride: 90 });
  expectRefused(other, 400, { errorCode: 'CONTACT_SHARE', field: 'priceOverride' });
  await expectRejection(id, other, 'subscription.override_rejected', 'CONTACT_SHARE');
  expect(await types(await patch(id, { priceOverride: 80 }))).toEqual([]);
});

test('400 PLAN_PRICE_BELOW_FLOOR emits override_rejected, 400 INVALID_FORMAT emits nothing', async () => {
  const { subscription } = await activeSubscription(partner);
  const answer = await patch(subscription.id, { priceOverride: 7.99 });
  expectRefused(answer, 400, { errorCode: 'PLAN_PRICE_BELOW_FLOOR', field: 'priceOverride' });
  await expectRejection(subscription.id, answer, 'subscription.override_rejected', 'SCHEDULE_D_FLOOR');
  const digits = await patch(subscription.id, { priceOverride: 10.001 });
  expectRefused(digits, 400, { field: 'priceOverride', code: 'INVALID_FORMAT' });
  expect(await types(digits)).toEqual([]);
});

test('400 for a plan change that breaks a rule emits plan_change_rejected with its reason', async () => {
  const { subscription } = await activeSubscription(partner, { subscription: { priceOverride: 10 } });
  const { id } = subscription;
  const rejected = 'subscription.plan_change_rejected';
  const other = await api.partner();
  for (const planId of [(await newPlan({}, other)).id, 'pln_never']) {
    const answer = await patch(id, { planId });
    expectRefused(answer, 400, { error: 'Plan does not belong to this provider', field: 'planId' });
    await expectRejection(id, answer, rejected, 'INVALID_PLAN');
  }
  const disabled = await newPlan();
  await partner.post(`/v1/plans/${disabled.id}/disable?confirm=${encodeURIComponent(disabled.planName)}`);
  const off = await patch(id, { planId: disabled.id });
  expectRefused(off, 400, { errorCode: 'PLAN_DISABLED', field: 'planId' });
  await expectRejection(id, off, rejected, 'PLAN_DISABLED');
  dataOf(await partner.delete(`/v1/plans/${disabled.id}?confirm=${encodeURIComponent(disabled.planName)}`));
  const gone = await patch(id, { planId: disabled.id });
  expectRefused(gone, 400, { error: 'Invalid or inactive plan', field: 'planId' });
  const euros = await newPlan({ priceCurrency: 'EUR' });
  const currency = await patch(id, { planId: euros.id });
  expectRefused(currency, 400, { errorCode: 'CONTACT_SHARE' });
  await expectRejection(id, currency, rejected, 'CONTACT_SHARE');
  const fast = await newPlan({ downloadSpeedMbps: 100 });
  const floor = await patch(id, { planId: fast.id, externalReference: 'never' });
  expectRefused(floor, 400, { errorCode: 'PLAN_PRICE_BELOW_FLOOR', field: 'planId' });
  await expectRejection(id, floor, rejected, 'SCHEDULE_D_FLOOR');
  expect(dataOf(await partner.get(`/v1/subscriptions/${id}`))).toMatchObject({
    nextPlanId: null,
    externalReference: null,
  });
  await api.sql`update subscription set is_external = true where id = ${id}`;
  expectRefused(await patch(id, { planId: (await newPlan()).id }), 400, { errorCode: 'CONTACT_SHARE' });
});

test('changes of a PENDING subscription apply at once and expire its pending payment', async () => {
  const { subscription } = await pendingSubscription(partner);
  const body = { subscriptionId: subscription.id, rail: 'simulated' };
  const payment = dataOf(await partner.post('/v1/payments', body));
  const next = await newPlan({ priceAmount: 60 });
  const answer = await patch(subscription.id, { planId: next.id, durationOverride: 7 });
  expect(dataOf(answer)).toMatchObject({
    planId: next.id,
    nextPlanId: null,
    durationOverride: 7,
    price: { amount: 60 },
  });
  const events = await eventsCausedBy(partner, answer);
  expect(events.map(({ type }) => type)).toEqual(['payment.expired', 'subscription.updated']);
  expect(events[1]?.data.previous).toEqual({
    planId: subscription.planId,
    durationOverride: null,
    price: subscription.price,
  });
  expect(events[1]?.data.changedFields).toEqual(['planId', 'durationOverride', 'price']);
  expect(dataOf(await partner.get(`/v1/payments/${payment.id}`)).status).toBe('EXPIRED');
  expect(dataOf(await partner.post('/v1/payments', body)).amount).toBe(60);
});

test('an override of an INACTIVE subscription voids its open reactivation invoice', async () => {
  const { subscription } = await activeSubscription(partner, { plan: { billingCycleDays: 1, graceDays: 0 } });
  await advance(partner, { days: 1 });
  await partner.post(`/v1/subscriptions/${subscription.id}/activate`);
  const answer = await patch(subscription.id, { priceOverride: 70 });
  expect(dataOf(answer)).toMatchObject({ status: 'INACTIVE', priceOverride: 70, price: { amount: 70 } });
  const updated = (await eventsCausedBy(partner, answer)).find(({ type }) => type === 'subscription.updated');
  expect(updated?.data.previous).toEqual({ priceOverride: null, price: { amount: 100, currency: 'USD' } });
  const invoices = dataOf(await partner.get(`/v1/invoices?subscriptionId=${subscription.id}`));
  expect(invoices[0]).toMatchObject({ kind: 'REACTIVATION', status: 'VOID' });
  dataOf(await partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual', amount: 70 }));
});

test('changedFields contains price only if the price changes', async () => {
  const { subscription } = await pendingSubscription(partner);
  const answer = await patch(subscription.id, { durationOverride: 7 });
  expect((await eventsCausedBy(partner, answer))[0]?.data.changedFields).toEqual(['durationOverride']);
  const paid = await partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual' });
  const started = (await eventsCausedBy(partner, paid)).find(({ type }) => type === 'subscription.updated');
  expect(started?.data.current).toMatchObject({
    price: subscription.price,
    currentCycle: { status: 'ACTIVE' },
  });
  expect(new Set(started?.data.changedFields)).toEqual(
    new Set(['expiresAt', 'radiusUsername', 'startedAt', 'status']),
  );
});

test('changedFields contains price when the activation uses an earlier price', async () => {
  const { subscription } = await pendingSubscription(partner);
  const asked = dataOf(
    await partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'simulated' }),
  );
  const { data: plan } = (await partner.get(`/v1/plans/${subscription.planId}`)).body;
  dataOf(
    await partner.put(`/v1/plans/${plan.id}`, { ...bodies.plan(), planName: plan.planName, priceAmount: 90 }),
  );
  expect(dataOf(await partner.get(`/v1/subscriptions/${subscription.id}`)).price.amount).toBe(90);
  const paid = await partner.post(`/v1/payments/${asked.id}/simulate`, { outcome: 'succeed' });
  const started = (await eventsCausedBy(partner, paid)).find(({ type }) => type === 'subscription.updated');
  expect(started?.data.current.price).toEqual(subscription.price);
  expect(started?.data.previous.price).toEqual({ amount: 90, currency: 'USD' });
  expect(started?.data.changedFields).toContain('price');
});

test('400 CONTACT_SHARE for a change after the renewal is paid; cancellation is possible', async () => {
  const { subscription } = await activeSubscription(partner, { plan: { billingCycleDays: 4 } });
  const { id } = subscription;
  const [one, two] = [await newPlan(), await newPlan()];
  await patch(id, { planId: one.id });
  await advance(partner, { days: 3 });
  dataOf(await partner.post('/v1/payments', { subscriptionId: id, rail: 'manual' }));
  for (const planId of [two.id, subscription.planId]) {
    const answer = await patch(id, { planId });
    expectRefused(answer, 400, { errorCode: 'CONTACT_SHARE', field: 'planId' });
    await expectRejection(id, answer, 'subscription.plan_change_rejected', 'CONTACT_SHARE');
  }
  const override = await patch(id, { durationOverride: 9 });
  expectRefused(override, 400, { errorCode: 'CONTACT_SHARE', field: 'durationOverride' });
  await expectRejection(id, override, 'subscription.override_rejected', 'CONTACT_SHARE');
  expect(dataOf(await patch(id, { planId: one.id })).nextPlanId).toBe(one.id);
  const { cancelAt, expiresAt } = dataOf(await partner.delete(`/v1/subscriptions/${id}`));
  expect(Date.parse(cancelAt)).toBeGreaterThan(Date.parse(expiresAt));
});

test('409 IMMUTABLE for a change of an archived subscription', async () => {
  const { subscription } = await activeSubscription(partner, { plan: { billingCycleDays: 1, graceDays: 0 } });
  await advance(partner, { days: 1 });
  dataOf(await partner.delete(`/v1/subscriptions/${subscription.id}`));
  expectRefused(await patch(subscription.id, { durationOverride: 3 }), 409, { error: 'IMMUTABLE' });
});
