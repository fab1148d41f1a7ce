import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  providersWithDueRefunds,
  submitDueRefunds,
} from '../../server/domain/external/gateway/submit-refunds.ts';
import { type Partner, useApi } from './api.ts';
import { advance, dataOf, eventTypes, expectRefused } from './helpers.ts';
import { besideApi, stripeHelpers } from './stripe-helpers.ts';

const stripe = await vi.hoisted(async () => {
  vi.resetModules();
  const { SECRET_KEY, startFakeStripe, WEBHOOK_SECRET } = await import('../fakes/stripe.ts');
  const fake = await startFakeStripe();
  process.env.STRIPE_SECRET_KEY = SECRET_KEY;
  process.env.STRIPE_WEBHOOK_SECRET = WEBHOOK_SECRET;
  process.env.STRIPE_API_BASE = fake.base;
  return fake;
});
afterAll(() => stripe.close());

const api = useApi({}, besideApi);
const { refundedAmounts, makeDue, openCheckout, rowOf, sendEvent, retryRefund } = stripeHelpers(api, stripe);
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
});

const read = async (path: string) => dataOf(await partner.get(path));
const work = () => submitDueRefunds({ providerId: partner.providerId, budgetMs: 10_000 });
const asked = () => stripe.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/refunds');
async function paid() {
  const world = await openCheckout(partner);
  await sendEvent(stripe.pay(world.session));
  return world;
}

const refund = (payment: { id: string }, body: object = {}) =>
  partner.post(`/v1/payments/${payment.id}/refunds`, body);
test('a refund commits first and is submitted to Stripe by the job', async () => {
  const { payment, session } = await paid();
  const answer = await refund(payment, { amount: 30.5 });
  expect(answer.status).toBe(201);
  const made = dataOf(answer);
  expect(made).toMatchObject({ amount: 30.5, status: 'SUCCEEDED' });
  expect(refundedAmounts(session)).toEqual([]);
  expect(await providersWithDueRefunds()).toEqual([partner.providerId]);
  await work();
  expect(refundedAmounts(session)).toEqual([3_050]);
  expect(asked().at(-1)).toMatchObject({ idempotencyKey: made.id, form: { amount: '3050' } });
  await work();
  expect(refundedAmounts(session)).toEqual([3_050]);
  dataOf(await refund(payment));
  await work();
  expect(refundedAmounts(session)).toEqual([3_050, 6_950]);
  expect(await providersWithDueRefunds()).toEqual([]);
});

test('a refund whose process dies before, during or after the request is returned once', async () => {
  const { payment, session } = await paid();
  const made = dataOf(await refund(payment, { amount: 40 }));
  // Another process claimed it and died. It stays leased until the lease expires.
  await api.sql`
    update gateway_refund set attempts = 1, next_attempt_at = now() + interval '5 minutes' where id = ${made.id}`;
  await work();
  expect(refundedAmounts(session)).toEqual([]);
  await makeDue();
  // Stripe made the refund, its response was lost, and the idempotency key has expired at the next attempt.
  stripe.faults.push({ status: 500, error: { type: 'api_error', message: 'oops' } });
  await work();
  stripe.faults.length = 0;
  await makeDue();
  await work();
  expect(refundedAmounts(session)).toEqual([4_000]);
  await api.sql`update gateway_refund set submitted_at = null, next_attempt_at = now() - interval '1 second' where id = ${made.id}`;
  await work();
  expect(refundedAmounts(session)).toEqual([4_000]);
  expect(await rowOf(made.id)).toMatchObject({
    gateway_id: stripe.refunds.at(-1)?.id,
    next_attempt_at: null,
  });
});

test('concurrent runs submit each refund once', async () => {
  const { payment, session } = await paid();
  for (const amount of [10, 20, 30]) dataOf(await refund(payment, { amount }));
  const before = asked().length;
  await Promise.all([work(), work(), work()]);
  expect(asked().length - before).toBe(3);
  expect(refundedAmounts(session).toSorted()).toEqual([1_000, 2_000, 3_000]);
});

test('a failed request is retried later, and its error is stored', async () => {
  const { payment, session } = await paid();
  const made = dataOf(await refund(payment));
  stripe.faults.push('hang up', 'hang up');
  await work();
  stripe.faults.length = 0;
  const row = await rowOf(made.id);
  expect(row).toMatchObject({ attempts: '1', submitted_at: null, failure: expect.any(String) });
  expect(row?.next_attempt_at).not.toBeNull();
  await makeDue();
  await work();
  expect(refundedAmounts(session)).toEqual([10_000]);
  expect(await rowOf(made.id)).toMatchObject({ attempts: '2', failure: null });
});

test('a rejected or repeatedly failed refund is given up and not submitted until staff retries it', async () => {
  const { payment } = await paid();
  const made = dataOf(await refund(payment, { amount: 10 }));
  const error = { type: 'invalid_request_error', code: 'charge_disputed', message: 'disputed' };
  stripe.faults.push({ status: 400, error });
  await work();
  expect(await rowOf(made.id)).toMatchObject({
    attempts: '1',
    next_attempt_at: null,
    submitted_at: null,
    failure: 'charge_disputed: disputed',
  });
  const stubborn = dataOf(await refund(payment, { amount: 20 }));
  for (let attempt = 1; attempt <= 9; attempt++) {
    stripe.faults.push('hang up', 'hang up');
    await makeDue();
    await work();
    stripe.faults.length = 0;
  }
  expect(await rowOf(stubborn.id)).toMatchObject({
    attempts: '9',
    next_attempt_at: null,
    submitted_at: null,
  });
  const notes = await api.sql`
    select resource_id from audit_entry where action = 'refund.submit_failed' order by created_at, id`;
  expect(notes.map(({ resource_id }) => resource_id)).toEqual([made.id, stubborn.id]);
  const before = asked().length;
  await work();
  expect(asked().length).toBe(before);

  const { refunds } = await retryRefund(partner, payment, stubborn.id);
  expect(refunds.find(({ id }) => id === stubborn.id)).toMatchObject({ amount: 20, currency: 'USD' });
  await work();
  expect(await rowOf(stubborn.id)).toMatchObject({
    failure: null,
    gateway_id: expect.stringMatching(/^re_/),
  });
  await expect(retryRefund(partner, payment, stubborn.id)).rejects.toMatchObject({ key: 'CONFLICT' });
  await expect(retryRefund(partner, payment, 'rfd_never')).rejects.toMatchObject({ key: 'NOT_FOUND' });
});

test('money that arrives after the payment expired is returned in full', async () => {
  const { payment, session, subscription } = await openCheckout(partner);
  const event = stripe.pay(session);
  await advance(partner, { hours: 24 });
  expect(await sendEvent(event)).toBe(200);
  const late = await read(`/v1/payments/${payment.id}`);
  expect(late).toMatchObject({ status: 'EXPIRED', refundDue: true, refundedAmount: 0, completedAt: null });
  expectRefused(await refund(payment), 409, { error: 'CONFLICT' });
  await work();
  expect(refundedAmounts(session)).toEqual([10_000]);
  const over = await read(`/v1/payments/${payment.id}`);
  expect(over).toMatchObject({ status: 'EXPIRED', refundDue: false, refundedAmount: 100 });
  expect(await sendEvent(event)).toBe(200);
  await work();
  expect(refundedAmounts(session)).toEqual([10_000]);
  expect(await read(`/v1/payments/${payment.id}`)).toEqual(over);
  expect(await read(`/v1/subscriptions/${subscription.id}`)).toMatchObject({ status: 'PENDING' });
  expect(await eventTypes(partner, payment.id)).toEqual(['payment.expired']);
});

test('a card payment after a cash payment of the same target is returned', async () => {
  const { payment, session, subscription } = await openCheckout(partner);
  dataOf(await partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual' }));
  await sendEvent(stripe.pay(session));
  expect(await read(`/v1/payments/${payment.id}`)).toMatchObject({ status: 'EXPIRED', refundDue: true });
  await work();
  expect(refundedAmounts(session)).toEqual([10_000]);
});

test('a refund that staff made in the Stripe dashboard is not repeated', async () => {
  const { payment, session } = await paid();
  stripe.refunds.push({
    id: 're_by_hand',
    object: 'refund',
    payment_intent: session.payment_intent as string,
    amount: 10_000,
    status: 'succeeded',
    metadata: {},
  });
  const made = dataOf(await refund(payment));
  await work();
  expect(refundedAmounts(session)).toEqual([10_000]);
  expect(await rowOf(made.id)).toMatchObject({ failure: null, next_attempt_at: null });
  expect((await rowOf(made.id))?.submitted_at).not.toBeNull();
});

test('a refund of a manual payment is not submitted to a gateway', async () => {
  const { subscription } = await openCheckout(partner);
  const cash = dataOf(
    await partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual' }),
  );
  const made = dataOf(await refund(cash));
  expect(await rowOf(made.id)).toBeUndefined();
});
