import { beforeAll, describe, expect, test } from 'vitest';
import { advance, bodies, dataOf } from './helpers.ts';
import { callAs, type Staff, signedInPartner, usePortalApi } from './portal-helpers.ts';

const api = usePortalApi();
let partner: Staff;
let pointId: string;
beforeAll(async () => {
  partner = await signedInPartner(api);
  pointId = dataOf(await partner.post('/v1/demarcation-points', bodies.demarcationPoint())).id;
});

const newPlan = async (over: object = {}) => dataOf(await partner.post('/v1/plans', bodies.plan(over)));

/** A subscription on a plan, paid for the first time unless it is to wait. */
async function subscribe(planId: string, { over = {}, isPaid = true } = {}) {
  const subscriber = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
  const body = { subscriberId: subscriber.id, planId, demarcationPointId: pointId, ...over };
  const { id } = dataOf(await partner.post('/v1/subscriptions', body));
  if (isPaid) dataOf(await partner.post('/v1/payments', { subscriptionId: id, rail: 'manual' }));
  return dataOf(await partner.get(`/v1/subscriptions/${id}`));
}

const read = { name: 'plan.priceImpact', type: 'query' } as const;
async function impactOf(id: string, priceAmount: number) {
  const answer = await callAs(api, partner, read, { id, priceAmount });
  expect(answer.status, answer.text).toBe(200);
  return answer.data;
}

const none = {
  currency: 'USD',
  ...{ renewing: 0, firstAt: null, lastAt: null, issued: 0, mrrBefore: 0, mrrAfter: 0 },
  ...{ pending: 0, inactive: 0, ownPrice: 0 },
};

describe('what another price of a plan would do', () => {
  test('no subscription', async () => {
    expect(await impactOf((await newPlan()).id, 120)).toEqual(none);
  });

  test('those in service get it with the next renewal, those that wait for a payment at once, and own prices stay', async () => {
    const { id } = await newPlan({ billingCycleDays: 15 });
    const first = await subscribe(id);
    await advance(partner, { days: 2 });
    const last = await subscribe(id);
    await subscribe(id, { isPaid: false });
    await subscribe(id, { over: { priceOverride: 150 } });
    const stopped = await subscribe(id);
    dataOf(
      await partner.post(`/v1/subscribers/${stopped.subscriberId}/deactivate`, {
        subscriptionIds: [stopped.id],
      }),
    );
    expect(await impactOf(id, 120)).toEqual({
      ...none,
      ...{ renewing: 2, firstAt: first.expiresAt, lastAt: last.expiresAt },
      // 100 and 120 for 15 days, as amounts for 30.
      ...{ mrrBefore: 400, mrrAfter: 480 },
      ...{ pending: 1, inactive: 1, ownPrice: 1 },
    });
  });

  test('an issued renewal keeps the present price, and the new one follows a cycle later', async () => {
    const { id } = await newPlan();
    const { expiresAt } = await subscribe(id);
    await advance(partner, { days: 28 });
    const later = new Date(Date.parse(expiresAt) + 30 * 86_400_000).toISOString();
    expect(await impactOf(id, 120)).toMatchObject({ renewing: 1, issued: 1, firstAt: later, lastAt: later });
  });

  test('an open invoice keeps its amount: a subscription with one is not counted as waiting', async () => {
    const { id } = await newPlan();
    const stopped = await subscribe(id);
    const own = { subscriptionIds: [stopped.id] };
    dataOf(await partner.post(`/v1/subscribers/${stopped.subscriberId}/deactivate`, own));
    expect(await impactOf(id, 120)).toEqual({ ...none, inactive: 1 });
    dataOf(await partner.post(`/v1/subscriptions/${stopped.id}/activate`));
    expect(await impactOf(id, 120)).toEqual(none);
  });

  test('the plan of the next cycle counts, and a subscription that is to end has none', async () => {
    const [from, to] = [await newPlan(), await newPlan()];
    const { id } = await subscribe(from.id);
    dataOf(await partner.patch(`/v1/subscriptions/${id}`, { planId: to.id }));
    expect((await impactOf(from.id, 120)).renewing).toBe(0);
    expect((await impactOf(to.id, 120)).renewing).toBe(1);
    dataOf(await partner.delete(`/v1/subscriptions/${id}`));
    expect((await impactOf(to.id, 120)).renewing).toBe(0);
  });

  test('a pending price override counts as a price of its own, and its pending removal does not', async () => {
    const { id } = await newPlan();
    const [set, removed] = [await subscribe(id), await subscribe(id, { over: { priceOverride: 150 } })];
    dataOf(await partner.patch(`/v1/subscriptions/${set.id}`, { priceOverride: 130 }));
    dataOf(await partner.patch(`/v1/subscriptions/${removed.id}`, { priceOverride: null }));
    expect(await impactOf(id, 120)).toMatchObject({ renewing: 1, ownPrice: 1, lastAt: removed.expiresAt });
  });

  test('a duration override decides the amount a month', async () => {
    const { id } = await newPlan();
    await subscribe(id, { over: { durationOverride: 60 } });
    expect(await impactOf(id, 120)).toMatchObject({ mrrBefore: 50, mrrAfter: 60 });
  });

  test('400 for too many decimals, 404 for the plan of another partner', async () => {
    const { id } = await newPlan();
    expect((await callAs(api, partner, read, { id, priceAmount: 1.234 })).status).toBe(400);
    const other = await signedInPartner(api);
    expect((await callAs(api, other, read, { id, priceAmount: 120 })).status).toBe(404);
  });
});

test('the preview of a plan change has the amount and the day of the next invoice', async () => {
  const [from, to] = [await newPlan(), await newPlan({ priceAmount: 140 })];
  const { id, expiresAt } = await subscribe(from.id);
  const run = { name: 'dryRun.run', type: 'mutation' } as const;
  const answer = await callAs(api, partner, run, {
    procedure: 'subscription.update',
    input: { id, planId: to.id },
  });
  expect(answer.status, answer.text).toBe(200);
  const parts: object[][] = answer.data.explanation;
  const next = parts.find((sentence) => JSON.stringify(sentence).includes('The next invoice'));
  expect(JSON.stringify(next)).toContain('140');
  expect(JSON.stringify(next)).toContain(expiresAt);
});
