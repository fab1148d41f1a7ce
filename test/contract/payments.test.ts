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
  partner.post('/v1/payments', { subscriptionId, rail: 'manual', ...over });
const read = async (path: string) => dataOf(await partner.get(path));
const types = (events: { type: string }[]) => events.map((event) => event.type);

test('the first payment activates the subscription and emits payment, cycle and subscription events in order', async () => {
  const { subscription, plan, subscriber } = await pendingSubscription(partner);
  const answer = await pay(subscription.id);
  expect(answer.status).toBe(201);
  const payment = dataOf(answer);
  const active = await read(`/v1/subscriptions/${subscription.id}`);
  const [invoice] = await read(`/v1/invoices?subscriptionId=${subscription.id}`);
  expect(payment).toMatchObject({
    id: expect.stringMatching(/^pay_[0-9a-hjkmnp-tv-z]{26}$/),
    subscriberId: subscriber.id,
    subscriptionId: subscription.id,
    invoiceId: invoice.id,
    chargeId: null,
    installationId: null,
    amount: 100,
    currency: 'USD',
    rail: 'manual',
    status: 'COMPLETED',
    reference: expect.stringMatching(/.+/),
    failureReason: null,
    checkoutUrl: null,
    completedAt: expect.any(String),
    refundedAmount: 0,
  });
  expect(await read(`/v1/payments/${payment.id}`)).toEqual(payment);
  expect(active).toMatchObject({
    status: 'ACTIVE',
    startedAt: payment.completedAt,
    currentCycle: {
      planId: plan.id,
      startsAt: payment.completedAt,
      status: 'ACTIVE',
      paymentStatus: 'COMPLETED',
    },
  });
  expect(Date.parse(active.expiresAt) - Date.parse(active.startedAt)).toBe(30 * 86_400_000);
  const events = await eventsCausedBy(partner, answer);
  expect(types(events)).toEqual(['payment.received', 'billing.cycle_started', 'subscription.updated']);
  expect(events[0]?.data).toEqual({
    object: 'payment',
    current: payment,
    previous: { status: 'PROCESSING' },
  });
  expect(events[1]?.data).toEqual({
    object: 'billing_cycle',
    current: active.currentCycle,
    previous: { status: 'SCHEDULED' },
  });
  expect(events[2]?.data).toEqual({
    object: 'subscription',
    current: active,
    previous: { status: 'PENDING', startedAt: null, expiresAt: null, radiusUsername: null },
    changedFields: expect.any(Array),
  });
  expect(events[2]?.data.changedFields?.sort()).toEqual([
    'expiresAt',
    'radiusUsername',
    'startedAt',
    'status',
  ]);
});

test('the amount includes tax, 400 INVALID_VALUE for any other amount', async () => {
  const own = await api.partner();
  await api.sql`update provider set tax_rate = 0.16 where id = ${own.providerId}`;
  const { subscription } = await pendingSubscription(own, { plan: { priceAmount: 29.99 } });
  const attempt = (over: object) =>
    own.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual', ...over });
  expectRefused(await attempt({ amount: 29.99 }), 400, { field: 'amount', code: 'INVALID_VALUE' });
  expectRefused(await attempt({ amount: 34.791 }), 400, { field: 'amount', code: 'INVALID_FORMAT' });
  expectRefused(await attempt({ amount: 0 }), 400, { field: 'amount', code: 'OUT_OF_RANGE' });
  expectRefused(await attempt({ amount: '34.79' }), 400, { field: 'amount', code: 'INVALID_FORMAT' });
  expectRefused(await attempt({ currency: 'EUR' }), 400, { field: 'currency', code: 'INVALID_VALUE' });
  const paid = dataOf(await attempt({ amount: 34.79, currency: 'USD' }));
  expect(paid).toMatchObject({ amount: 34.79, currency: 'USD', status: 'COMPLETED' });
  expect(dataOf(await own.get(`/v1/subscriptions/${subscription.id}`)).price).toEqual({
    amount: 29.99,
    currency: 'USD',
  });
});

test('400 INVALID_FORMAT for decimals of a currency without minor units', async () => {
  const { subscription } = await pendingSubscription(partner, {
    plan: { priceCurrency: 'UGX', priceAmount: 150_000 },
  });
  expectRefused(await pay(subscription.id, { amount: 150_000.5 }), 400, {
    field: 'amount',
    code: 'INVALID_FORMAT',
  });
  expect(dataOf(await pay(subscription.id))).toMatchObject({ amount: 150_000, currency: 'UGX' });
});

test('400 without exactly one known target', async () => {
  const { subscription, payment } = await activeSubscription(partner);
  const otherPending = await pendingSubscription(await api.partner());
  expectRefused(await partner.post('/v1/payments', { rail: 'manual' }), 400, {
    field: 'subscriptionId',
    code: 'REQUIRED',
  });
  const both = await pay(subscription.id, { invoiceId: payment.invoiceId });
  expectRefused(both, 400, { field: 'invoiceId', code: 'INVALID_VALUE' });
  for (const [field, id] of [
    ['subscriptionId', otherPending.subscription.id],
    ['subscriptionId', 'sbn_never'],
    ['invoiceId', 'inv_never'],
    ['chargeId', 'chg_never'],
    ['installationId', 'inst_never'],
  ] as const) {
    const answer = await partner.post('/v1/payments', { [field]: id, rail: 'manual' });
    expectRefused(answer, 400, { error: 'VALIDATION_FAILED', field, code: 'INVALID_VALUE' });
  }
  const pending = await pendingSubscription(partner);
  const wrong = await pay(pending.subscription.id, { subscriberId: otherPending.subscriber.id });
  expectRefused(wrong, 400, { field: 'subscriberId', code: 'INVALID_VALUE' });
  const missing = await partner.post('/v1/payments', { subscriptionId: subscription.id });
  expectRefused(missing, 400, { field: 'rail', code: 'REQUIRED' });
  expectRefused(await pay(subscription.id, { rail: 'gold' }), 400, { field: 'rail', code: 'UNSUPPORTED' });
});

test('409 CONFLICT when nothing is due', async () => {
  const { subscription, payment } = await activeSubscription(partner);
  expectRefused(await pay(subscription.id), 409, { error: 'CONFLICT', code: 'CONFLICT' });
  const onInvoice = await partner.post('/v1/payments', { invoiceId: payment.invoiceId, rail: 'manual' });
  expectRefused(onInvoice, 409, { error: 'CONFLICT', code: 'CONFLICT' });
  expect(await read(`/v1/payments?subscriptionId=${subscription.id}`)).toHaveLength(1);
});

test('409 IMMUTABLE for a cancelled subscription', async () => {
  const { subscription } = await pendingSubscription(partner);
  dataOf(await partner.delete(`/v1/subscriptions/${subscription.id}`));
  expectRefused(await pay(subscription.id), 409, { error: 'IMMUTABLE', code: 'IMMUTABLE' });
});

test('a reference is generated or kept; 409 ALREADY_EXISTS when the provider has used it', async () => {
  const one = await pendingSubscription(partner);
  const two = await pendingSubscription(partner);
  expect(dataOf(await pay(one.subscription.id, { reference: ' R-1 ' })).reference).toBe('R-1');
  expectRefused(await pay(two.subscription.id, { reference: 'R-1' }), 409, {
    error: 'CONFLICT',
    field: 'reference',
    code: 'ALREADY_EXISTS',
  });
  expect(await read(`/v1/subscriptions/${two.subscription.id}`)).toMatchObject({ status: 'PENDING' });
  const other = await api.partner();
  const otherPending = await pendingSubscription(other);
  const same = { subscriptionId: otherPending.subscription.id, rail: 'manual', reference: 'R-1' };
  dataOf(await other.post('/v1/payments', same));
});

test('a payment after deactivation creates the reactivation invoice and starts a new cycle', async () => {
  const { subscription, subscriber, plan } = await activeSubscription(partner);
  dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/deactivate`));
  dataOf(
    await partner.put(`/v1/plans/${plan.id}`, bodies.plan({ planName: plan.planName, priceAmount: 130 })),
  );
  await advance(partner, { days: 3 });
  const answer = await pay(subscription.id);
  const payment = dataOf(answer);
  expect(payment).toMatchObject({ status: 'COMPLETED', amount: 130 });
  const active = await read(`/v1/subscriptions/${subscription.id}`);
  expect(active).toMatchObject({
    status: 'ACTIVE',
    inactiveReason: null,
    startedAt: subscription.startedAt,
    price: { amount: 130, currency: 'USD' },
    radiusUsername: subscription.radiusUsername,
    currentCycle: { startsAt: payment.completedAt, status: 'ACTIVE' },
  });
  expect(Date.parse(active.expiresAt) - Date.parse(payment.completedAt)).toBe(30 * 86_400_000);
  const [invoice] = await read(`/v1/invoices?subscriptionId=${subscription.id}`);
  expect(invoice).toMatchObject({
    id: payment.invoiceId,
    kind: 'REACTIVATION',
    status: 'PAID',
    billingCycleId: active.currentCycle.id,
  });
  const events = await eventsCausedBy(partner, answer);
  expect(types(events)).toEqual([
    'payment.received',
    'billing.cycle_started',
    'subscription.updated',
    'subscriber.activated',
  ]);
  expect(events[2]?.data.current).toEqual(active);
  expect(events[2]?.data.previous).toEqual({
    status: 'INACTIVE',
    inactiveReason: 'DEACTIVATED',
    expiresAt: subscription.expiresAt,
    price: subscription.price,
  });
  expect(events[3]?.data).toEqual({
    object: 'subscriber',
    current: await read(`/v1/subscribers/${subscriber.id}`),
    previous: { status: 'suspended' },
  });
});

test('a payment does not lift a manual hold', async () => {
  const { subscription, subscriber } = await pendingSubscription(partner);
  dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/suspend`, { reason: 'Fraud' }));
  const answer = await pay(subscription.id);
  expect(types(await eventsCausedBy(partner, answer))).toEqual([
    'payment.received',
    'billing.cycle_started',
    'subscription.updated',
  ]);
  expect(await read(`/v1/subscriptions/${subscription.id}`)).toMatchObject({ status: 'ACTIVE' });
  expect(await read(`/v1/subscribers/${subscriber.id}`)).toMatchObject({
    status: 'suspended',
    hold: { reason: 'Fraud' },
  });
  dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/activate`));
});

test('the list filters by status, subscriberId, subscriptionId and reference', async () => {
  const own = await api.partner();
  const paid = await activeSubscription(own);
  const waiting = await pendingSubscription(own);
  const body = { subscriptionId: waiting.subscription.id, rail: 'simulated', reference: 'wait' };
  const open = dataOf(await own.post('/v1/payments', body));
  const ids = async (query: string) =>
    dataOf(await own.get(`/v1/payments?${query}`)).map((row: { id: string }) => row.id);
  expect(await ids('')).toEqual([open.id, paid.payment.id]);
  expect(await ids('status=PENDING')).toEqual([open.id]);
  expect(await ids(`subscriberId=${paid.subscriber.id}`)).toEqual([paid.payment.id]);
  expect(await ids(`subscriptionId=${waiting.subscription.id}`)).toEqual([open.id]);
  expect(await ids('reference=wait')).toEqual([open.id]);
  expect(await ids('reference=other')).toEqual([]);
});

test('the list filters by rail, refundDue, chargeId, invoiceId and installationId', async () => {
  const own = await api.partner();
  const { subscriber, subscription, payment: first } = await activeSubscription(own);
  const pays = async (body: object) => dataOf(await own.post('/v1/payments', { rail: 'manual', ...body }));
  const charge = dataOf(await own.post(`/v1/subscribers/${subscriber.id}/charges`, bodies.charge()));
  const forCharge = await pays({ chargeId: charge.id });
  const visit = { subscriptionId: subscription.id, feeAmount: 50 };
  const installation = dataOf(await own.post('/v1/installations', visit));
  const late = await pays({ installationId: installation.id, rail: 'simulated' });
  const inTime = await pays({ installationId: installation.id });
  dataOf(await own.post(`/v1/payments/${late.id}/simulate`, { outcome: 'succeed' }));
  const [invoice] = dataOf(await own.get(`/v1/invoices?subscriptionId=${subscription.id}`));

  const ids = async (query: string) =>
    dataOf(await own.get(`/v1/payments?${query}`)).map((row: { id: string }) => row.id);
  expect(await ids('rail=simulated')).toEqual([late.id]);
  expect(await ids('rail=manual&sort=createdAt')).toEqual([first.id, forCharge.id, inTime.id]);
  expect(await ids('refundDue=true')).toEqual([late.id]);
  expect(await ids('refundDue=false&sort=createdAt')).toEqual([first.id, forCharge.id, inTime.id]);
  expect(await ids(`chargeId=${charge.id}`)).toEqual([forCharge.id]);
  expect(await ids(`invoiceId=${invoice.id}`)).toEqual([first.id]);
  expect(await ids(`installationId=${installation.id}&sort=createdAt`)).toEqual([late.id, inTime.id]);
  expect(await ids(`invoiceId=${invoice.id}&rail=simulated`)).toEqual([]);
  const stranger = await api.partner();
  expect(dataOf(await stranger.get(`/v1/payments?invoiceId=${invoice.id}`))).toEqual([]);
  expectRefused(await own.get('/v1/payments?rail=cheque'), 400, { field: 'rail', code: 'UNSUPPORTED' });
  expectRefused(await own.get('/v1/payments?refundDue=1'), 400, {
    field: 'refundDue',
    code: 'INVALID_FORMAT',
  });
});
