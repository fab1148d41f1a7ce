import { beforeAll, describe, expect, test } from 'vitest';
import { type Partner, useApi } from './api.ts';
import { activeSubscription, bodies, dataOf, eventsCausedBy, expectRefused } from './helpers.ts';

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

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe('POST /v1/subscribers/{id}/charges', () => {
  test('201 creates a pending charge and emits subscriber.charge.created', async () => {
    const subscriber = await newSubscriber();
    const answer = await partner.post(of(subscriber), bodies.charge());
    expect(answer.status).toBe(201);
    const charge = dataOf(answer);
    expect(charge).toEqual({
      metadata: {},
      id: expect.stringMatching(/^chg_[0-9a-z]{26}$/),
      subscriberId: subscriber.id,
      subscriptionId: null,
      installationId: null,
      description: 'Replacement router',
      amount: 45,
      currency: 'USD',
      status: 'PENDING',
      reason: null,
      expiresAt: null,
      paidAt: null,
      waivedAt: null,
      cancelledAt: null,
      refundedAt: null,
      createdAt: expect.any(String),
      updatedAt: charge.createdAt,
    });
    const events = await eventsCausedBy(partner, answer);
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'subscriber.charge.created', data: { object: 'charge', current: charge } },
    ]);
    expect(dataOf(await partner.get(`${of(subscriber)}/${charge.id}`))).toEqual(charge);
    expect(dataOf(await partner.get(`/v1/subscribers/${subscriber.id}`)).balanceDue).toEqual([
      { amount: 45, currency: 'USD' },
    ]);
  });

  test('201 with a subscription of the subscriber and expiresAt', async () => {
    const { subscriber, subscription } = await activeSubscription(partner);
    const expiresAt = inDays(5);
    const body = bodies.charge({ subscriptionId: subscription.id, expiresAt });
    expect(dataOf(await partner.post(of(subscriber), body))).toMatchObject({
      subscriptionId: subscription.id,
      expiresAt,
    });
    // Both prefixes name the same subscriber.
    const legacy = { id: subscriber.id.replace('sub_', 'subr_') };
    expect(dataOf(await partner.post(of(legacy), body)).subscriberId).toBe(subscriber.id);
  });

  test('201 twice with the same idempotency key creates one charge', async () => {
    const subscriber = await newSubscriber();
    const key = `charge-${subscriber.id}`;
    const [first, again] = [
      await partner.post(of(subscriber), bodies.charge(), { key }),
      await partner.post(of(subscriber), bodies.charge(), { key }),
    ];
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await partner.get(of(subscriber))).body.meta.total).toBe(1);
  });

  test.each([
    ['description', 'REQUIRED', { description: undefined }],
    ['description', 'REQUIRED', { description: '  ' }],
    ['description', 'OUT_OF_RANGE', { description: 'x'.repeat(256) }],
    ['amount', 'REQUIRED', { amount: undefined }],
    ['amount', 'OUT_OF_RANGE', { amount: 0 }],
    ['amount', 'OUT_OF_RANGE', { amount: -5 }],
    ['amount', 'OUT_OF_RANGE', { amount: 1_000_000_001 }],
    ['amount', 'INVALID_FORMAT', { amount: '45' }],
    ['amount', 'INVALID_FORMAT', { amount: 45.001 }],
    ['amount', 'INVALID_FORMAT', { amount: 45.5, currency: 'UGX' }],
    ['currency', 'REQUIRED', { currency: undefined }],
    ['currency', 'INVALID_FORMAT', { currency: 'ABC' }],
    ['status', 'NOT_ALLOWED', { status: 'PAID' }],
  ])('400 at %s: %s', async (field, code, over) => {
    const subscriber = await newSubscriber();
    expectRefused(await partner.post(of(subscriber), bodies.charge(over)), 400, {
      error: 'VALIDATION_FAILED',
      field,
      code,
    });
  });

  test.each([
    ['not a timestamp', 'soon'],
    ['a timestamp without offset', '2030-01-01T00:00:00'],
    ['a date that does not exist', '2030-02-30T00:00:00Z'],
    ['a number', 5],
    ['null', null],
    ['in the past', '2020-01-01T00:00:00Z'],
  ])('400 invalid_expires_at when expiresAt is %s', async (_, expiresAt) => {
    const subscriber = await newSubscriber();
    expectRefused(await partner.post(of(subscriber), bodies.charge({ expiresAt })), 400, {
      error: 'invalid_expires_at',
      field: 'expiresAt',
    });
  });

  test('400 lists all faults at once', async () => {
    const subscriber = await newSubscriber();
    const answer = await partner.post(of(subscriber), { expiresAt: 'soon', colour: 'green' });
    expectRefused(answer, 400, { error: 'VALIDATION_FAILED' });
    const fields = answer.body.rejectionReasons.map(({ field }: { field: string }) => field);
    expect(fields.sort()).toEqual(['amount', 'colour', 'currency', 'description', 'expiresAt']);
  });

  test('400 subscription_mismatch for a subscription of another subscriber', async () => {
    const { subscription } = await activeSubscription(partner);
    const body = bodies.charge({ subscriptionId: subscription.id });
    expectRefused(await partner.post(of(await newSubscriber()), body), 400, {
      error: 'subscription_mismatch',
      field: 'subscriptionId',
    });
  });

  test('400 subscriber_terminal for a terminated subscriber', async () => {
    const subscriber = await newSubscriber();
    dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/terminate`));
    expectRefused(await partner.post(of(subscriber), bodies.charge()), 400, { error: 'subscriber_terminal' });
  });
});

describe('404 for ids in the path of a charge', () => {
  const unknownSubscriber = { id: 'sub_01kvsy9gf7fc69v7jfc1r55wx4' };
  const unknownCharge = 'chg_01kvsy9gf7fc69v7jfc1r55wx4';
  const noSubscriber = { error: 'subscriber_not_found', field: 'subscriberId', code: 'NOT_FOUND' };
  const noCharge = { error: 'charge_not_found', field: 'chargeId', code: 'NOT_FOUND' };

  test('404 subscriber_not_found for an unknown subscriber', async () => {
    const { charge } = await charged();
    expectRefused(await partner.get(of(unknownSubscriber)), 404, noSubscriber);
    expectRefused(await partner.post(of(unknownSubscriber), bodies.charge()), 404, noSubscriber);
    expectRefused(await partner.get(`${of(unknownSubscriber)}/${charge.id}`), 404, noSubscriber);
    expectRefused(await partner.post(`${of(unknownSubscriber)}/${charge.id}/cancel`), 404, noCharge);
    expectRefused(await partner.post(`${of(unknownSubscriber)}/${charge.id}/waive`), 404, noCharge);
  });

  test('404 charge_not_found for an unknown charge or a charge of another subscriber', async () => {
    const { subscriber } = await charged();
    const { charge } = await charged();
    for (const id of [unknownCharge, charge.id, 'x', encodeURIComponent('\u0000')]) {
      expectRefused(await partner.get(`${of(subscriber)}/${id}`), 404, noCharge);
      expectRefused(await partner.post(`${of(subscriber)}/${id}/cancel`), 404, noCharge);
      expectRefused(await partner.post(`${of(subscriber)}/${id}/waive`), 404, noCharge);
    }
  });

  test('404 takes precedence over faults of body and query', async () => {
    const { subscriber, path } = await charged();
    const { charge } = await charged();
    expectRefused(await partner.get(`${of(unknownSubscriber)}?page=0`), 404, noSubscriber);
    expectRefused(await partner.post(of(unknownSubscriber), {}), 404, noSubscriber);
    expectRefused(await partner.get(`${of(unknownSubscriber)}/${charge.id}?x=1`), 404, noSubscriber);
    for (const id of [unknownCharge, charge.id]) {
      expectRefused(await partner.get(`${of(subscriber)}/${id}?x=1`), 404, noCharge);
      expectRefused(await partner.post(`${of(subscriber)}/${id}/cancel`, { colour: 1 }), 404, noCharge);
      expectRefused(
        await partner.post(`${of(subscriber)}/${id}/waive`, undefined, { raw: '{' }),
        404,
        noCharge,
      );
    }
    expectRefused(await partner.get(`${path}?x=1`), 400, { field: 'x', code: 'NOT_ALLOWED' });
    const named = { chargeId: 'chg_1' };
    expectRefused(await partner.post(`${path}/cancel`, named), 400, {
      field: 'chargeId',
      code: 'NOT_ALLOWED',
    });
  });
});

describe('GET /v1/subscribers/{id}/charges', () => {
  test('the list has the charges of one subscriber, newest first', async () => {
    const { subscriber, charge } = await charged();
    await charged();
    const second = await charged({ amount: 7 }, subscriber);
    const answer = await partner.get(of(subscriber));
    expect(dataOf(answer)).toEqual([second.charge, charge]);
    expect(answer.body.meta).toEqual({ page: 1, limit: 20, total: 2, totalPages: 1, next: null });
    expect(dataOf(await partner.get(`${of(subscriber)}?sort=amount&limit=1`))).toEqual([second.charge]);
  });

  test('the list filters by status, subscription and creation time', async () => {
    const { subscriber, subscription } = await activeSubscription(partner);
    const { charge } = await charged({ subscriptionId: subscription.id }, subscriber);
    const { path } = await charged({}, subscriber);
    const waived = dataOf(await partner.post(`${path}/waive`));
    const list = async (query: string) => dataOf(await partner.get(`${of(subscriber)}?${query}`));
    expect(await list('status=PENDING')).toEqual([charge]);
    expect(await list('status=WAIVED')).toEqual([waived]);
    expect(await list(`subscriptionId=${subscription.id}`)).toEqual([charge]);
    expect(await list('subscriptionId=sbn_x')).toEqual([]);
    expect(await list(`createdAfter=${waived.createdAt}`)).toEqual([waived]);
    expect(await list(`createdBefore=${waived.createdAt}`)).toEqual([charge]);
  });

  test.each([
    ['createdAfter', 'invalid_created_after'],
    ['createdBefore', 'invalid_created_before'],
  ])('400 at %s when it is not a timestamp: %s', async (field, error) => {
    const subscriber = await newSubscriber();
    for (const value of ['yesterday', '2026-02-30T00:00:00Z', '', '2026-01-01']) {
      expectRefused(await partner.get(`${of(subscriber)}?${field}=${value}`), 400, { error, field });
    }
    const both = await partner.get(`${of(subscriber)}?${field}=x&page=0`);
    expectRefused(both, 400, { error: 'VALIDATION_FAILED', field });
    expect(both.body.rejectionReasons).toHaveLength(2);
    expectRefused(await partner.get(`${of(subscriber)}?${field}=x&status=DONE`), 400, {
      error: 'VALIDATION_FAILED',
      field,
    });
    // Other lists report VALIDATION_FAILED.
    expectRefused(await partner.get(`/v1/plans?${field}=x`), 400, { error: 'VALIDATION_FAILED', field });
  });

  test('400 lists createdAfter and createdBefore when neither is a timestamp', async () => {
    const subscriber = await newSubscriber();
    const answer = await partner.get(`${of(subscriber)}?createdAfter=x&createdBefore=y`);
    expectRefused(answer, 400, { error: 'invalid_created_after', field: 'createdBefore' });
    expect(answer.body.rejectionReasons).toHaveLength(2);
  });
});
