import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Partner, useApi } from './api.ts';
import { activeSubscription, bodies, caused, dataOf, expectRefused, pendingSubscription } from './world.ts';

const api = useApi();
let partner: Partner;
let foreign: Awaited<ReturnType<typeof pendingSubscription>>;
beforeAll(async () => {
  partner = await api.partner();
  foreign = await pendingSubscription(await api.partner());
});

/** The fields that are at fault, each with its code, in the order listed. */
const faultsOf = (answer: Answer) =>
  answer.body.rejectionReasons.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`);

const noPlan = 'Plan does not belong to this provider';

describe('a new subscription', () => {
  const wrong = () => ({
    subscriberId: foreign.subscriber.id,
    planId: foreign.plan.id,
    demarcationPointId: 'dmp_nowhere',
  });
  const create = (body: object) => partner.post('/v1/subscriptions', body);

  test('with nothing in it that is there: all three, in the order of its fields', async () => {
    const { demarcationPointId, planId, subscriberId } = wrong();
    const answer = await create({ demarcationPointId, planId, subscriberId });
    expectRefused(answer, 400, { error: 'VALIDATION_FAILED' });
    expect(faultsOf(answer)).toEqual([
      'subscriberId INVALID_VALUE',
      'planId INVALID_VALUE',
      'demarcationPointId INVALID_VALUE',
    ]);
  });

  test('error is what the first would have alone', async () => {
    const { id: subscriberId } = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
    const answer = await create({ ...wrong(), subscriberId });
    expectRefused(answer, 400, { error: noPlan });
    expect(faultsOf(answer)).toEqual(['planId INVALID_VALUE', 'demarcationPointId INVALID_VALUE']);
  });

  test('a fault of the schema is listed alone', async () => {
    const answer = await create({ ...wrong(), durationOverride: 0 });
    expect(faultsOf(answer)).toEqual(['durationOverride OUT_OF_RANGE']);
  });
});

describe('a change of a subscription', () => {
  test('an unknown point and a foreign plan, of which the plan is announced', async () => {
    const { subscription } = await activeSubscription(partner);
    const path = `/v1/subscriptions/${subscription.id}`;
    const answer = await partner.patch(path, {
      planId: foreign.plan.id,
      demarcationPointId: foreign.point.id,
      externalReference: 'A-1',
    });
    expectRefused(answer, 400, { error: 'VALIDATION_FAILED' });
    expect(faultsOf(answer)).toEqual(['demarcationPointId INVALID_VALUE', 'planId INVALID_VALUE']);
    const [event, ...more] = await caused(partner, answer);
    expect(event).toMatchObject({
      type: 'subscription.plan_change_rejected',
      data: { rejection: { reason: 'INVALID_PLAN' } },
    });
    expect(more).toEqual([]);
    expect(dataOf(await partner.get(path))).toEqual(subscription);
  });

  test('an unknown point with a plan that is for sale, or its own: the point alone, and nothing is announced', async () => {
    const { subscription } = await activeSubscription(partner);
    const plan = dataOf(await partner.post('/v1/plans', bodies.plan()));
    for (const planId of [plan.id, subscription.planId, undefined]) {
      const answer = await partner.patch(`/v1/subscriptions/${subscription.id}`, {
        planId,
        demarcationPointId: foreign.point.id,
      });
      expectRefused(answer, 400, { error: 'VALIDATION_FAILED' });
      expect(faultsOf(answer)).toEqual(['demarcationPointId INVALID_VALUE']);
      expect(await caused(partner, answer)).toEqual([]);
    }
  });
});

describe('a payment', () => {
  const pay = async (over: object) => {
    const { subscription } = await pendingSubscription(partner);
    return partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual', ...over });
  };

  test("another's subscriber, another amount and another currency", async () => {
    const answer = await pay({ currency: 'KES', amount: 12, subscriberId: foreign.subscriber.id });
    expectRefused(answer, 400, { error: 'VALIDATION_FAILED' });
    expect(faultsOf(answer)).toEqual([
      'subscriberId INVALID_VALUE',
      'amount INVALID_VALUE',
      'currency INVALID_VALUE',
    ]);
  });

  test('another amount and another currency; the right amount in another currency', async () => {
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

describe('a subscriber', () => {
  const taken = ['email ALREADY_EXISTS', 'phone ALREADY_EXISTS', 'externalUserId ALREADY_EXISTS'];
  const made = async (externalUserId: string) =>
    dataOf(await partner.post('/v1/subscribers', bodies.subscriber({ externalUserId })));

  test.each(['POST', 'PUT'])(
    '%s with an email, a phone and an externalUserId that are taken',
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

  test('its own email, phone and externalUserId are not taken', async () => {
    const own = await made('own');
    const { email, phone, externalUserId } = own;
    const body = bodies.subscriber({ email, phone, externalUserId, city: 'Mbale' });
    expect(dataOf(await partner.put(`/v1/subscribers/${own.id}`, body)).city).toBe('Mbale');
  });

  test('of several at once with the same, one is made and the others are told what is taken', async () => {
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

test('an integration: plans and a demarcation point that are not there', async () => {
  const answer = await partner.post(
    '/v1/integrations',
    bodies.integration({
      tariffMap: { 1: foreign.plan.id, 2: 'pln_x' },
      defaultDemarcationPointId: foreign.point.id,
    }),
  );
  expectRefused(answer, 400, { error: 'VALIDATION_FAILED' });
  expect(faultsOf(answer)).toEqual([
    'tariffMap.1 INVALID_VALUE',
    'tariffMap.2 INVALID_VALUE',
    'defaultDemarcationPointId INVALID_VALUE',
  ]);
});
