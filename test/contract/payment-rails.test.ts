import { beforeAll, expect, test } from 'vitest';
import { type Partner, useApi } from './api.ts';
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

const pay = (subscriptionId: string, over: object = {}) =>
  partner.post('/v1/payments', { subscriptionId, rail: 'simulated', ...over });
const simulate = (payment: { id: string }, outcome: unknown) =>
  partner.post(`/v1/payments/${payment.id}/simulate`, { outcome });
const read = async (path: string) => dataOf(await partner.get(path));
const types = (events: { type: string }[]) => events.map((event) => event.type);

async function withPayment(over: Parameters<typeof pendingSubscription>[1] = {}) {
  const world = await pendingSubscription(partner, over);
  return { ...world, payment: dataOf(await pay(world.subscription.id)) };
}

test('201 PENDING for 24 hours on the simulated rail', async () => {
  const { subscription } = await pendingSubscription(partner);
  const answer = await pay(subscription.id);
  expect(answer.status).toBe(201);
  const payment = dataOf(answer);
  expect(payment).toMatchObject({
    status: 'PENDING',
    amount: 100,
    completedAt: null,
    invoiceId: null,
    refundDue: false,
  });
  expect(Date.parse(payment.expiresAt) - Date.parse(payment.createdAt)).toBe(86_400_000);
  expect(await eventsCausedBy(partner, answer)).toEqual([]);
  expect(await read(`/v1/subscriptions/${subscription.id}`)).toEqual(subscription);
});

test('200 simulate succeed completes the payment like the manual rail', async () => {
  const { payment, subscription } = await withPayment();
  const answer = await simulate(payment, 'succeed');
  expect(answer.status).toBe(200);
  const completed = dataOf(answer);
  expect(completed).toMatchObject({
    id: payment.id,
    status: 'COMPLETED',
    invoiceId: expect.stringMatching(/^inv_/),
  });
  expect(await read(`/v1/payments/${payment.id}`)).toEqual(completed);
  expect(await read(`/v1/subscriptions/${subscription.id}`)).toMatchObject({ status: 'ACTIVE' });
  const events = await eventsCausedBy(partner, answer);
  expect(types(events)).toEqual(['payment.received', 'billing.cycle_started', 'subscription.updated']);
  expect(events[0]?.data).toEqual({
    object: 'payment',
    current: completed,
    previous: { status: 'PROCESSING' },
  });
});

test.each([
  ['insufficient_funds', 'INSUFFICIENT_FUNDS'],
  ['timeout', 'TIMEOUT'],
  ['reject', 'PARTNER_REJECTED'],
])('200 simulate %s fails the payment and changes nothing else', async (outcome, failureReason) => {
  const { payment, subscription } = await withPayment();
  const answer = await simulate(payment, outcome);
  const failed = dataOf(answer);
  expect(failed).toMatchObject({ status: 'FAILED', failureReason, completedAt: null, invoiceId: null });
  const events = await eventsCausedBy(partner, answer);
  expect(types(events)).toEqual(['payment.failed']);
  expect(events[0]?.data).toEqual({ object: 'payment', current: failed, previous: { status: 'PROCESSING' } });
  expect(await read(`/v1/subscriptions/${subscription.id}`)).toEqual(subscription);
  expect(await read(`/v1/invoices?subscriptionId=${subscription.id}`)).toEqual([]);
  expectRefused(await simulate(payment, 'succeed'), 409, { error: 'CONFLICT', code: 'CONFLICT' });
  expect(dataOf(await simulate(dataOf(await pay(subscription.id)), 'succeed')).status).toBe('COMPLETED');
});

test('409 CONFLICT for simulate on a settled or manual payment, 400 for an unknown outcome, 404 for an unknown id', async () => {
  const { payment } = await withPayment();
  dataOf(await simulate(payment, 'succeed'));
  expectRefused(await simulate(payment, 'succeed'), 409, { error: 'CONFLICT', code: 'CONFLICT' });
  expectRefused(await simulate(payment, 'reject'), 409, { error: 'CONFLICT' });
  const manual = await activeSubscription(partner);
  expectRefused(await simulate(manual.payment, 'succeed'), 409, { error: 'CONFLICT', code: 'CONFLICT' });
  expectRefused(await simulate(payment, 'win'), 400, { field: 'outcome', code: 'UNSUPPORTED' });
  expectRefused(await simulate(payment, undefined), 400, { field: 'outcome', code: 'REQUIRED' });
  expectRefused(await simulate({ id: 'pay_never' }, 'win'), 404, { error: 'NOT_FOUND' });
  const other = await api.partner();
  const ofOther = await other.post(`/v1/payments/${payment.id}/simulate`, { outcome: 'succeed' });
  expectRefused(ofOther, 404, { error: 'NOT_FOUND' });
});

test('a second payment for the same target expires the first', async () => {
  const { payment, subscription } = await withPayment();
  const answer = await pay(subscription.id);
  const second = dataOf(answer);
  const expired = await read(`/v1/payments/${payment.id}`);
  expect(expired.status).toBe('EXPIRED');
  const events = await eventsCausedBy(partner, answer);
  expect(types(events)).toEqual(['payment.expired']);
  expect(events[0]?.data).toEqual({ object: 'payment', current: expired, previous: { status: 'PENDING' } });
  const cash = await pay(subscription.id, { rail: 'manual' });
  expect(types(await eventsCausedBy(partner, cash))).toEqual([
    'payment.expired',
    'payment.received',
    'billing.cycle_started',
    'subscription.updated',
  ]);
  expect((await read(`/v1/payments/${second.id}`)).status).toBe('EXPIRED');
});

test('success on an EXPIRED payment sets refundDue and changes nothing else', async () => {
  const { payment, subscription } = await withPayment();
  await advance(partner, { hours: 24 });
  const failed = await simulate(payment, 'timeout');
  expect(dataOf(failed)).toMatchObject({ status: 'EXPIRED', refundDue: false });
  const answer = await simulate(payment, 'succeed');
  expect(answer.status).toBe(200);
  expect(dataOf(answer)).toMatchObject({ status: 'EXPIRED', refundDue: true, completedAt: null });
  expect(await eventsCausedBy(partner, answer)).toEqual([]);
  const entries =
    await api.sql`select changes from audit_entry where correlation_id = ${answer.body.correlationId}`;
  expect(entries.map((entry) => JSON.parse(entry.changes))).toEqual([
    { refundDue: { before: false, after: true } },
  ]);
  expect(dataOf(await simulate(payment, 'succeed'))).toMatchObject({ refundDue: true });
  expect(await read(`/v1/subscriptions/${subscription.id}`)).toMatchObject({ status: 'PENDING' });
});

test('success after expiresAt sets refundDue although the expiry job did not run', async () => {
  const { payment, subscription } = await withPayment();
  await api.sql`update payment set expires_at = created_at where id = ${payment.id}`;
  const answer = await simulate(payment, 'succeed');
  expect(dataOf(answer)).toMatchObject({ status: 'EXPIRED', refundDue: true });
  expect(types(await eventsCausedBy(partner, answer))).toEqual(['payment.expired']);
  expect(await read(`/v1/subscriptions/${subscription.id}`)).toMatchObject({ status: 'PENDING' });
});

test('a payment keeps its amount when the plan changes', async () => {
  const own = await api.partner();
  await api.sql`update provider set tax_rate = 0.16 where id = ${own.providerId}`;
  const { plan, subscription } = await pendingSubscription(own, { plan: { priceAmount: 29.99 } });
  const payment = dataOf(
    await own.post('/v1/payments', { subscriptionId: subscription.id, rail: 'simulated' }),
  );
  dataOf(await own.put(`/v1/plans/${plan.id}`, bodies.plan({ planName: plan.planName, priceAmount: 50 })));
  const paid = dataOf(await own.post(`/v1/payments/${payment.id}/simulate`, { outcome: 'succeed' }));
  expect(paid).toMatchObject({ status: 'COMPLETED', amount: 34.79 });
  const active = dataOf(await own.get(`/v1/subscriptions/${subscription.id}`));
  expect(active.price).toEqual({ amount: 29.99, currency: 'USD' });
  expect(dataOf(await own.get(`/v1/invoices/${paid.invoiceId}`))).toMatchObject({
    status: 'PAID',
    subtotal: 29.99,
    tax: 4.8,
    total: 34.79,
    amountPaid: 34.79,
    amountDue: 0,
  });
});

test('a reactivation invoice keeps its amount when the plan changes', async () => {
  const { plan, subscriber, subscription } = await activeSubscription(partner);
  dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/deactivate`));
  const payment = dataOf(await pay(subscription.id));
  const issued = await read(`/v1/invoices/${payment.invoiceId}`);
  expect(issued).toMatchObject({
    kind: 'REACTIVATION',
    status: 'OPEN',
    amountDue: 100,
    billingCycleId: null,
  });
  dataOf(
    await partner.put(`/v1/plans/${plan.id}`, bodies.plan({ planName: plan.planName, priceAmount: 140 })),
  );
  await advance(partner, { hours: 2 });
  const again = dataOf(await partner.post('/v1/payments', { invoiceId: issued.id, rail: 'manual' }));
  expect(again).toMatchObject({ status: 'COMPLETED', amount: 100, invoiceId: issued.id });
  expect((await read(`/v1/payments/${payment.id}`)).status).toBe('EXPIRED');
  const { price, currentCycle } = await read(`/v1/subscriptions/${subscription.id}`);
  expect(price.amount).toBe(100);
  const [line] = (await read(`/v1/invoices/${issued.id}`)).lines;
  expect(line).toMatchObject({ periodStart: currentCycle.startsAt, periodEnd: currentCycle.expiresAt });
});

test('termination voids the open reactivation invoice and expires its payment', async () => {
  const { subscriber, subscription } = await activeSubscription(partner);
  dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/deactivate`));
  const payment = dataOf(await pay(subscription.id));
  dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/terminate`));
  expect((await read(`/v1/payments/${payment.id}`)).status).toBe('EXPIRED');
  expect(await read(`/v1/invoices/${payment.invoiceId}`)).toMatchObject({ status: 'VOID', amountDue: 0 });
  expectRefused(await pay(subscription.id), 409, { error: 'IMMUTABLE' });
  const onInvoice = await partner.post('/v1/payments', { invoiceId: payment.invoiceId, rail: 'manual' });
  expectRefused(onInvoice, 409, { error: 'IMMUTABLE', field: 'invoiceId', code: 'IMMUTABLE' });
});

test('400 UNSUPPORTED for the simulated rail of a live account', async () => {
  const live = await api.partner({ livemode: true });
  const { subscription } = await pendingSubscription(live);
  const answer = await live.post('/v1/payments', { subscriptionId: subscription.id, rail: 'simulated' });
  expectRefused(answer, 400, { field: 'rail', code: 'UNSUPPORTED' });
  const paid = await live.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual' });
  expect(dataOf(paid).status).toBe('COMPLETED');
  expect((await eventsCausedBy(live, paid)).map(({ livemode }) => livemode)).toEqual([true, true, true]);
});
