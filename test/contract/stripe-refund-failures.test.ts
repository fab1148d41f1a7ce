import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { submitDueRefunds } from '../../server/domain/lifecycle/refund/submit-due.ts';
import { type Partner, useApi } from './api.ts';
import { besideApi, gate, stripeWorld, until } from './stripe-world.ts';
import { dataOf } from './world.ts';

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
const { givenBack, makeDue, opened, rowOf, tell, tryAgain } = stripeWorld(api, stripe);
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
});

const work = () => submitDueRefunds({ providerId: partner.providerId, budgetMs: 10_000 });
const asked = () => stripe.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/refunds');
async function paid() {
  const world = await opened(partner);
  await tell(stripe.pay(world.session));
  return world;
}

const refund = (payment: { id: string }, body: object = {}) =>
  partner.post(`/v1/payments/${payment.id}/refunds`, body);
const again = (payment: { id: string }, id: string) => tryAgain(partner, payment, id);
type StripeRefund = (typeof stripe.refunds)[number];
const lastRefund = () => stripe.refunds.at(-1) as StripeRefund;
async function failuresOf(refundId: string) {
  const notes = await api.sql`
    select 1 from audit_entry where action = 'refund.passOnFailed' and resource_id = ${refundId}`;
  return notes.length;
}

test('money that came back to Stripe is noted on the refund', async () => {
  const { payment } = await paid();
  const made = dataOf(await refund(payment));
  await work();
  for (const event of stripe.refundFails(lastRefund())) expect(await tell(event)).toBe(200);
  const noted = {
    passed_at: null,
    next_attempt_at: null,
    failure: 'The money came back: lost_or_stolen_card.',
  };
  expect(await rowOf(made.id)).toMatchObject(noted);
  // Several events of one failure are one failure.
  expect(await failuresOf(made.id)).toBe(1);
});

test('a refund may pend: it succeeds later, fails later or is canceled', async () => {
  const { payment, session } = await paid();
  stripe.refundsPend(true);
  const ids: string[] = [];
  for (const amount of [10, 20, 30]) {
    ids.push(dataOf(await refund(payment, { amount })).id);
    await work();
  }
  stripe.refundsPend(false);
  const [succeeds, fails, isCanceled] = ids.map(
    (id) => stripe.refunds.find(({ metadata }) => metadata.giveBackId === id) as StripeRefund,
  ) as [StripeRefund, StripeRefund, StripeRefund];
  expect([succeeds, fails, isCanceled].map(({ status }) => status)).toEqual([
    'pending',
    'pending',
    'pending',
  ]);
  expect(givenBack(session)).toEqual([1_000, 2_000, 3_000]);
  await tell(stripe.refundSucceeds(succeeds));
  // The first of each failure's events is enough.
  await tell(stripe.refundFails(fails)[0] as object);
  await tell(stripe.refundFails(isCanceled, 'canceled')[0] as object);
  const rows = await Promise.all(ids.map(rowOf));
  expect(rows.map((row) => row?.passed_at !== null)).toEqual([true, false, false]);
  expect(rows.map((row) => row?.failure)).toEqual([
    null,
    'The money came back: lost_or_stolen_card.',
    'The money came back: canceled.',
  ]);
});

test('tried again after it failed: Stripe makes a new refund, and old reports do not concern it', async () => {
  const { payment, session } = await paid();
  const made = dataOf(await refund(payment));
  await work();
  const first = lastRefund();
  const events = stripe.refundFails(first);
  await tell(events[0] as object);
  await again(payment, made.id);
  await work();
  const second = lastRefund();
  expect(second.id).not.toBe(first.id);
  expect(givenBack(session)).toEqual([10_000, 10_000]);
  expect(await rowOf(made.id)).toMatchObject({ gateway_id: second.id, failure: null, next_attempt_at: null });
  for (const event of events) expect(await tell(event)).toBe(200);
  expect((await rowOf(made.id))?.passed_at).not.toBeNull();
  expect(await failuresOf(made.id)).toBe(1);
  await tell(stripe.refundFails(second)[0] as object);
  expect((await rowOf(made.id))?.passed_at).toBeNull();
});

test('tried again after Stripe refused it: with a new key, as Stripe repeats what it said to the old one', async () => {
  const { payment, session } = await paid();
  const made = dataOf(await refund(payment));
  const error = { type: 'invalid_request_error', code: 'charge_disputed', message: 'disputed' };
  stripe.faults.push({ status: 400, error });
  await work();
  expect(await rowOf(made.id)).toMatchObject({ failure: 'charge_disputed: disputed', next_attempt_at: null });
  await again(payment, made.id);
  await work();
  expect(givenBack(session)).toEqual([10_000]);
  expect(await rowOf(made.id)).toMatchObject({ failure: null, gateway_id: lastRefund().id });
});

test('a report of failure that overtakes the result of the attempt stands', async () => {
  const { payment } = await paid();
  const made = dataOf(await refund(payment));
  const answer = gate();
  const before = stripe.refunds.length;
  stripe.faults.push({ answerAfter: answer.opened });
  const working = work();
  await until(() => stripe.refunds.length > before);
  await tell(stripe.refundFails(lastRefund())[0] as object);
  answer.open();
  await working;
  expect(await rowOf(made.id)).toMatchObject({
    passed_at: null,
    next_attempt_at: null,
    failure: 'The money came back: lost_or_stolen_card.',
  });
});

test('a key whose first request still runs at Stripe: tried again later, and the money goes back once', async () => {
  const { payment, session } = await paid();
  const made = dataOf(await refund(payment));
  const begins = gate();
  stripe.faults.push({ before: begins.opened });
  const before = asked().length;
  const first = work();
  await until(() => asked().length > before);
  // The lease of the first attempt is over.
  await makeDue();
  await work();
  expect(await rowOf(made.id)).toMatchObject({
    attempts: '2',
    passed_at: null,
    next_attempt_at: expect.anything(),
    failure: expect.stringContaining('idempotency_key_in_use'),
  });
  begins.open();
  await first;
  await makeDue();
  await work();
  expect(givenBack(session)).toEqual([10_000]);
  expect(await rowOf(made.id)).toMatchObject({ gateway_id: lastRefund().id, failure: null });
});

test.each(['failed', 'canceled'])(
  'a refund that Stripe made and that is %s gave nothing back',
  async (status) => {
    const { payment, session } = await paid();
    const made = dataOf(await refund(payment));
    const before = givenBack(session).length;
    // The answer to the first attempt was lost.
    await api.sql`update gateway_refund set attempts = 1 where id = ${made.id}`;
    stripe.refunds.push({
      id: `re_${status}`,
      object: 'refund',
      payment_intent: session.payment_intent as string,
      amount: 10_000,
      status,
      metadata: { providerId: partner.providerId, giveBackId: made.id },
    });
    await work();
    expect(await rowOf(made.id)).toMatchObject({
      passed_at: null,
      next_attempt_at: null,
      failure: expect.stringContaining(status),
    });
    await again(payment, made.id);
    await work();
    expect(givenBack(session)).toHaveLength(before + 2);
    expect(await rowOf(made.id)).toMatchObject({ failure: null, gateway_id: lastRefund().id });
  },
);

test('the fake refuses what Stripe refuses: unknown parameters, and a key with other parameters', async () => {
  const ask = async (path: string, form: Record<string, string>, key?: string) => {
    const headers = { authorization: 'Bearer sk_test_fake', ...(key && { 'idempotency-key': key }) };
    const body = new URLSearchParams(form);
    const answer = await fetch(stripe.base + path, { method: 'POST', headers, body });
    return { status: answer.status, error: (await answer.json()).error };
  };
  const unknown = { status: 400, error: { code: 'parameter_unknown' } };
  expect(await ask('/v1/refunds', { payment_intent: 'pi_1', note: 'x' }, 'key')).toMatchObject(unknown);
  expect(await ask('/v1/checkout/sessions', { mode: 'payment', 'line_items[0][name]': 'x' })).toMatchObject(
    unknown,
  );
  // What was refused before the work began does not take the key.
  const session = { mode: 'payment', success_url: 'https://one.test' };
  expect(await ask('/v1/checkout/sessions', session, 'key')).toMatchObject({ status: 200 });
  const other = { ...session, success_url: 'https://two.test' };
  expect(await ask('/v1/checkout/sessions', other, 'key')).toMatchObject({
    status: 400,
    error: { type: 'idempotency_error' },
  });
});
