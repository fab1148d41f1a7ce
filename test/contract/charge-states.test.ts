import { beforeAll, describe, expect, test } from 'vitest';
import { type Partner, useApi } from './api.ts';
import {
  activeSubscription,
  advance,
  bodies,
  dataOf,
  eventsCausedBy,
  eventTypes,
  expectRefused,
} from './helpers.ts';

const api = useApi();
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
});

type Person = { id: string };
const of = ({ id }: Person) => `/v1/subscribers/${id}/charges`;
const newSubscriber = async () => dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));

async function charged(over: object = {}, subscriber?: Person) {
  const person = subscriber ?? (await newSubscriber());
  const charge = dataOf(await partner.post(of(person), bodies.charge(over)));
  return { subscriber: person, charge, path: `${of(person)}/${charge.id}` };
}

const pay = (target: object, rail = 'manual') => partner.post('/v1/payments', { ...target, rail });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe('POST cancel and waive of a charge', () => {
  test('200 cancels a pending charge', async () => {
    const { subscriber, charge, path } = await charged();
    const answer = await partner.post(`${path}/cancel`, { reason: 'Charged twice' });
    expect(answer.status).toBe(200);
    const cancelled = dataOf(answer);
    expect(cancelled).toEqual({
      ...charge,
      status: 'CANCELLED',
      reason: 'Charged twice',
      cancelledAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(await eventsCausedBy(partner, answer)).toEqual([]);
    expect(dataOf(await partner.get(`/v1/subscribers/${subscriber.id}`)).balanceDue).toEqual([]);
  });

  test('200 waives a pending charge', async () => {
    const { charge, path } = await charged();
    expect(dataOf(await partner.post(`${path}/waive`))).toMatchObject({
      ...charge,
      status: 'WAIVED',
      reason: null,
      waivedAt: expect.any(String),
      updatedAt: expect.any(String),
    });
  });

  test('409 CHARGE_NOT_CANCELLABLE and CHARGE_NOT_WAIVABLE when the charge is not pending', async () => {
    const ended = await Promise.all(
      ['cancel', 'waive', 'pay'].map(async (verb) => {
        const { charge, path } = await charged();
        dataOf(verb === 'pay' ? await pay({ chargeId: charge.id }) : await partner.post(`${path}/${verb}`));
        return path;
      }),
    );
    for (const path of ended) {
      const before = dataOf(await partner.get(path));
      expectRefused(await partner.post(`${path}/cancel`), 409, { errorCode: 'CHARGE_NOT_CANCELLABLE' });
      expectRefused(await partner.post(`${path}/waive`), 409, { errorCode: 'CHARGE_NOT_WAIVABLE' });
      expect(dataOf(await partner.get(path))).toEqual(before);
    }
  });

  test.each(['cancel', 'waive'])('200 %s expires the pending payment of the charge', async (verb) => {
    const { charge, path } = await charged();
    const payment = dataOf(await pay({ chargeId: charge.id }, 'simulated'));
    const answer = await partner.post(`${path}/${verb}`);
    expect((await eventsCausedBy(partner, answer)).map(({ type }) => type)).toEqual(['payment.expired']);
    expect(dataOf(await partner.get(`/v1/payments/${payment.id}`)).status).toBe('EXPIRED');
    const late = dataOf(await partner.post(`/v1/payments/${payment.id}/simulate`, { outcome: 'succeed' }));
    expect(late).toMatchObject({ status: 'EXPIRED', refundDue: true });
    expect(dataOf(await partner.get(path)).paidAt).toBeNull();
  });
});

describe('payment of a charge', () => {
  test('201 for the amount of the charge sets it to PAID, 400 for another amount', async () => {
    const { subscriber, charge, path } = await charged();
    expectRefused(
      await partner.post('/v1/payments', { chargeId: charge.id, amount: 44, rail: 'manual' }),
      400,
      {
        field: 'amount',
        code: 'INVALID_VALUE',
      },
    );
    const answer = await pay({ chargeId: charge.id, amount: 45, subscriberId: subscriber.id });
    const payment = dataOf(answer);
    expect(payment).toMatchObject({
      subscriberId: subscriber.id,
      subscriptionId: null,
      chargeId: charge.id,
      installationId: null,
      invoiceId: null,
      amount: 45,
      currency: 'USD',
      status: 'COMPLETED',
    });
    expect((await eventsCausedBy(partner, answer)).map(({ type }) => type)).toEqual(['payment.received']);
    expect(dataOf(await partner.get(path))).toMatchObject({ status: 'PAID', paidAt: payment.completedAt });
    expect((await partner.get(`/v1/invoices?subscriberId=${subscriber.id}`)).body.data).toEqual([]);
    expectRefused(await pay({ chargeId: charge.id }), 409, { error: 'CONFLICT', field: 'chargeId' });
    expect(dataOf(await partner.get(`/v1/payments?chargeId=${charge.id}`))).toEqual([payment]);
  });

  test('a failed payment leaves the charge pending, and a new payment can follow', async () => {
    const { charge, path } = await charged();
    const payment = dataOf(await pay({ chargeId: charge.id }, 'simulated'));
    dataOf(await partner.post(`/v1/payments/${payment.id}/simulate`, { outcome: 'reject' }));
    expect(dataOf(await partner.get(path)).status).toBe('PENDING');
    const second = dataOf(await pay({ chargeId: charge.id }, 'simulated'));
    const third = dataOf(await pay({ chargeId: charge.id }, 'simulated'));
    expect(dataOf(await partner.get(`/v1/payments/${second.id}`)).status).toBe('EXPIRED');
    dataOf(await partner.post(`/v1/payments/${third.id}/simulate`, { outcome: 'succeed' }));
    expect(dataOf(await partner.get(path)).status).toBe('PAID');
  });

  test('400 INVALID_VALUE at chargeId for an unknown charge', async () => {
    expectRefused(await pay({ chargeId: 'chg_x' }), 400, { field: 'chargeId', code: 'INVALID_VALUE' });
  });

  test('payment of a charge does not change its subscription', async () => {
    const { subscriber, subscription } = await activeSubscription(partner);
    const { charge } = await charged({ subscriptionId: subscription.id }, subscriber);
    dataOf(await pay({ chargeId: charge.id }));
    expect(dataOf(await partner.get(`/v1/subscriptions/${subscription.id}`))).toEqual(subscription);
  });
});

test('of concurrent payment, waiver and cancellation of a charge, exactly one succeeds', async () => {
  for (let round = 0; round < 6; round++) {
    const { charge, path } = await charged();
    const answers = await Promise.all([
      pay({ chargeId: charge.id }),
      partner.post(`${path}/waive`),
      partner.post(`${path}/cancel`),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
    const expected = ['PAID', 'WAIVED', 'CANCELLED'][answers.findIndex(({ status }) => status < 300)];
    expect(dataOf(await partner.get(path)).status).toBe(expected);
  }
});

describe('expiry of a charge', () => {
  test('a charge is cancelled at expiresAt, and its pending payment expires', async () => {
    const own = await api.partner();
    const subscriber = dataOf(await own.post('/v1/subscribers', bodies.subscriber()));
    const make = async (expiresAt?: string) =>
      dataOf(await own.post(of(subscriber), bodies.charge({ expiresAt })));
    const [first, second, kept] = [await make(inDays(0.5)), await make(inDays(9)), await make()];
    const payment = dataOf(await own.post('/v1/payments', { chargeId: first.id, rail: 'simulated' }));
    const answer = await advance(own, { days: 2 });
    const read = async (id: string) => dataOf(await own.get(`${of(subscriber)}/${id}`));
    expect(await read(first.id)).toMatchObject({
      status: 'CANCELLED',
      reason: 'EXPIRED',
      cancelledAt: first.expiresAt,
      updatedAt: first.expiresAt,
    });
    expect((await read(second.id)).status).toBe('PENDING');
    const [event, ...others] = await eventsCausedBy(own, answer);
    expect(event).toMatchObject({ type: 'payment.expired', occurredAt: first.expiresAt });
    expect(event?.data.current.id).toBe(payment.id);
    expect(others).toEqual([]);
    await advance(own, { days: 30 });
    expect(await read(second.id)).toMatchObject({ reason: 'EXPIRED', cancelledAt: second.expiresAt });
    expect((await read(kept.id)).status).toBe('PENDING');
  });

  test('a charge that is paid while it expires is either PAID or CANCELLED', async () => {
    for (let round = 0; round < 4; round++) {
      const own = await api.partner();
      const subscriber = dataOf(await own.post('/v1/subscribers', bodies.subscriber()));
      const charge = dataOf(await own.post(of(subscriber), bodies.charge({ expiresAt: inDays(1) })));
      const [paid] = await Promise.all([
        own.post('/v1/payments', { chargeId: charge.id, rail: 'manual' }),
        advance(own, { days: 2 }),
      ]);
      const after = dataOf(await own.get(`${of(subscriber)}/${charge.id}`));
      expect(after.status).toBe(paid.status === 201 ? 'PAID' : 'CANCELLED');
      expect([after.paidAt, after.cancelledAt].filter(Boolean)).toHaveLength(1);
    }
  });

  test('a charge that was paid before expiresAt stays PAID', async () => {
    const own = await api.partner();
    const subscriber = dataOf(await own.post('/v1/subscribers', bodies.subscriber()));
    const charge = dataOf(await own.post(of(subscriber), bodies.charge({ expiresAt: inDays(1) })));
    dataOf(await own.post('/v1/payments', { chargeId: charge.id, rail: 'manual' }));
    await advance(own, { days: 3 });
    expect(dataOf(await own.get(`${of(subscriber)}/${charge.id}`))).toMatchObject({
      status: 'PAID',
      reason: null,
    });
  });
});

test('termination of the subscriber cancels pending charges only', async () => {
  const { subscriber, subscription } = await activeSubscription(partner);
  const [pending, paid] = [
    await charged({ subscriptionId: subscription.id }, subscriber),
    await charged({}, subscriber),
  ];
  dataOf(await pay({ chargeId: paid.charge.id }));
  dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/terminate`));
  expect(dataOf(await partner.get(pending.path))).toMatchObject({
    status: 'CANCELLED',
    reason: 'SUBSCRIBER_TERMINATED',
  });
  expect(dataOf(await partner.get(paid.path)).status).toBe('PAID');
  expect(dataOf(await partner.get(`/v1/subscribers/${subscriber.id}`)).balanceDue).toEqual([]);
});

test('balanceDue adds pending charges per currency', async () => {
  const subscriber = await newSubscriber();
  await charged({ amount: 45.5 }, subscriber);
  await charged({ amount: 4.5 }, subscriber);
  await charged({ amount: 1_000, currency: 'UGX' }, subscriber);
  expect(dataOf(await partner.get(`/v1/subscribers/${subscriber.id}`)).balanceDue).toEqual([
    { amount: 1_000, currency: 'UGX' },
    { amount: 50, currency: 'USD' },
  ]);
});

test('cancelling a charge emits no event', async () => {
  const { charge, path } = await charged();
  dataOf(await partner.post(`${path}/cancel`));
  expect(await eventTypes(partner, charge.id)).toEqual(['subscriber.charge.created']);
});
