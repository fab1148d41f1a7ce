import { beforeAll, describe, expect, test } from 'vitest';
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

const refund = (payment: { id: string }, body?: object) =>
  partner.post(`/v1/payments/${payment.id}/refunds`, body);
const read = async (path: string) => dataOf(await partner.get(path));

async function paidCharge() {
  const { subscriber, subscription } = await activeSubscription(partner);
  const charge = dataOf(
    await partner.post(
      `/v1/subscribers/${subscriber.id}/charges`,
      bodies.charge({ subscriptionId: subscription.id }),
    ),
  );
  const payment = dataOf(await partner.post('/v1/payments', { chargeId: charge.id, rail: 'manual' }));
  return {
    subscriber,
    subscription,
    charge,
    payment,
    path: `/v1/subscribers/${subscriber.id}/charges/${charge.id}`,
  };
}

describe('POST /v1/payments/{id}/refunds', () => {
  test('201 for a part of the payment emits refund.issued, payment and invoice have the amount', async () => {
    const { subscriber, subscription, payment } = await activeSubscription(partner);
    const answer = await refund(payment, { amount: 30.25, reason: 'SERVICE_FAULT', note: 'Two days down' });
    expect(answer.status).toBe(201);
    const made = dataOf(answer);
    expect(made).toEqual({
      id: expect.stringMatching(/^rfd_[0-9a-z]{26}$/),
      paymentId: payment.id,
      subscriberId: subscriber.id,
      subscriptionId: subscription.id,
      chargeId: null,
      amount: 30.25,
      currency: 'USD',
      reason: 'SERVICE_FAULT',
      note: 'Two days down',
      status: 'SUCCEEDED',
      createdAt: expect.any(String),
      updatedAt: made.createdAt,
    });
    const events = await eventsCausedBy(partner, answer);
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'refund.issued', data: { object: 'refund', current: made } },
    ]);
    expect(await read(`/v1/refunds/${made.id}`)).toEqual(made);
    expect(await read(`/v1/payments/${payment.id}`)).toMatchObject({
      status: 'COMPLETED',
      refundedAmount: 30.25,
    });
    expect(await read(`/v1/invoices/${payment.invoiceId}`)).toMatchObject({
      status: 'PAID',
      total: 100,
      amountPaid: 69.75,
      amountRefunded: 30.25,
      amountDue: 0,
    });
    expect(await read(`/v1/subscriptions/${subscription.id}`)).toEqual(subscription);
  });

  test('201 without amount refunds the rest', async () => {
    const { payment } = await activeSubscription(partner);
    dataOf(await refund(payment, { amount: 99.99 }));
    expect(dataOf(await refund(payment))).toMatchObject({ amount: 0.01, reason: 'REQUESTED', note: null });
    expect(await read(`/v1/payments/${payment.id}`)).toMatchObject({
      status: 'COMPLETED',
      refundedAmount: 100,
    });
    expect(await read(`/v1/invoices/${payment.invoiceId}`)).toMatchObject({
      status: 'PAID',
      amountPaid: 0,
      amountRefunded: 100,
    });
  });

  test('400 OUT_OF_RANGE for more than the rest', async () => {
    const { payment } = await activeSubscription(partner);
    const tooMuch = { error: 'VALIDATION_FAILED', field: 'amount', code: 'OUT_OF_RANGE' };
    expectRefused(await refund(payment, { amount: 100.01 }), 400, tooMuch);
    dataOf(await refund(payment, { amount: 60 }));
    expectRefused(await refund(payment, { amount: 40.01 }), 400, tooMuch);
    dataOf(await refund(payment, { amount: 40 }));
    expectRefused(await refund(payment, { amount: 0.01 }), 400, tooMuch);
    expectRefused(await refund(payment), 400, tooMuch);
    expect(await read(`/v1/payments/${payment.id}`)).toMatchObject({ refundedAmount: 100 });
  });

  test('concurrent refunds never exceed the payment', async () => {
    const { payment } = await activeSubscription(partner);
    const answers = await Promise.all(Array.from({ length: 8 }, () => refund(payment, { amount: 30 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 400, 400, 400, 400, 400]);
    expect(await read(`/v1/payments/${payment.id}`)).toMatchObject({ refundedAmount: 90 });
    const { data, meta } = (await partner.get(`/v1/refunds?paymentId=${payment.id}`)).body;
    expect(meta.total).toBe(3);
    expect(data.map(({ amount }: { amount: number }) => amount)).toEqual([30, 30, 30]);
    expect(await read(`/v1/invoices/${payment.invoiceId}`)).toMatchObject({
      amountPaid: 10,
      amountRefunded: 90,
    });
  });

  test('the database refuses a refunded amount above the payment', async () => {
    const { payment } = await activeSubscription(partner);
    const write = api.sql`update payment set refunded_amount = amount + 1 where id = ${payment.id}`;
    await expect(write).rejects.toThrow('payment_amount');
  });

  test('a repeated request with the same key creates one refund', async () => {
    const { payment } = await activeSubscription(partner);
    const send = () =>
      partner.post(`/v1/payments/${payment.id}/refunds`, { amount: 10 }, { key: `refund ${payment.id}` });
    const [first, again] = [await send(), await send()];
    expect(again.text).toBe(first.text);
    expect(await read(`/v1/payments/${payment.id}`)).toMatchObject({ refundedAmount: 10 });
  });

  test.each([
    ['amount', 'OUT_OF_RANGE', { amount: 0 }],
    ['amount', 'OUT_OF_RANGE', { amount: -1 }],
    ['amount', 'INVALID_FORMAT', { amount: 1.001 }],
    ['amount', 'INVALID_FORMAT', { amount: '1' }],
    ['reason', 'UNSUPPORTED', { reason: 'BORED' }],
    ['note', 'OUT_OF_RANGE', { note: 'x'.repeat(501) }],
    ['currency', 'NOT_ALLOWED', { currency: 'USD' }],
  ])('400 at %s: %s', async (field, code, body) => {
    const { payment } = await activeSubscription(partner);
    expectRefused(await refund(payment, body), 400, { error: 'VALIDATION_FAILED', field, code });
  });
});

describe('refund of an EXPIRED payment with refundDue', () => {
  async function late() {
    const { subscription } = await pendingSubscription(partner);
    const made = { subscriptionId: subscription.id, rail: 'simulated' };
    const overtaken = dataOf(await partner.post('/v1/payments', made));
    dataOf(await partner.post('/v1/payments', { ...made, rail: 'manual' }));
    const simulate = async () =>
      dataOf(await partner.post(`/v1/payments/${overtaken.id}/simulate`, { outcome: 'succeed' }));
    const payment = await simulate();
    expect(payment).toMatchObject({ status: 'EXPIRED', refundDue: true, amount: 100 });
    return { payment, subscription, simulate };
  }

  test('201 clears refundDue and changes no invoice', async () => {
    const { payment, subscription, simulate } = await late();
    const invoices = await read(`/v1/invoices?subscriptionId=${subscription.id}`);
    const answer = await refund(payment);
    expect(answer.status).toBe(201);
    expect(dataOf(answer)).toMatchObject({ paymentId: payment.id, amount: 100 });
    expect((await eventsCausedBy(partner, answer)).map(({ type }) => type)).toEqual(['refund.issued']);
    const over = await read(`/v1/payments/${payment.id}`);
    expect(over).toMatchObject({ status: 'EXPIRED', refundDue: false, refundedAmount: 100 });
    expect(await read(`/v1/invoices?subscriptionId=${subscription.id}`)).toEqual(invoices);
    expectRefused(await refund(payment), 409, { error: 'CONFLICT', field: 'id' });
    expect(await simulate()).toEqual(over);
  });

  test('201 in parts, and the last part clears refundDue', async () => {
    const { payment } = await late();
    dataOf(await refund(payment, { amount: 60 }));
    expect(await read(`/v1/payments/${payment.id}`)).toMatchObject({ refundDue: true, refundedAmount: 60 });
    const tooMuch = { error: 'VALIDATION_FAILED', field: 'amount', code: 'OUT_OF_RANGE' };
    expectRefused(await refund(payment, { amount: 40.01 }), 400, tooMuch);
    dataOf(await refund(payment, { amount: 40 }));
    expect(await read(`/v1/payments/${payment.id}`)).toMatchObject({ refundDue: false, refundedAmount: 100 });
  });

  test('409 CONFLICT for an EXPIRED payment without refundDue', async () => {
    const { subscription } = await pendingSubscription(partner);
    const made = { subscriptionId: subscription.id, rail: 'simulated' };
    const payment = dataOf(await partner.post('/v1/payments', made));
    dataOf(await partner.post('/v1/payments', made));
    expectRefused(await refund(payment), 409, { error: 'CONFLICT', field: 'id', code: 'CONFLICT' });
  });
});

describe('refund of a payment that is not COMPLETED', () => {
  test.each([
    ['PENDING', undefined],
    ['FAILED', 'reject'],
  ])('409 CONFLICT for a %s payment', async (status, outcome) => {
    const { subscription } = await pendingSubscription(partner);
    const payment = dataOf(
      await partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'simulated' }),
    );
    if (outcome) dataOf(await partner.post(`/v1/payments/${payment.id}/simulate`, { outcome }));
    expect((await read(`/v1/payments/${payment.id}`)).status).toBe(status);
    expectRefused(await refund(payment), 409, { error: 'CONFLICT', field: 'id', code: 'CONFLICT' });
    expectRefused(await refund(payment, { amount: 1 }), 409, { error: 'CONFLICT' });
    expectRefused(await refund(payment, { amount: 'x' }), 400, { field: 'amount' });
  });

  test('404 for an unknown payment takes precedence over faults of the body', async () => {
    const nothing = { id: 'pay_01kvsy9gf7fc69v7jfc1r55wx4' };
    expectRefused(await refund(nothing), 404, { error: 'NOT_FOUND', field: 'id' });
    expectRefused(await refund(nothing, { amount: 'x' }), 404, { error: 'NOT_FOUND', field: 'id' });
    expectRefused(await partner.get('/v1/refunds/rfd_01kvsy9gf7fc69v7jfc1r55wx4'), 404, { field: 'id' });
  });
});

describe('refund of a charge', () => {
  test('partial refunds of a charge set it to REFUNDED with the last part', async () => {
    const { subscription, charge, payment, path } = await paidCharge();
    expect(dataOf(await refund(payment, { amount: 20 }))).toMatchObject({
      chargeId: charge.id,
      subscriptionId: subscription.id,
    });
    expect(await read(path)).toMatchObject({ status: 'PAID', refundedAt: null });
    const answer = await refund(payment);
    expect((await eventsCausedBy(partner, answer)).map(({ type }) => type)).toEqual(['refund.issued']);
    expect(await read(path)).toMatchObject({
      status: 'REFUNDED',
      paidAt: payment.completedAt,
      refundedAt: dataOf(answer).createdAt,
    });
    expectRefused(await partner.post(`${path}/cancel`), 409, { errorCode: 'CHARGE_NOT_CANCELLABLE' });
  });
});

test('the list filters by payment, charge, subscriber, subscription, status and reference', async () => {
  const own = await api.partner();
  partner = own;
  const first = await paidCharge();
  const second = await activeSubscription(own);
  const ofCharge = dataOf(await refund(first.payment, { amount: 5 }));
  const ofSubscription = dataOf(await refund(second.payment, { amount: 7 }));
  const list = async (query = '') => (await read(`/v1/refunds?${query}`)).map(({ id }: { id: string }) => id);
  expect(await list()).toEqual([ofSubscription.id, ofCharge.id]);
  expect(await list('sort=amount')).toEqual([ofCharge.id, ofSubscription.id]);
  expect(await list(`chargeId=${first.charge.id}`)).toEqual([ofCharge.id]);
  expect(await list(`paymentId=${second.payment.id}`)).toEqual([ofSubscription.id]);
  expect(await list(`subscriberId=${first.subscriber.id}`)).toEqual([ofCharge.id]);
  expect(await list(`subscriptionId=${second.subscription.id}`)).toEqual([ofSubscription.id]);
  expect(await list(`reference=${first.payment.reference}`)).toEqual([ofCharge.id]);
  expect(await list('reference=nothing')).toEqual([]);
  expect(await list('status=SUCCEEDED')).toHaveLength(2);
});
