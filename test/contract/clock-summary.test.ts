import { beforeAll, expect, test } from 'vitest';
import { activeSubscription, advance, dataOf } from './helpers.ts';
import { callAs, type Staff, signedInPartner, usePortalApi } from './portal-helpers.ts';

const api = usePortalApi();

let partner: Staff;
beforeAll(async () => {
  partner = await signedInPartner(api);
});

const progress = { name: 'testClock.progress', type: 'query' } as const;

const summaryOf = async (correlationId: string) => {
  const { status, text, data } = await callAs(api, partner, progress, { correlationId });
  expect(status, text).toBe(200);
  return data;
};

test('the summary of an advance has its events and invoices, and no money of before', async () => {
  const covered = await activeSubscription(partner);
  await activeSubscription(partner);
  const onAccount = { subscriberId: covered.subscriber.id, rail: 'manual', amount: 100, currency: 'USD' };
  dataOf(await partner.post('/v1/payments', onAccount));

  const { body } = await advance(partner, { days: 40 });
  const { advance: own, reached, events, received, invoiced } = await summaryOf(body.correlationId);
  expect(own).toMatchObject({ correlationId: body.correlationId });
  expect(Date.parse(own.to) - Date.parse(own.from)).toBeGreaterThanOrEqual(40 * 86_400_000);
  expect(reached).toBe(null);
  expect(Object.fromEntries(events.map((each: { type: string; count: number }) => [each.type, each.count])))
    // Both renewals came up: one was paid from the credit, the other led to a suspension.
    .toMatchObject({
      ...{ 'billing.cycle_ending': 2, 'billing.cycle_started': 1 },
      ...{ 'billing.overdue': 1, 'billing.suspended': 1 },
    });
  const all: { issuedAt: string; total: number }[] = dataOf(await partner.get('/v1/invoices'));
  const issued = all.filter(({ issuedAt }) => issuedAt > own.from);
  expect(issued.map(({ total }) => total)).toEqual([100, 100]);
  expect(invoiced).toEqual({ count: 2, amounts: [{ amount: 200, currency: 'USD' }] });
  expect(received).toEqual([]);
});

test('the summary of one advance has nothing of another', async () => {
  await activeSubscription(partner);
  const first = await advance(partner, { days: 40 });
  const before = await summaryOf(first.body.correlationId);
  await activeSubscription(partner);
  await advance(partner, { days: 40 });
  expect(await summaryOf(first.body.correlationId)).toEqual(before);
});
