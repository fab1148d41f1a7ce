import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { submitDueRefunds } from '../../server/domain/external/gateway/submit-refunds.ts';
import { openDisputes } from '../../server/domain/notification/open-disputes.ts';
import { drainDue } from '../../server/domain/scheduling/run.ts';
import { newId } from '../../server/work/ids.ts';
import { transaction } from '../../server/work/transaction.ts';
import { type Partner, useApi } from './api.ts';
import { advance, bodies, dataOf, eventTypes, expectRefused } from './helpers.ts';
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
const { openCheckout, pathOf, refundedAmounts, sendEvent, sessionOf, visit } = stripeHelpers(api, stripe);
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
});

async function paid() {
  const world = await openCheckout(partner);
  await sendEvent(stripe.pay(world.session));
  return world;
}
const read = async ({ id }: { id: string }) => dataOf(await partner.get(`/v1/payments/${id}`));
const refundsOf = async ({ id }: { id: string }) => dataOf(await partner.get(`/v1/refunds?paymentId=${id}`));
const work = () => submitDueRefunds({ providerId: partner.providerId, budgetMs: 10_000 });
const notified = () =>
  transaction(
    { providerId: partner.providerId, caller: { type: 'system', name: 'test' }, correlationId: 'c' },
    (scope) => openDisputes(scope),
  );

test('a refund made in the dashboard of Stripe is a refund here, once, and is not submitted again', async () => {
  const { payment, session, subscription } = await paid();
  const made = stripe.refundInDashboard(session, 3_050);
  for (const event of [...made, ...made]) expect(await sendEvent(event)).toBe(200);
  await Promise.all(made.map((event) => sendEvent(event)));
  const [refund, ...more] = await refundsOf(payment);
  expect(more).toEqual([]);
  expect(refund).toMatchObject({
    amount: 30.5,
    reason: 'REQUESTED',
    note: expect.stringMatching(/Stripe.*re_/),
  });
  expect(await eventTypes(partner, refund.id)).toEqual(['refund.issued']);
  expect(await read(payment)).toMatchObject({ refundedAmount: 30.5, dispute: null });
  await work();
  expect(refundedAmounts(session)).toEqual([3_050]);
  expect(dataOf(await partner.get(`/v1/subscriptions/${subscription.id}`)).status).toBe('ACTIVE');
});

test('a refund and a dispute that are reported before their payment are repeated until it is known', async () => {
  const { payment, session } = await openCheckout(partner);
  const event = stripe.pay(session);
  const refunds = stripe.refundInDashboard(session, 3_050);
  const dispute = stripe.dispute(session, { amount: 6_950, reason: 'fraudulent' });
  const send = async () => {
    const statuses = [];
    for (const each of [...refunds, dispute('created', 'needs_response')])
      statuses.push(await sendEvent(each));
    return statuses;
  };
  expect(await send()).toEqual([500, 500, 500]);
  expect(await read(payment)).toMatchObject({ status: 'PENDING', refundedAmount: 0, dispute: null });
  expect(await sendEvent(event)).toBe(200);
  for (const _ of [1, 2]) expect(await send()).toEqual([200, 200, 200]);
  expect(await read(payment)).toMatchObject({
    ...{ status: 'COMPLETED', refundedAmount: 30.5, dispute: { status: 'OPEN' } },
  });
  await sendEvent(dispute('closed', 'won'));
});

test('late money that was refunded in the dashboard before its report is not refunded again', async () => {
  const own = await api.partner();
  const { payment, session } = await openCheckout(own);
  const event = stripe.pay(session);
  const refunds = stripe.refundInDashboard(session, 10_000);
  for (const each of refunds) expect(await sendEvent(each)).toBe(500);
  await advance(own, { hours: 25 });
  expect(await sendEvent(event)).toBe(200);
  for (const each of refunds) expect(await sendEvent(each)).toBe(200);
  await submitDueRefunds({ providerId: own.providerId, budgetMs: 10_000 });
  expect(refundedAmounts(session)).toEqual([10_000]);
  expect(dataOf(await own.get(`/v1/payments/${payment.id}`))).toMatchObject({
    status: 'EXPIRED',
    refundDue: false,
    refundedAmount: 100,
  });
});

test('200 without effect for a refund of money of another system; 500 while Stripe does not say whose it is', async () => {
  const { payment, session } = await openCheckout(partner);
  const paidEvent = stripe.pay(session);
  const [refund] = stripe.refundInDashboard(session, 3_050);
  const asOf = async (metadata: Record<string, string>) => {
    const form = Object.entries(metadata).map(([name, value]) => [
      `payment_intent_data[metadata][${name}]`,
      value,
    ]);
    const own = session.form;
    session.form = Object.fromEntries(form);
    const status = await sendEvent(refund ?? {});
    session.form = own;
    return status;
  };
  const { providerId } = partner;
  expect(await asOf({})).toBe(200);
  expect(await asOf({ order: '7' })).toBe(200);
  expect(await asOf({ providerId: 'prv_never', paymentId: payment.id })).toBe(200);
  expect(await asOf({ providerId, paymentId: 'pay_never' })).toBe(200);
  const strange = { ...refund?.data.object, payment_intent: 'pi_never' };
  expect(await sendEvent(stripe.event('refund.updated', strange))).toBe(200);
  stripe.faults.push({ status: 403, error: { type: 'invalid_request_error', message: 'no permission' } });
  expect(await sendEvent(refund ?? {})).toBe(200);
  stripe.faults.push('hang up', 'hang up');
  expect(await sendEvent(refund ?? {})).toBe(500);
  stripe.faults.length = 0;
  expect(await sendEvent(refund ?? {})).toBe(500);
  expect(await sendEvent(paidEvent)).toBe(200);
  expect(await refundsOf(payment)).toEqual([]);
  expect(await sendEvent(refund ?? {})).toBe(200);
  expect(await refundsOf(payment)).toHaveLength(1);
});

test('two refunds in the dashboard are two refunds; more than what is left here counts as what is left', async () => {
  const { payment, session } = await paid();
  for (const event of stripe.refundInDashboard(session, 1_000)) await sendEvent(event);
  dataOf(await partner.post(`/v1/payments/${payment.id}/refunds`, { amount: 85 }));
  for (const event of stripe.refundInDashboard(session, 1_000)) await sendEvent(event);
  expect((await refundsOf(payment)).map(({ amount }: { amount: number }) => amount).sort()).toEqual([
    10, 5, 85,
  ]);
  expect(await read(payment)).toMatchObject({ refundedAmount: 100 });
});

test('a refund of Demarc that Stripe reports back is no second one', async () => {
  const { payment, session } = await paid();
  dataOf(await partner.post(`/v1/payments/${payment.id}/refunds`, { amount: 20 }));
  await work();
  const own = stripe.refunds.find(({ payment_intent: intent }) => intent === session.payment_intent);
  for (const type of ['refund.created', 'refund.updated']) await sendEvent(stripe.event(type, own ?? {}));
  expect(await refundsOf(payment)).toHaveLength(1);
});

test('a refund of Demarc that a restored database does not have is recorded once', async () => {
  const { payment, session } = await paid();
  stripe.refundInDashboard(session, 6_000, 'pending');
  const made = stripe.refunds.at(-1) as (typeof stripe.refunds)[number];
  made.metadata = { providerId: partner.providerId, refundId: newId('refund', new Date()), round: '1' };
  await sendEvent(stripe.event('refund.created', made));
  expect(await refundsOf(payment)).toEqual([]);
  const succeeded = stripe.refundSucceeds(made);
  expect(await Promise.all([sendEvent(succeeded), sendEvent(succeeded)])).toEqual([200, 200]);
  const [refund, ...more] = await refundsOf(payment);
  expect(more).toEqual([]);
  expect(refund).toMatchObject({ amount: 60, note: expect.stringContaining(made.id) });
  await work();
  expect(refundedAmounts(session)).toEqual([6_000]);
});

test('a pending refund of the dashboard counts when it succeeds', async () => {
  const { payment, session } = await paid();
  const [created] = stripe.refundInDashboard(session, 500, 'pending');
  await sendEvent(created ?? {});
  expect(await refundsOf(payment)).toEqual([]);
  await sendEvent(stripe.refundSucceeds(stripe.refunds.at(-1) as (typeof stripe.refunds)[number]));
  expect(await refundsOf(payment)).toHaveLength(1);
});

test('a dispute is shown and notified until Stripe decides; a won one leaves the money', async () => {
  const { payment, session } = await paid();
  const dispute = stripe.dispute(session, { amount: 10_000, reason: 'product_not_received' });
  expect(await sendEvent(dispute('created', 'needs_response'))).toBe(200);
  const { dispute: open } = await read(payment);
  expect(open).toEqual({
    status: 'OPEN',
    amount: 100,
    reason: 'product_not_received',
    openedAt: expect.any(String),
    closedAt: null,
  });
  expect(await notified()).toMatchObject([{ kind: 'PAYMENT_DISPUTED', paymentId: payment.id, amount: 100 }]);
  await sendEvent(dispute('closed', 'won'));
  await sendEvent(dispute('updated', 'under_review'));
  expect((await read(payment)).dispute).toMatchObject({ status: 'WON', closedAt: expect.any(String) });
  expect(await refundsOf(payment)).toEqual([]);
  expect(await notified()).toEqual([]);
});

test('a lost dispute is a refund of reason DISPUTE_LOST, once, and service goes on', async () => {
  const { payment, session, subscription } = await paid();
  const dispute = stripe.dispute(session, { amount: 10_000, reason: 'fraudulent' });
  await sendEvent(dispute('created', 'needs_response'));
  const lost = dispute('closed', 'lost');
  await Promise.all([sendEvent(lost), sendEvent(lost), sendEvent(dispute('updated', 'lost'))]);
  const [refund, ...more] = await refundsOf(payment);
  expect(more).toEqual([]);
  expect(refund).toMatchObject({
    amount: 100,
    reason: 'DISPUTE_LOST',
    note: expect.stringContaining('Stripe'),
  });
  expect(await eventTypes(partner, refund.id)).toEqual(['refund.issued']);
  await work();
  expect(refundedAmounts(session)).toEqual([]);
  expect((await read(payment)).dispute).toMatchObject({ status: 'LOST' });
  expect(dataOf(await partner.get(`/v1/subscriptions/${subscription.id}`)).status).toBe('ACTIVE');
});

/** A payment on account of 100, of which credit has settled a charge of 60. */
async function partlyUsedCredit() {
  const { subscriber } = await paid();
  const body = { subscriberId: subscriber.id, amount: 100, currency: 'USD', rail: 'stripe' };
  const payment = dataOf(await partner.post('/v1/payments', body));
  await visit(pathOf(payment));
  await sendEvent(stripe.pay(sessionOf(payment)));
  await partner.post(`/v1/subscribers/${subscriber.id}/charges`, bodies.charge({ amount: 60 }));
  await drainDue({ providerId: partner.providerId, budgetMs: 10_000 });
  expect(await creditOf(subscriber)).toEqual([{ amount: 40, currency: 'USD' }]);
  return { subscriber, payment, session: sessionOf(payment) };
}
const creditOf = async ({ id }: { id: string }) =>
  dataOf(await partner.get(`/v1/subscribers/${id}`)).creditBalance;
const pendingCharges = async ({ id }: { id: string }) =>
  dataOf(await partner.get(`/v1/subscribers/${id}/charges?status=PENDING`));

test.each(['a refund in the dashboard', 'a lost dispute'])(
  'what the credit lacks for %s becomes one PENDING charge',
  async (what) => {
    const { subscriber, payment, session } = await partlyUsedCredit();
    const reports =
      what === 'a lost dispute'
        ? [stripe.dispute(session, { amount: 10_000, reason: 'fraudulent' })('closed', 'lost')]
        : stripe.refundInDashboard(session, 10_000);
    for (const event of [...reports, ...reports]) expect(await sendEvent(event)).toBe(200);
    await drainDue({ providerId: partner.providerId, budgetMs: 10_000 });
    expect((await refundsOf(payment)).map(({ amount }: { amount: number }) => amount)).toEqual([100]);
    expect(await creditOf(subscriber)).toEqual([]);
    const [owed, ...more] = await pendingCharges(subscriber);
    expect(more).toEqual([]);
    expect(owed).toMatchObject({ amount: 60, currency: 'USD', subscriptionId: null, expiresAt: null });
    expect(owed.description).toContain(payment.reference);
    expect(await eventTypes(partner, owed.id)).toEqual(['subscriber.charge.created']);
    const paidInCash = await partner.post('/v1/payments', { chargeId: owed.id, rail: 'manual' });
    expect(dataOf(paidInCash)).toMatchObject({ amount: 60, status: 'COMPLETED' });
  },
);

test('a refund in the dashboard that the credit covers makes no charge', async () => {
  const { subscriber, session } = await partlyUsedCredit();
  for (const event of stripe.refundInDashboard(session, 4_000)) await sendEvent(event);
  expect(await creditOf(subscriber)).toEqual([]);
  expect(await pendingCharges(subscriber)).toEqual([]);
});

test('reports of unknown money, another currency or a negative amount change nothing and are answered 200', async () => {
  const { payment, session } = await paid();
  const stranger = { ...session, payment_intent: 'pi_of_another_system' };
  const dispute = stripe.dispute(stranger, { amount: 10_000, reason: 'general' });
  expect(await sendEvent(dispute('created', 'needs_response'))).toBe(200);
  for (const over of [{ currency: 'eur' }, { amount: -5 }, { amount: 0 }, { currency: 'zzz' }]) {
    const odd = stripe.dispute(session, { amount: 10_000, reason: 'general', ...over });
    expect(await sendEvent(odd('closed', 'lost'))).toBe(200);
  }
  expect(await read(payment)).toMatchObject({ dispute: null, refundedAmount: 0 });
});

test('400 for a refund that is requested with the reason of a lost dispute', async () => {
  const { payment } = await paid();
  const answer = await partner.post(`/v1/payments/${payment.id}/refunds`, { reason: 'DISPUTE_LOST' });
  expectRefused(answer, 400, { field: 'reason', code: 'UNSUPPORTED' });
});
