import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Partner, useApi } from './api.ts';
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
let otherPending: Awaited<ReturnType<typeof pendingSubscription>>;
beforeAll(async () => {
  partner = await api.partner();
  otherPending = await pendingSubscription(await api.partner());
});

/** The rejected fields, each with its code, in the order of the answer. */
const faultsOf = (answer: Answer) =>
  answer.body.rejectionReasons.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`);

const noPlan = 'Plan does not belong to this provider';

describe('POST /v1/subscriptions with unknown references', () => {
  const wrong = () => ({
    subscriberId: otherPending.subscriber.id,
    planId: otherPending.plan.id,
    demarcationPointId: 'dmp_nowhere',
  });
  const create = (body: object) => partner.post('/v1/subscriptions', body);

  test('400 lists all unknown references, in the order of the schema', async () => {
    const { demarcationPointId, planId, subscriberId } = wrong();
    const answer = await create({ demarcationPointId, planId, subscriberId });
    expectRefused(answer, 400, { error: 'VALIDATION_FAILED' });
    expect(faultsOf(answer)).toEqual([
      'subscriberId INVALID_VALUE',
      'planId INVALID_VALUE',
      'demarcationPointId INVALID_VALUE',
    ]);
  });

  test('400 has the error text of the first unknown reference', async () => {
    const { id: subscriberId } = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
    const answer = await create({ ...wrong(), subscriberId });
    expectRefused(answer, 400, { error: noPlan });
    expect(faultsOf(answer)).toEqual(['planId INVALID_VALUE', 'demarcationPointId INVALID_VALUE']);
  });

  test('400 lists faults of the schema without looking up references', async () => {
    const answer = await create({ ...wrong(), durationOverride: 0 });
    expect(faultsOf(answer)).toEqual(['durationOverride OUT_OF_RANGE']);
  });
});

describe('PATCH /v1/subscriptions/{id} with unknown references', () => {
  test('400 for an unknown point and a plan of another provider emits plan_change_rejected', async () => {
    const { subscription } = await activeSubscription(partner);
    const path = `/v1/subscriptions/${subscription.id}`;
    const answer = await partner.patch(path, {
      planId: otherPending.plan.id,
      demarcationPointId: otherPending.point.id,
      externalReference: 'A-1',
    });
    expectRefused(answer, 400, { error: 'VALIDATION_FAILED' });
    expect(faultsOf(answer)).toEqual(['demarcationPointId INVALID_VALUE', 'planId INVALID_VALUE']);
    const [event, ...more] = await eventsCausedBy(partner, answer);
    expect(event).toMatchObject({
      type: 'subscription.plan_change_rejected',
      data: { rejection: { reason: 'INVALID_PLAN' } },
    });
    expect(more).toEqual([]);
    expect(dataOf(await partner.get(path))).toEqual(subscription);
  });

  test('400 for an unknown point alone emits no event', async () => {
    const { subscription } = await activeSubscription(partner);
    const plan = dataOf(await partner.post('/v1/plans', bodies.plan()));
    for (const planId of [plan.id, subscription.planId, undefined]) {
      const answer = await partner.patch(`/v1/subscriptions/${subscription.id}`, {
        planId,
        demarcationPointId: otherPending.point.id,
      });
      expectRefused(answer, 400, { error: 'VALIDATION_FAILED' });
      expect(faultsOf(answer)).toEqual(['demarcationPointId INVALID_VALUE']);
      expect(await eventsCausedBy(partner, answer)).toEqual([]);
    }
  });
});

describe('POST /v1/payments that does not match the amount due', () => {
  const pay = async (over: object) => {
    const { subscription } = await pendingSubscription(partner);
    return partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual', ...over });
  };

  test('400 for a subscriber of another provider, a wrong amount and a wrong currency', async () => {
    const answer = await pay({ currency: 'KES', amount: 12, subscriberId: otherPending.subscriber.id });
    expectRefused(answer, 400, { error: 'VALIDATION_FAILED' });
    expect(faultsOf(answer)).toEqual([
      'subscriberId INVALID_VALUE',
      'amount INVALID_VALUE',
      'currency INVALID_VALUE',
    ]);
  });

  test('400 for a wrong amount and a wrong currency, or the currency alone', async () => {
    expect(faultsOf(await pay({ currency: 'KES', amount: 12 }))).toEqual([
      'amount INVALID_VALUE',
      'currency INVALID_VALUE',
    ]);
    expect(faultsOf(await pay({ currency: 'KES', amount: 100 }))).toEqual(['currency INVALID_VALUE']);
    expect(faultsOf(await pay({ currency: 'KES', amount: 0.001 }))).toEqual([
      'amount INVALID_FORMAT',
      'currency INVALID_VALUE',
    ]);
  });
});

describe('uniqueness of a subscriber', () => {
  const taken = ['email ALREADY_EXISTS', 'phone ALREADY_EXISTS', 'externalUserId ALREADY_EXISTS'];
  const made = async (externalUserId: string) =>
    dataOf(await partner.post('/v1/subscribers', bodies.subscriber({ externalUserId })));

  test.each(['POST', 'PUT'])(
    '%s 400 ALREADY_EXISTS lists email, phone and externalUserId that are in use',
    async (method) => {
      const [one, two] = [await made(`${method}-1`), await made(`${method}-2`)];
      const own = await made(`${method}-3`);
      const send = (over: object) => {
        const body = bodies.subscriber({ externalUserId: `${method}-3`, ...over });
        if (method === 'PUT') return partner.put(`/v1/subscribers/${own.id}`, body);
        return partner.post('/v1/subscribers', { ...body, externalUserId: `${method}-4`, ...over });
      };
      const { externalUserId, phone, email } = one;
      const all = await send({ externalUserId, phone, email: two.email });
      expectRefused(all, 400, { error: 'Email already in use for this provider' });
      expect(faultsOf(all)).toEqual(taken);
      const two3 = await send({ externalUserId, phone });
      expectRefused(two3, 400, { error: 'Phone already in use for this provider' });
      expect(faultsOf(two3)).toEqual(taken.slice(1));
      const last = await send({ externalUserId });
      expectRefused(last, 409, { error: 'CONFLICT' });
      expect(faultsOf(last)).toEqual(taken.slice(2));
      expect(faultsOf(await send({ email }))).toEqual(taken.slice(0, 1));
      expect(dataOf(await partner.get(`/v1/subscribers/${own.id}`))).toEqual(own);
    },
  );

  test("PUT 200 with the subscriber's own email, phone and externalUserId", async () => {
    const own = await made('own');
    const { email, phone, externalUserId } = own;
    const body = bodies.subscriber({ email, phone, externalUserId, city: 'Mbale' });
    expect(dataOf(await partner.put(`/v1/subscribers/${own.id}`, body)).city).toBe('Mbale');
  });

  test('of 6 concurrent requests with the same values one is 201, the others are 400 ALREADY_EXISTS', async () => {
    const body = bodies.subscriber({ externalUserId: 'at once' });
    const answers = await Promise.all(Array.from({ length: 6 }, () => partner.post('/v1/subscribers', body)));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(5);
    for (const answer of refused) {
      expectRefused(answer, 400, { error: 'Email already in use for this provider' });
      expect(faultsOf(answer)[0]).toBe(taken[0]);
    }
  });
});

test('POST /v1/integrations 400 at each unknown plan and the unknown demarcation point', async () => {
  const answer = await partner.post(
    '/v1/integrations',
    bodies.integration({
      tariffMap: { 1: otherPending.plan.id, 2: 'pln_x' },
      defaultDemarcationPointId: otherPending.point.id,
    }),
  );
  expectRefused(answer, 400, { error: 'VALIDATION_FAILED' });
  expect(faultsOf(answer)).toEqual([
    'tariffMap.1 INVALID_VALUE',
    'tariffMap.2 INVALID_VALUE',
    'defaultDemarcationPointId INVALID_VALUE',
  ]);
});
