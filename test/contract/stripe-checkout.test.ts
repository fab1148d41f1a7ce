import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { submitDueRefunds } from '../../server/domain/external/gateway/submit-refunds.ts';
import { expireDueSessions } from '../../server/domain/payment/expire-sessions.ts';
import { stripeSignature } from '../fakes/stripe.ts';
import { type Partner, useApi } from './api.ts';
import {
  advance,
  bodies,
  dataOf,
  eventsCausedBy,
  eventTypes,
  expectRefused,
  pendingSubscription,
} from './helpers.ts';
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
const { openCheckout, pathOf, sendEvent, visit } = stripeHelpers(api, stripe);
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
});

const read = async (path: string) => dataOf(await partner.get(path));
const statusOf = async ({ id }: { id: string }) => (await read(`/v1/payments/${id}`)).status;
const made = () => stripe.requests.filter(({ path }) => path === '/v1/checkout/sessions');

async function asked(over: Parameters<typeof pendingSubscription>[1] = {}) {
  const world = await pendingSubscription(partner, over);
  const body = { subscriptionId: world.subscription.id, rail: 'stripe' };
  return { ...world, payment: dataOf(await partner.post('/v1/payments', body)) };
}

test('201 PENDING with a checkout URL of Demarc and no request to Stripe', async () => {
  const before = stripe.requests.length;
  const { payment } = await asked();
  expect(payment).toMatchObject({ status: 'PENDING', rail: 'stripe', amount: 100, completedAt: null });
  expect(payment.checkoutUrl).toMatch(/^http:\/\/127\.0\.0\.1:3000\/pay\/[0-9a-z]{26}$/);
  expect(stripe.requests.length).toBe(before);
});

test('303 to one Stripe session for every visit', async () => {
  const { payment, plan } = await asked();
  const before = made().length;
  const answers = await Promise.all([1, 2, 3].map(() => visit(pathOf(payment))));
  answers.push(await visit(pathOf(payment)));
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
  expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1);
  const requests = made().slice(before);
  expect(new Set(requests.map(({ idempotencyKey }) => idempotencyKey))).toEqual(new Set([payment.id]));
  expect(requests[0]?.form).toMatchObject({
    mode: 'payment',
    client_reference_id: payment.id,
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': '10000',
    'line_items[0][price_data][product_data][name]': plan.planName,
    'metadata[paymentId]': payment.id,
    'metadata[providerId]': partner.providerId,
    'payment_intent_data[metadata][paymentId]': payment.id,
    success_url: `${payment.checkoutUrl}/thanks`,
    cancel_url: `${payment.checkoutUrl}/back`,
  });
  expect([...stripe.sessions.values()].filter((s) => s.metadata.paymentId === payment.id)).toHaveLength(1);
});

test('303 to the same session for two visits while Stripe creates it, in one request', async () => {
  const { payment } = await asked();
  const begins = gate();
  stripe.faults.push({ before: begins.opened });
  const first = visit(pathOf(payment));
  await until(() => made().at(-1)?.idempotencyKey === payment.id);
  const second = visit(pathOf(payment));
  begins.open();
  const answers = await Promise.all([first, second]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1);
  expect(made().filter(({ idempotencyKey }) => idempotencyKey === payment.id)).toHaveLength(1);
});

test('303 to the session that another process creates at the same time', async () => {
  const { payment } = await asked();
  stripe.faults.push('hang up', 'hang up');
  expect((await visit(pathOf(payment))).status).toBe(502);
  const sent = made().at(-1);
  const begins = gate();
  stripe.faults.push({ before: begins.opened });
  const other = fetch(`${process.env.STRIPE_API_BASE}/v1/checkout/sessions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${process.env.STRIPE_SECRET_KEY}`,
      'idempotency-key': payment.id,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(sent?.form),
  });
  const count = made().length;
  await until(() => made().length > count);
  const visited = visit(pathOf(payment));
  await until(() => stripe.answers.at(-1)?.status === 409);
  begins.open();
  const { url } = await (await other).json();
  expect((await visited).headers.get('location')).toBe(url);
});

test('a visit that lost its claim stores nothing, and frees nothing: the session of the present owner counts', async () => {
  const { payment } = await asked();
  const begins = gate();
  stripe.faults.push({ answerAfter: begins.opened });
  const slow = visit(pathOf(payment));
  await until(() => made().at(-1)?.idempotencyKey === payment.id);
  // Another process has taken the claim since.
  await api.sql`update checkout set next_attempt_at = now() + interval '1 minute' where payment_id = ${payment.id}`;
  const row = async () => {
    const [found] = await api.sql`
      select page_id, next_attempt_at > now() + interval '30 seconds' as is_claimed from checkout where payment_id = ${payment.id}`;
    return found;
  };
  begins.open();
  await until(() => stripe.answers.length > 0 && stripe.faults.length === 0);
  await new Promise((done) => setTimeout(done, 300));
  expect(await row()).toEqual({ page_id: null, is_claimed: true });
  const url = 'https://checkout.example/present';
  await api.sql`update checkout set page_id = 'cs_present', page_url = ${url} where payment_id = ${payment.id}`;
  expect((await slow).headers.get('location')).toBe(url);
});

test('303 to the same session if the process died before it stored the session', async () => {
  const { payment } = await asked();
  const first = await visit(pathOf(payment));
  await api.sql`update checkout set page_id = null, page_url = null where payment_id = ${payment.id}`;
  await api.sql`update plan set plan_name = plan_name || ' renamed'`;
  const second = await visit(pathOf(payment));
  expect(second.headers.get('location')).toBe(first.headers.get('location'));
});

test('UGX amounts are sent in hundredths', async () => {
  const plan = { priceCurrency: 'UGX', priceAmount: 150_000 };
  const { session } = await openCheckout(partner, { plan });
  expect(session).toMatchObject({ amount_total: 15_000_000, currency: 'ugx' });
  expect(await sendEvent(stripe.pay(session))).toBe(200);
  expect(await statusOf({ id: session.metadata.paymentId ?? '' })).toBe('COMPLETED');
});

test('a paid session completes the payment, and the pages show it', async () => {
  const { payment, session, subscription } = await openCheckout(partner);
  expect(await (await visit(`${pathOf(payment)}/thanks`)).text()).toContain('waiting for the payment');
  expect(await (await visit(`${pathOf(payment)}/back`)).text()).toContain('You were not charged');
  expect(await sendEvent(stripe.pay(session))).toBe(200);
  const completed = await read(`/v1/payments/${payment.id}`);
  expect(completed).toMatchObject({ status: 'COMPLETED', invoiceId: expect.stringMatching(/^inv_/) });
  expect(await read(`/v1/subscriptions/${subscription.id}`)).toMatchObject({ status: 'ACTIVE' });
  const [event] = await read(`/v1/events?resourceId=${payment.id}`);
  expect(event).toMatchObject({ type: 'payment.received', data: { previous: { status: 'PROCESSING' } } });
  const page = await visit(pathOf(payment));
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await page.text()).toContain('This is paid');
  const thanks = await (await visit(`${pathOf(payment)}/thanks`)).text();
  expect(thanks).toContain('Thank you, we have received your payment');
  expect(thanks).not.toContain('We have received your payment');
});

test('repeated and concurrent deliveries of one event have one effect', async () => {
  const { payment, session, subscription } = await openCheckout(partner);
  const event = stripe.pay(session);
  expect(await Promise.all([1, 2, 3, 4].map(() => sendEvent(event)))).toEqual([200, 200, 200, 200]);
  expect(await sendEvent(event)).toBe(200);
  expect(await eventTypes(partner, payment.id)).toEqual(['payment.received']);
  expect(await read(`/v1/invoices?subscriptionId=${subscription.id}`)).toHaveLength(1);
});

test('a debit is PROCESSING and then COMPLETED', async () => {
  const { payment, session, subscription } = await openCheckout(partner);
  expect(await sendEvent(stripe.payLater(session))).toBe(200);
  expect(await statusOf(payment)).toBe('PROCESSING');
  expect(await (await visit(pathOf(payment))).text()).toContain('being processed');
  const again = { subscriptionId: subscription.id, rail: 'manual' };
  expectRefused(await partner.post('/v1/payments', again), 409, { error: 'CONFLICT' });
  await advance(partner, { days: 2 });
  expect(await sendEvent(stripe.debitSucceeds(session))).toBe(200);
  expect(await statusOf(payment)).toBe('COMPLETED');
});

test('an event that arrives after a later one has no effect', async () => {
  const { payment, session } = await openCheckout(partner);
  const taken = stripe.payLater(session);
  expect(await sendEvent(stripe.debitSucceeds(session))).toBe(200);
  expect(await sendEvent(taken)).toBe(200);
  expect(await statusOf(payment)).toBe('COMPLETED');
  expect(await eventTypes(partner, payment.id)).toEqual(['payment.received']);
});

test('a failed debit sets FAILED with the reason of the decline', async () => {
  const { payment, session } = await openCheckout(partner);
  await sendEvent(stripe.payLater(session));
  await sendEvent(stripe.decline(session, 'insufficient_funds'));
  expect(await sendEvent(stripe.debitFails(session))).toBe(200);
  expect(await read(`/v1/payments/${payment.id}`)).toMatchObject({
    status: 'FAILED',
    failureReason: 'INSUFFICIENT_FUNDS',
  });
  expect(await eventTypes(partner, payment.id)).toEqual(['payment.failed']);
  expect(await (await visit(pathOf(payment))).text()).toContain('The payment failed');
});

test('a declined card leaves the payment PENDING, and the session can be paid again', async () => {
  const { payment, session } = await openCheckout(partner);
  expect(await sendEvent(stripe.decline(session, 'insufficient_funds'))).toBe(200);
  expect(await statusOf(payment)).toBe('PENDING');
  expect(await eventTypes(partner, payment.id)).toEqual([]);
  await sendEvent(stripe.pay(session));
  expect(await statusOf(payment)).toBe('COMPLETED');
});

test('an expired session expires the payment', async () => {
  const { payment, session } = await openCheckout(partner);
  expect(await sendEvent(stripe.timeIsUp(session))).toBe(200);
  expect(await statusOf(payment)).toBe('EXPIRED');
  expect(await eventTypes(partner, payment.id)).toEqual(['payment.expired']);
  expect(await (await visit(pathOf(payment))).text()).toContain('no longer valid');
});

test('an expired link creates no session', async () => {
  const own = await api.partner();
  const { subscription } = await pendingSubscription(own);
  const payment = dataOf(await own.post('/v1/payments', { subscriptionId: subscription.id, rail: 'stripe' }));
  await advance(own, { hours: 24 });
  const before = made().length;
  expect(await (await visit(pathOf(payment))).text()).toContain('no longer valid');
  expect(made().length).toBe(before);
});

test('the session of an expired payment is expired at Stripe', async () => {
  const { payment, session, subscription } = await openCheckout(partner);
  dataOf(await partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual' }));
  expect(await statusOf(payment)).toBe('EXPIRED');
  stripe.faults.push(...Array(20).fill('hang up'));
  await expireDueSessions({ providerId: partner.providerId, budgetMs: 5_000 });
  stripe.faults.length = 0;
  await expireDueSessions({ providerId: partner.providerId, budgetMs: 5_000 });
  expect(stripe.sessions.get(session.id)?.status).toBe('open');
  await api.sql`update checkout set next_attempt_at = now() where payment_id = ${payment.id}`;
  await expireDueSessions({ providerId: partner.providerId, budgetMs: 5_000 });
  expect(stripe.sessions.get(session.id)?.status).toBe('expired');
  const before = stripe.requests.length;
  await expireDueSessions({ providerId: partner.providerId, budgetMs: 5_000 });
  expect(stripe.requests.length).toBe(before);
});

test.each([
  ['less', 9_000, 'PENDING', 90],
  ['more', 12_050, 'ACTIVE', 20.5],
])(
  '%s than the requested amount becomes credit, which settles what it covers',
  async (_, received, status, left) => {
    const { payment, session, subscription } = await openCheckout(partner);
    const paid = stripe.pay(session, { amount_total: received });
    for (let times = 0; times < 2; times++) expect(await sendEvent(paid)).toBe(200);
    expect(dataOf(await partner.get(`/v1/payments/${payment.id}`))).toMatchObject({
      ...{ status: 'COMPLETED', amount: received / 100, creditedAmount: received / 100 },
      ...{ subscriptionId: null, refundDue: false },
    });
    expect(dataOf(await partner.get(`/v1/subscriptions/${subscription.id}`)).status).toBe(status);
    const { creditBalance } = dataOf(await partner.get(`/v1/subscribers/${payment.subscriberId}`));
    expect(creditBalance).toEqual([{ amount: left, currency: 'USD' }]);
  },
);

test('a completed payment keeps its amount when another one is reported', async () => {
  const { payment, session } = await openCheckout(partner);
  const paid = stripe.pay(session);
  expect(await sendEvent(paid)).toBe(200);
  const other = { ...paid, data: { object: { ...paid.data.object, amount_total: 12_050 } } };
  expect(await sendEvent(other)).toBe(200);
  expect(dataOf(await partner.get(`/v1/payments/${payment.id}`))).toMatchObject({
    ...{ status: 'COMPLETED', amount: 100, creditedAmount: 0 },
  });
});

test.each([
  ['a negative amount', { amount_total: -5 }],
  ['another currency', { currency: 'kes' }],
  ['no amount', { amount_total: undefined }],
  ['an unknown currency', { currency: 'qqq' }],
])('%s leaves the payment PENDING and creates an audit entry', async (_, over) => {
  const { payment, session } = await openCheckout(partner);
  expect(await sendEvent(stripe.pay(session, over))).toBe(200);
  expect(await statusOf(payment)).toBe('PENDING');
  const notes = await api.sql`
    select action from audit_entry where resource_id = ${payment.id} and action = 'payment.mismatch'`;
  expect(notes).toHaveLength(1);
});

test.each(['PENDING', 'EXPIRED'])(
  'money of a %s payment that staff recorded by hand counts once',
  async (status) => {
    const own = await api.partner();
    const { payment, session, subscriber } = await openCheckout(own);
    const event = stripe.pay(session);
    const reference = session.payment_intent ?? '';
    const charge = dataOf(await own.post(`/v1/subscribers/${subscriber.id}/charges`, bodies.charge()));
    const record = () => own.post('/v1/payments', { chargeId: charge.id, rail: 'manual', reference });
    dataOf(await record());
    if (status === 'EXPIRED') await advance(own, { hours: 25 });
    expect(dataOf(await own.get(`/v1/payments/${payment.id}`)).status).toBe(status);
    for (const _ of [1, 2]) expect(await sendEvent(event)).toBe(200);
    expect(dataOf(await own.get(`/v1/payments/${payment.id}`))).toMatchObject({
      ...{ status: status === 'PENDING' ? 'FAILED' : status, refundDue: false },
    });
    await submitDueRefunds({ providerId: own.providerId, budgetMs: 10_000 });
    expect(stripe.refunds.filter((each) => each.payment_intent === reference)).toEqual([]);
  },
);

test('409 for money by hand with the number of money that Stripe has reported', async () => {
  const { session, subscriber } = await openCheckout(partner);
  expect(await sendEvent(stripe.pay(session))).toBe(200);
  const charge = dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/charges`, bodies.charge()));
  const reference = session.payment_intent;
  const answer = await partner.post('/v1/payments', { chargeId: charge.id, rail: 'manual', reference });
  expectRefused(answer, 409, { error: 'CONFLICT', field: 'reference', code: 'ALREADY_EXISTS' });
});

test('400 for an invalid, old, early or missing signature, which has no effect', async () => {
  const { payment, session } = await openCheckout(partner);
  const event = stripe.pay(session);
  const body = JSON.stringify(event);
  const old = stripeSignature(body, { at: Date.now() / 1_000 - 301 });
  const early = stripeSignature(body, { at: Date.now() / 1_000 + 310 });
  // The Stripe library uses the last of several timestamps.
  const disguised = `t=${Math.floor(Date.now() / 1_000)},${early}`;
  const other = stripeSignature(body, { secret: 'whsec_other' });
  for (const signature of [null, 't=1,v1=00', other, old, early, disguised]) {
    expect(await sendEvent(event, { signature })).toBe(400);
  }
  expect(await statusOf(payment)).toBe('PENDING');
  expect(await sendEvent(event, { signature: stripeSignature(body, { at: Date.now() / 1_000 + 290 }) })).toBe(
    200,
  );
  expect(await statusOf(payment)).toBe('COMPLETED');
});

test('200 without effect for an event of another payment, account or mode', async () => {
  const { payment, session } = await openCheckout(partner);
  const paid = stripe.pay(session);
  const about = (metadata: object) => ({ ...paid, data: { object: { ...paid.data.object, metadata } } });
  const other = await api.partner();
  expect(await sendEvent(stripe.event('customer.created', { id: 'cus_1' }))).toBe(200);
  expect(await sendEvent(about({}))).toBe(200);
  expect(await sendEvent(about({ providerId: 'prv_never', paymentId: payment.id }))).toBe(200);
  expect(await sendEvent(about({ providerId: other.providerId, paymentId: payment.id }))).toBe(200);
  expect(await sendEvent(about({ providerId: partner.providerId, paymentId: 'pay_never' }))).toBe(200);
  expect(await sendEvent({ ...paid, livemode: true })).toBe(200);
  const page = { ...paid, data: { object: { ...paid.data.object, id: 'cs_other' } } };
  expect(await sendEvent(page)).toBe(200);
  expect(await statusOf(payment)).toBe('PENDING');
});

test('502 with a link to retry while Stripe is unreachable, 303 later', async () => {
  const { payment } = await asked();
  stripe.faults.push('hang up', 'hang up');
  const down = await visit(pathOf(payment));
  expect(down.status).toBe(502);
  expect(await down.text()).toContain(`href="${pathOf(payment)}"`);
  stripe.faults.length = 0;
  stripe.faults.push('after', 'after');
  expect((await visit(pathOf(payment))).status).toBe(502);
  stripe.faults.length = 0;
  expect((await visit(pathOf(payment))).status).toBe(303);
});

test('502 for an amount that Stripe rejects', async () => {
  const { payment } = await asked();
  const error = { type: 'invalid_request_error', code: 'amount_too_small', message: 'too small' };
  stripe.faults.push({ status: 400, error });
  const refused = await visit(pathOf(payment));
  expect(refused.status).toBe(502);
  expect(await refused.text()).toContain('cannot be paid online');
});

test('404 for an unknown link or path, 405 for PUT, 400 for a form without a choice', async () => {
  const { payment } = await asked();
  expect((await visit('/pay/0000000000000000000000000a')).status).toBe(404);
  expect((await visit('/pay/')).status).toBe(404);
  expect((await visit(`${pathOf(payment)}/elsewhere`)).status).toBe(404);
  expect((await visit(pathOf(payment), { method: 'PUT' })).status).toBe(405);
  expect((await visit(pathOf(payment), { method: 'POST' })).status).toBe(400);
  const before = made().length;
  expect((await visit(pathOf(payment), { method: 'HEAD' })).status).toBe(200);
  expect(made().length).toBe(before);
});

test('400 INVALID_VALUE at rail for an amount that Stripe cannot represent', async () => {
  const subscriber = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
  const path = `/v1/subscribers/${subscriber.id}/charges`;
  const charge = dataOf(await partner.post(path, bodies.charge({ amount: 1.234, currency: 'KWD' })));
  const answer = await partner.post('/v1/payments', { chargeId: charge.id, rail: 'stripe' });
  expectRefused(answer, 400, { field: 'rail', code: 'INVALID_VALUE' });
  const whole = dataOf(await partner.post(path, bodies.charge({ amount: 1.23, currency: 'KWD' })));
  const payment = dataOf(await partner.post('/v1/payments', { chargeId: whole.id, rail: 'stripe' }));
  await visit(pathOf(payment));
  expect(made().at(-1)?.form).toMatchObject({
    'line_items[0][price_data][unit_amount]': '1230',
    'line_items[0][price_data][product_data][name]': whole.description,
  });
});

test('names are escaped in the pages', async () => {
  const { payment, session } = await openCheckout(partner, {
    plan: { planName: '<script>alert("1")</script>' },
  });
  await sendEvent(stripe.pay(session));
  const html = await (await visit(pathOf(payment))).text();
  expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;');
  expect(html).not.toContain('<script');
});

test('400 UNSUPPORTED for the rail of a live account with a test key', async () => {
  const live = await api.partner({ livemode: true });
  const { subscription } = await pendingSubscription(live);
  const answer = await live.post('/v1/payments', { subscriptionId: subscription.id, rail: 'stripe' });
  expectRefused(answer, 400, { field: 'rail', code: 'UNSUPPORTED' });
});

test('a repeated request with the same key has the same link', async () => {
  const { subscription } = await pendingSubscription(partner);
  const body = { subscriptionId: subscription.id, rail: 'stripe' };
  const first = await partner.post('/v1/payments', body, { key: 'stripe-again' });
  const second = await partner.post('/v1/payments', body, { key: 'stripe-again' });
  expect(second.text).toBe(first.text);
  expect(await eventsCausedBy(partner, first)).toEqual([]);
});
