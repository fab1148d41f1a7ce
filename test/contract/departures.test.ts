import { beforeAll, describe, expect, test } from 'vitest';
import {
  activeSubscription,
  advance,
  bodies,
  dataOf,
  expectRefused,
  pendingSubscription,
} from './helpers.ts';
import { callAs, type Staff, signedInPartner, usePortalApi } from './portal-helpers.ts';

const api = usePortalApi();
let partner: Staff;
beforeAll(async () => {
  partner = await signedInPartner(api);
});

const procedure = (name: string) => ({ name, type: 'query' }) as const;
async function read(name: string, filters: object = {}, as = partner) {
  const answer = await callAs(api, as, procedure(name), filters);
  expect(answer.status, answer.text).toBe(200);
  return answer.data;
}
const ofSubscription = async (subscriptionId: string, as = partner) =>
  (await read('departure.list', { subscriptionId }, as)).data;

const cancel = (id: string, query = '') => partner.delete(`/v1/subscriptions/${id}${query}`);

describe('the reason of a request that ends a subscription', () => {
  test('a cancellation at the end of the cycle: who leaves, why, and the MRR', async () => {
    const { subscription, subscriber, plan } = await activeSubscription(partner);
    dataOf(await cancel(subscription.id, '?reason=MOVED&note=To%20Mombasa'));
    expect(await ofSubscription(subscription.id)).toEqual([
      {
        id: expect.stringMatching(/^dep_[0-9a-z]{26}$/),
        ...{ subscriptionId: subscription.id, subscriberId: subscriber.id, planId: plan.id },
        ...{ kind: 'CANCELLATION', reason: 'MOVED', note: 'To Mombasa', outcome: 'LEAVING' },
        ...{ mrr: 100, currency: 'USD', createdAt: expect.any(String), updatedAt: expect.any(String) },
      },
    ]);
  });

  test('without a reason it is recorded too, and a repeated request is not', async () => {
    const { subscription } = await activeSubscription(partner);
    dataOf(await cancel(subscription.id));
    dataOf(await cancel(subscription.id, '?reason=OTHER'));
    expect(await ofSubscription(subscription.id)).toMatchObject([{ reason: null, note: null }]);
  });

  test('a plan removal, now and at the end of the cycle, and the termination of a subscriber', async () => {
    const [now, later, gone] = [
      await activeSubscription(partner),
      await activeSubscription(partner),
      await activeSubscription(partner),
    ];
    dataOf(
      await partner.delete(`/v1/subscriptions/${now.subscription.id}/plan?when=immediately&reason=NOT_PAID`),
    );
    dataOf(
      await partner.delete(`/v1/subscriptions/${later.subscription.id}/plan?when=cycle_end&reason=QUALITY`),
    );
    dataOf(
      await partner.post(`/v1/subscribers/${gone.subscriber.id}/terminate`, {
        reason: 'OTHER_PROVIDER',
        note: 'Fibre',
      }),
    );
    const kinds = async ({ subscription }: typeof now) =>
      (await ofSubscription(subscription.id)).map(({ kind, reason, outcome }: Record<string, string>) => [
        kind,
        reason,
        outcome,
      ]);
    expect(await kinds(now)).toEqual([['PLAN_REMOVAL', 'NOT_PAID', 'LEFT']]);
    expect(await kinds(later)).toEqual([['PLAN_REMOVAL', 'QUALITY', 'LEAVING']]);
    expect(await kinds(gone)).toEqual([['TERMINATION', 'OTHER_PROVIDER', 'LEFT']]);
  });

  test('a termination records what still lasts, and a termination without a body works', async () => {
    const { subscription, subscriber } = await activeSubscription(partner);
    dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/deactivate`, {}));
    dataOf(await cancel(subscription.id));
    dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/terminate`));
    expect(await ofSubscription(subscription.id)).toMatchObject([{ kind: 'CANCELLATION', mrr: 0 }]);
  });

  test('a subscription before its first payment has no MRR and has left', async () => {
    const { subscription } = await pendingSubscription(partner);
    dataOf(await cancel(subscription.id, '?reason=TOO_EXPENSIVE'));
    expect(await ofSubscription(subscription.id)).toMatchObject([{ mrr: 0, outcome: 'LEFT' }]);
  });

  test('a withdrawn cancellation stayed; the end of service is an end also after a return', async () => {
    const own = await signedInPartner(api);
    const stays = await activeSubscription(own);
    const path = `/v1/subscriptions/${stays.subscription.id}`;
    dataOf(await own.delete(`${path}?reason=TOO_EXPENSIVE`));
    dataOf(await own.patch(path, { cancelAt: null }));
    const returns = await activeSubscription(own);
    dataOf(await own.delete(`/v1/subscriptions/${returns.subscription.id}/plan?when=cycle_end`));
    const ends = await activeSubscription(own, { plan: { billingCycleDays: 5 } });
    dataOf(await own.delete(`/v1/subscriptions/${ends.subscription.id}`));
    const outcome = async (each: typeof stays) =>
      (await ofSubscription(each.subscription.id, own))[0].outcome;
    expect([await outcome(stays), await outcome(returns), await outcome(ends)]).toEqual([
      'STAYED',
      'LEAVING',
      'LEAVING',
    ]);
    await advance(own, { days: 31 });
    expect([await outcome(returns), await outcome(ends)]).toEqual(['LEFT', 'LEFT']);
    dataOf(await own.post('/v1/payments', { subscriptionId: returns.subscription.id, rail: 'manual' }));
    expect(await outcome(returns)).toBe('LEFT');
    expect(await read('departure.list', { outcome: 'STAYED' }, own)).toMatchObject({ meta: { total: 1 } });
    expect(await read('departure.list', { outcomeIn: 'LEFT,LEAVING' }, own)).toMatchObject({
      meta: { total: 2 },
    });
  });

  test('the report: how many have each reason, and their MRR, of the period and the filters', async () => {
    const own = await signedInPartner(api);
    for (const reason of ['MOVED', 'MOVED', 'QUALITY', null]) {
      const { subscription } = await activeSubscription(own);
      dataOf(await own.delete(`/v1/subscriptions/${subscription.id}${reason ? `?reason=${reason}` : ''}`));
    }
    const counts = (rows: { reason: string | null; count: number }[]) =>
      Object.fromEntries(rows.map(({ reason, count }) => [String(reason), count]));
    expect(counts(await read('departure.reasons', {}, own))).toEqual({ MOVED: 2, QUALITY: 1, null: 1 });
    expect(await read('departure.totals', {}, own)).toEqual([{ currency: 'USD', mrr: 400 }]);
    expect(counts(await read('departure.reasons', { hasReason: true }, own))).toEqual({
      MOVED: 2,
      QUALITY: 1,
    });
    expect(counts(await read('departure.reasons', { createdBefore: '2020-01-01T00:00:00Z' }, own))).toEqual(
      {},
    );
    expect(await read('departure.totals', { reasonIn: 'MOVED,QUALITY' }, own)).toEqual([
      { currency: 'USD', mrr: 300 },
    ]);
    expect(await read('departure.reasons', {}, await signedInPartner(api))).toEqual([]);
  });

  test('the reason is in the audit trail and in the explanation of the subscription', async () => {
    const { subscription } = await activeSubscription(partner);
    dataOf(await cancel(subscription.id, '?reason=QUALITY&note=Slow%20at%20night'));
    const audit = await read('audit.list', { resourceId: subscription.id, verb: 'give_reason' });
    expect(audit.data).toMatchObject([
      {
        changes: {
          reason: { before: null, after: 'QUALITY' },
          note: { before: null, after: 'Slow at night' },
        },
      },
    ]);
    const { sentences } = await read('subscription.explain', { id: subscription.id });
    expect(JSON.stringify(sentences)).toContain('Reason given: ');
    expect(JSON.stringify(sentences)).toContain('Quality of the service, Slow at night');
    dataOf(await partner.patch(`/v1/subscriptions/${subscription.id}`, { cancelAt: null }));
    const after = await read('subscription.explain', { id: subscription.id });
    expect(JSON.stringify(after.sentences)).not.toContain('Reason given');
  });

  test.each([
    ['reason=BORED', 'reason', 'UNSUPPORTED'],
    [`note=${'x'.repeat(256)}`, 'note', 'OUT_OF_RANGE'],
  ])('400 for %s, and nothing is recorded', async (query, field, code) => {
    const { subscription } = await activeSubscription(partner);
    expectRefused(await cancel(subscription.id, `?${query}`), 400, { field, code });
    expect(await ofSubscription(subscription.id)).toEqual([]);
  });

  test('an erasure deletes the note and keeps the reason', async () => {
    const { subscription, subscriber } = await activeSubscription(partner);
    dataOf(
      await partner.post(`/v1/subscribers/${subscriber.id}/terminate`, {
        reason: 'MOVED',
        note: 'Ada moves',
      }),
    );
    const erase = { name: 'subscriber.erase', type: 'mutation' } as const;
    const answer = await callAs(api, partner, erase, { id: subscriber.id, confirm: 'Ada Lovelace' });
    expect(answer.status, answer.text).toBe(200);
    expect(await ofSubscription(subscription.id)).toMatchObject([{ reason: 'MOVED', note: null }]);
  });
});

describe('the price history of a plan', () => {
  test('each price with the one before, who set it and when, the newest first; other changes are left out', async () => {
    const { plan } = await activeSubscription(partner);
    const path = `/v1/plans/${plan.id}`;
    dataOf(await partner.patch(path, { priceAmount: 120 }));
    dataOf(await partner.patch(path, { graceDays: 5 }));
    dataOf(await partner.patch(path, { price: 110.5 }));
    const history = await read('plan.priceHistory', { id: plan.id });
    expect(history).toMatchObject([
      { before: { amount: 120, currency: 'USD' }, after: { amount: 110.5, currency: 'USD' } },
      { before: { amount: 100, currency: 'USD' }, after: { amount: 120, currency: 'USD' } },
      { before: null, after: { amount: 100, currency: 'USD' } },
    ]);
    for (const { by, at } of history) {
      expect(by).toMatch(/^API key /);
      expect(Date.parse(at)).not.toBeNaN();
    }
  });

  test('a currency that changed, also without the amount', async () => {
    const { id } = dataOf(
      await partner.post('/v1/plans', bodies.plan({ priceAmount: 5_000, priceCurrency: 'KES' })),
    );
    dataOf(await partner.patch(`/v1/plans/${id}`, { priceCurrency: 'USD' }));
    dataOf(await partner.patch(`/v1/plans/${id}`, { priceAmount: 110.5 }));
    expect(await read('plan.priceHistory', { id })).toMatchObject([
      { before: { amount: 5_000, currency: 'USD' }, after: { amount: 110.5, currency: 'USD' } },
      { before: { amount: 5_000, currency: 'KES' }, after: { amount: 5_000, currency: 'USD' } },
      { before: null, after: { amount: 5_000, currency: 'KES' } },
    ]);
  });

  test('404 for the plan of another partner', async () => {
    const { plan } = await activeSubscription(partner);
    const other = await signedInPartner(api);
    expect((await callAs(api, other, procedure('plan.priceHistory'), { id: plan.id })).status).toBe(404);
  });
});
