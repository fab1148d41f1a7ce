import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { submitDueRefunds } from '../../server/domain/external/gateway/submit-refunds.ts';
import { type Partner, useApi } from './api.ts';
import { advance, dataOf } from './helpers.ts';
import { besideApi, gate, stripeHelpers, until } from './stripe-helpers.ts';

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

const work = () => submitDueRefunds({ providerId: partner.providerId, budgetMs: 10_000 });
const asked = () => stripe.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/refunds');
async function paid() {
  const world = await openCheckout(partner);
  await sendEvent(stripe.pay(world.session));
  return world;
}

const refund = (payment: { id: string }, body: object = {}) =>
  partner.post(`/v1/payments/${payment.id}/refunds`, body);
const again = (payment: { id: string }, id: string) => retryRefund(partner, payment, id);
type StripeRefund = (typeof stripe.refunds)[number];
const lastRefund = () => stripe.refunds.at(-1) as StripeRefund;
async function failuresOf(refundId: string) {
  const notes = await api.sql`
    select 1 from audit_entry where action = 'refund.submit_failed' and resource_id = ${refundId}`;
  return notes.length;
}

test('a refund that fails after its success is stored as failed', async () => {
  const { payment } = await paid();
  const made = dataOf(await refund(payment));
  await work();
  for (const event of stripe.refundFails(lastRefund())) expect(await sendEvent(event)).toBe(200);
  const noted = {
    submitted_at: null,
    next_attempt_at: null,
    failure: 'The refund failed at the gateway: lost_or_stolen_card.',
  };
  expect(await rowOf(made.id)).toMatchObject(noted);
  // Several events about one failure count once.
  expect(await failuresOf(made.id)).toBe(1);
});

test.each([
  { dashboard: 4_000, counted: 40, isMade: true, name: 'is the refund that was given up' },
  { dashboard: 2_500, counted: 65, isMade: false, name: 'of another amount is a refund of its own' },
])('a refund of the dashboard $name', async ({ dashboard, counted, isMade }) => {
  const { payment, session } = await paid();
  const made = dataOf(await refund(payment, { amount: 40 }));
  stripe.faults.push({ status: 402, error: { type: 'card_error', message: 'The balance is too low.' } });
  await work();
  expect(await rowOf(made.id)).toMatchObject({ submitted_at: null, next_attempt_at: null });
  for (const event of stripe.refundInDashboard(session, dashboard)) expect(await sendEvent(event)).toBe(200);
  expect(refundedAmounts(session)).toEqual([dashboard]);
  expect(dataOf(await partner.get(`/v1/payments/${payment.id}`)).refundedAmount).toBe(counted);
  expect((await rowOf(made.id))?.submitted_at !== null).toBe(isMade);
});

test('a pending refund later succeeds, fails or is canceled', async () => {
  const { payment, session } = await paid();
  stripe.refundsPend(true);
  const ids: string[] = [];
  for (const amount of [10, 20, 30]) {
    ids.push(dataOf(await refund(payment, { amount })).id);
    await work();
  }
  stripe.refundsPend(false);
  const [succeeds, fails, isCanceled] = ids.map(
    (id) => stripe.refunds.find(({ metadata }) => metadata.refundId === id) as StripeRefund,
  ) as [StripeRefund, StripeRefund, StripeRefund];
  expect([succeeds, fails, isCanceled].map(({ status }) => status)).toEqual([
    'pending',
    'pending',
    'pending',
  ]);
  expect(refundedAmounts(session)).toEqual([1_000, 2_000, 3_000]);
  await sendEvent(stripe.refundSucceeds(succeeds));
  // The first event of each failure is enough.
  await sendEvent(stripe.refundFails(fails)[0] as object);
  await sendEvent(stripe.refundFails(isCanceled, 'canceled')[0] as object);
  const rows = await Promise.all(ids.map(rowOf));
  expect(rows.map((row) => row?.submitted_at !== null)).toEqual([true, false, false]);
  expect(rows.map((row) => row?.failure)).toEqual([
    null,
    'The refund failed at the gateway: lost_or_stolen_card.',
    'The refund failed at the gateway: canceled.',
  ]);
});

test('a retry after a failure creates a new refund, and late events of the old one have no effect', async () => {
  const { payment, session } = await paid();
  const made = dataOf(await refund(payment));
  await work();
  const first = lastRefund();
  const events = stripe.refundFails(first);
  await sendEvent(events[0] as object);
  await again(payment, made.id);
  await work();
  const second = lastRefund();
  expect(second.id).not.toBe(first.id);
  expect(refundedAmounts(session)).toEqual([10_000, 10_000]);
  expect(await rowOf(made.id)).toMatchObject({ gateway_id: second.id, failure: null, next_attempt_at: null });
  for (const event of events) expect(await sendEvent(event)).toBe(200);
  expect((await rowOf(made.id))?.submitted_at).not.toBeNull();
  expect(await failuresOf(made.id)).toBe(1);
  await sendEvent(stripe.refundFails(second)[0] as object);
  expect((await rowOf(made.id))?.submitted_at).toBeNull();
});

test('a retry after a rejection has a new idempotency key', async () => {
  const { payment, session } = await paid();
  const made = dataOf(await refund(payment));
  const error = { type: 'invalid_request_error', code: 'charge_disputed', message: 'disputed' };
  stripe.faults.push({ status: 400, error });
  await work();
  expect(await rowOf(made.id)).toMatchObject({ failure: 'charge_disputed: disputed', next_attempt_at: null });
  await again(payment, made.id);
  await work();
  expect(refundedAmounts(session)).toEqual([10_000]);
  expect(await rowOf(made.id)).toMatchObject({ failure: null, gateway_id: lastRefund().id });
});

test('a retry after a missing permission has the same idempotency key', async () => {
  const { payment, session } = await paid();
  const made = dataOf(await refund(payment));
  stripe.faults.push({ status: 403, error: { type: 'invalid_request_error', message: 'restricted key' } });
  await work();
  expect(await rowOf(made.id)).toMatchObject({ failure: 'restricted key', next_attempt_at: null });
  await again(payment, made.id);
  await work();
  expect(refundedAmounts(session)).toEqual([10_000]);
  expect(asked().at(-1)).toMatchObject({ idempotencyKey: made.id });
});

test('a refund whose response is lost at the last attempt is returned once after a retry', async () => {
  const { payment, session } = await paid();
  const made = dataOf(await refund(payment, { amount: 40 }));
  await api.sql`update gateway_refund set attempts = 8 where id = ${made.id}`;
  // Stripe answers the search, and makes the refund. Its response and the one to the library's repetition are lost.
  stripe.faults.push({ before: Promise.resolve() }, 'after', 'after');
  await work();
  expect(refundedAmounts(session)).toEqual([4_000]);
  expect(await rowOf(made.id)).toMatchObject({ attempts: '9', next_attempt_at: null, submitted_at: null });
  stripe.forgetKeys();
  await again(payment, made.id);
  await work();
  expect(refundedAmounts(session)).toEqual([4_000]);
  expect(await rowOf(made.id)).toMatchObject({ failure: null, gateway_id: lastRefund().id });
});

test('a retry by staff while Stripe still processes the last attempt returns the money once', async () => {
  const { payment, session } = await paid();
  const made = dataOf(await refund(payment, { amount: 40 }));
  await api.sql`update gateway_refund set attempts = 8 where id = ${made.id}`;
  const processed = gate();
  // Stripe answers the search and receives the refund. The connection breaks, and the key is in use for the repetition.
  stripe.faults.push({ before: Promise.resolve() }, { cutBefore: processed.opened });
  await work();
  expect(await rowOf(made.id)).toMatchObject({ attempts: '9', next_attempt_at: null, submitted_at: null });
  await again(payment, made.id);
  await work();
  processed.open();
  await until(() => refundedAmounts(session).length > 0);
  await makeDue();
  await work();
  expect(refundedAmounts(session)).toEqual([4_000]);
  expect(await rowOf(made.id)).toMatchObject({ failure: null, gateway_id: lastRefund().id });
});

test('two refunds of half a payment are never taken for each other', async () => {
  const { payment, session } = await paid();
  const first = dataOf(await refund(payment, { amount: 50 }));
  // Stripe makes the first refund, and its response is lost.
  stripe.faults.push('after', 'after');
  await work();
  const second = dataOf(await refund(payment, { amount: 50 }));
  await api.sql`update gateway_refund set attempts = 1 where id = ${second.id}`;
  stripe.forgetKeys();
  await work();
  await makeDue();
  await work();
  expect(refundedAmounts(session)).toEqual([5_000, 5_000]);
  for (const { id } of [first, second]) {
    const atStripe = stripe.refunds.find(({ metadata }) => metadata.refundId === id);
    expect(await rowOf(id)).toMatchObject({ failure: null, gateway_id: atStripe?.id });
  }
});

test('a refund is found at Stripe behind a hundred others of its payment', async () => {
  const { payment, session } = await paid();
  const made = dataOf(await refund(payment, { amount: 40 }));
  stripe.faults.push('after', 'after');
  await work();
  const intent = session.payment_intent as string;
  for (let n = 1; n <= 100; n++) {
    const byHand = { id: `re_by_hand_${n}`, amount: 1, status: 'succeeded', metadata: {} };
    stripe.refunds.push({ ...byHand, object: 'refund', payment_intent: intent });
  }
  stripe.forgetKeys();
  await makeDue();
  await work();
  expect(refundedAmounts(session).filter((amount) => amount === 4_000)).toHaveLength(1);
  const { id } = stripe.refunds.find(({ metadata }) => metadata.refundId === made.id) as StripeRefund;
  expect(await rowOf(made.id)).toMatchObject({ failure: null, gateway_id: id });
});

test('a failure event that arrives before the response is kept', async () => {
  const { payment } = await paid();
  const made = dataOf(await refund(payment));
  const answer = gate();
  const before = stripe.refunds.length;
  stripe.faults.push({ answerAfter: answer.opened });
  const working = work();
  await until(() => stripe.refunds.length > before);
  await sendEvent(stripe.refundFails(lastRefund())[0] as object);
  answer.open();
  await working;
  expect(await rowOf(made.id)).toMatchObject({
    submitted_at: null,
    next_attempt_at: null,
    failure: 'The refund failed at the gateway: lost_or_stolen_card.',
  });
});

test('idempotency_key_in_use is retried later, and the money is returned once', async () => {
  const { payment, session } = await paid();
  const made = dataOf(await refund(payment));
  const begins = gate();
  // The list of refunds is read first.
  stripe.faults.push({ before: Promise.resolve() }, { before: begins.opened });
  const before = asked().length;
  const first = work();
  await until(() => asked().length > before + 1);
  // The lease of the first attempt has expired.
  await makeDue();
  await work();
  expect(await rowOf(made.id)).toMatchObject({
    attempts: '2',
    submitted_at: null,
    next_attempt_at: expect.anything(),
    failure: expect.stringContaining('idempotency_key_in_use'),
  });
  begins.open();
  await first;
  await makeDue();
  await work();
  expect(refundedAmounts(session)).toEqual([10_000]);
  expect(await rowOf(made.id)).toMatchObject({ gateway_id: lastRefund().id, failure: null });
});

test.each(['failed', 'canceled'])(
  'a %s refund that Stripe has stored does not count as returned',
  async (status) => {
    const { payment, session } = await paid();
    const made = dataOf(await refund(payment));
    const before = refundedAmounts(session).length;
    // The response to the first attempt was lost.
    await api.sql`update gateway_refund set attempts = 1 where id = ${made.id}`;
    stripe.refunds.push({
      id: `re_${status}`,
      object: 'refund',
      payment_intent: session.payment_intent as string,
      amount: 10_000,
      status,
      metadata: { providerId: partner.providerId, refundId: made.id },
    });
    await work();
    expect(await rowOf(made.id)).toMatchObject({
      submitted_at: null,
      next_attempt_at: null,
      failure: expect.stringContaining(status),
    });
    await again(payment, made.id);
    await work();
    expect(refundedAmounts(session)).toHaveLength(before + 2);
    expect(await rowOf(made.id)).toMatchObject({ failure: null, gateway_id: lastRefund().id });
  },
);

test('the fake rejects unknown parameters and a key with other parameters, as Stripe does', async () => {
  const send = async (path: string, form: Record<string, string>, key?: string) => {
    const headers = { authorization: 'Bearer sk_test_fake', ...(key && { 'idempotency-key': key }) };
    const body = new URLSearchParams(form);
    const answer = await fetch(stripe.base + path, { method: 'POST', headers, body });
    return { status: answer.status, error: (await answer.json()).error };
  };
  const unknown = { status: 400, error: { code: 'parameter_unknown' } };
  expect(await send('/v1/refunds', { payment_intent: 'pi_1', note: 'x' }, 'key')).toMatchObject(unknown);
  expect(await send('/v1/checkout/sessions', { mode: 'payment', 'line_items[0][name]': 'x' })).toMatchObject(
    unknown,
  );
  // A request that was rejected by validation does not use the key.
  const session = { mode: 'payment', success_url: 'https://one.test' };
  expect(await send('/v1/checkout/sessions', session, 'key')).toMatchObject({ status: 200 });
  const other = { ...session, success_url: 'https://two.test' };
  expect(await send('/v1/checkout/sessions', other, 'key')).toMatchObject({
    status: 400,
    error: { type: 'idempotency_error' },
  });
});

describe('late money whose refund the gateway refused', () => {
  const error = { type: 'invalid_request_error', code: 'charge_disputed', message: 'disputed' };

  async function refusedLate() {
    const world = await openCheckout(partner);
    const event = stripe.pay(world.session);
    await advance(partner, { hours: 24 });
    await sendEvent(event);
    stripe.faults.push({ status: 400, error });
    await work();
    const { payment } = world;
    expect(await rowOf(`${payment.id}-late`)).toMatchObject({ next_attempt_at: null, submitted_at: null });
    return { ...world, retry: () => again(payment, `${payment.id}-late`) };
  }

  const keep = (payment: { id: string }) => partner.post(`/v1/payments/${payment.id}/keep-as-credit`, {});

  test.each([
    ['kept as credit', keep],
    ['refunded in part by staff', (payment: { id: string }) => refund(payment, { amount: 10 })],
  ] as const)('409: a retry after the money was %s', async (_, use) => {
    const { payment, session, retry } = await refusedLate();
    dataOf(await use(payment));
    await expect(retry()).rejects.toMatchObject({ key: 'CONFLICT' });
    await work();
    expect(refundedAmounts(session)).not.toContain(10_000);
  });

  test('a retry and keeping it at the same time: one of them counts', async () => {
    for (let round = 0; round < 5; round++) {
      const { payment, session, retry } = await refusedLate();
      const [retried, kept] = await Promise.allSettled([retry(), keep(payment)]);
      await work();
      const isKept = kept.status === 'fulfilled' && kept.value.status === 200;
      expect([retried.status === 'fulfilled', isKept].filter(Boolean)).toHaveLength(1);
      expect(refundedAmounts(session)).toEqual(isKept ? [] : [10_000]);
    }
  });
});
