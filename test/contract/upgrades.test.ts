import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { editPlanFromExternal } from '../../server/domain/subscription/edit-from-external.ts';
import { withAnnouncedRefusals } from '../../server/state/announced-refusal.ts';
import { type Partner, useApi } from './api.ts';
import { activeSubscription, advance, bodies, dataOf, eventsCausedBy, expectRefused } from './helpers.ts';

const api = useApi();
let partner: Partner;
let providerId: string;

beforeAll(async () => {
  partner = await api.partner();
  providerId = dataOf(await partner.get('/v1/provider')).id;
});

/** A subscription with an upgrade hold. The external system changed it to a plan that costs 30 more for 30 days. */
async function upgradeHold() {
  const { subscription, subscriber, plan } = await activeSubscription(partner);
  const expensive = dataOf(
    await partner.post('/v1/plans', bodies.plan({ priceAmount: 130, downloadSpeedMbps: 50 })),
  );
  const caller = { type: 'system', name: 'external system' } as const;
  const held = await withAnnouncedRefusals({ providerId, caller, correlationId: randomUUID() }, (scope) =>
    editPlanFromExternal(scope, { id: subscription.id, planId: expensive.id, freeImmediateUpgrade: false }),
  );
  return { held, subscriber, plan, expensive, path: `/v1/subscriptions/${subscription.id}` };
}

const pay = (subscriptionId: string, more: object = {}) =>
  partner.post('/v1/payments', { subscriptionId, rail: 'manual', ...more });

test('an upgrade hold shows its amount and expires after 24 hours', async () => {
  const { held, expensive, path } = await upgradeHold();
  const read = dataOf(await partner.get(path));
  expect(read).toEqual(held);
  expect(read).toMatchObject({
    status: 'AWAITING_PAYMENT_FOR_UPGRADE',
    pendingUpgrade: { planId: expensive.id, amount: 30, currency: 'USD' },
  });
  const hours = (Date.parse(read.pendingUpgrade.expiresAt) - Date.parse(read.updatedAt)) / 3_600_000;
  expect(hours).toBe(24);
  expect(dataOf(await partner.get(`/v1/invoices?subscriptionId=${read.id}&status=OPEN`))).toMatchObject([
    { total: 30, amountDue: 30, dueAt: read.pendingUpgrade.expiresAt },
  ]);
  expect(dataOf(await partner.get(`/v1/subscriptions?status=AWAITING_PAYMENT_FOR_UPGRADE`)).length).toBe(1);
});

test('201 for the upgrade amount applies the upgrade, 400 INVALID_VALUE for another amount', async () => {
  const { held, plan, expensive, path } = await upgradeHold();
  expectRefused(await pay(held.id, { amount: 100 }), 400, { field: 'amount', code: 'INVALID_VALUE' });
  const answer = await pay(held.id, { amount: 30 });
  expect(dataOf(answer)).toMatchObject({ amount: 30, status: 'COMPLETED' });
  expect((await eventsCausedBy(partner, answer)).map(({ type, data }) => [type, data.previous])).toEqual([
    ['payment.received', { status: 'PROCESSING' }],
    ['subscription.plan_change_applied', { planId: plan.id, nextPlanId: expensive.id }],
  ]);
  expect(dataOf(await partner.get(path))).toMatchObject({
    status: 'ACTIVE',
    planId: expensive.id,
    pendingUpgrade: null,
    price: { amount: 130 },
    expiresAt: held.expiresAt,
  });
  expectRefused(await pay(held.id), 409, { error: 'CONFLICT' });
});

test('an upgrade expires after 24 hours, and a later success sets refundDue', async () => {
  const { held, path, plan } = await upgradeHold();
  const payment = dataOf(await pay(held.id, { rail: 'simulated' }));
  const passed = await advance(partner, { hours: 24 });
  const ours = (await eventsCausedBy(partner, passed)).filter(({ data }) =>
    [held.id, payment.id].includes(data.current.id),
  );
  expect(ours.map(({ type }) => type)).toEqual(['payment.expired', 'subscription.plan_change_rejected']);
  expect(dataOf(await partner.get(path))).toMatchObject({ status: 'ACTIVE', planId: plan.id });
  const late = await partner.post(`/v1/payments/${payment.id}/simulate`, { outcome: 'succeed' });
  expect(dataOf(late)).toMatchObject({ status: 'EXPIRED', refundDue: true });
});

test('DELETE and deactivate drop the upgrade hold', async () => {
  const one = await upgradeHold();
  const cancelled = await partner.delete(one.path);
  expect(dataOf(cancelled)).toMatchObject({
    status: 'ACTIVE',
    pendingUpgrade: null,
    cancelAt: one.held.expiresAt,
  });
  const two = await upgradeHold();
  const answer = await partner.post(`/v1/subscribers/${two.subscriber.id}/deactivate`);
  expect(dataOf(answer).subscriptions).toMatchObject([{ status: 'INACTIVE', inactiveReason: 'DEACTIVATED' }]);
  expect(
    (await eventsCausedBy(partner, answer)).map(({ type, data }) => [
      type,
      data.current.status,
      data.previous.status,
    ]),
  ).toEqual([
    ['subscription.updated', 'ACTIVE', 'AWAITING_PAYMENT_FOR_UPGRADE'],
    ['subscription.deactivated', 'INACTIVE', 'ACTIVE'],
    ['subscriber.suspended', 'suspended', 'active'],
  ]);
});

test('a plan change through the API replaces the upgrade hold: UPGRADE_SUPERSEDED', async () => {
  const { held, path, plan } = await upgradeHold();
  const answer = await partner.patch(path, { planId: plan.id });
  expect(dataOf(answer)).toMatchObject({ status: 'ACTIVE', planId: plan.id, nextPlanId: null });
  expect(await eventsCausedBy(partner, answer)).toMatchObject([
    { type: 'subscription.plan_change_rejected', data: { rejection: { reason: 'UPGRADE_SUPERSEDED' } } },
  ]);
  expectRefused(await pay(held.id), 409, { error: 'CONFLICT' });
});

test('409 CONFLICT for delete of the plan of an upgrade hold', async () => {
  const { expensive } = await upgradeHold();
  const confirm = `?confirm=${encodeURIComponent(expensive.planName)}`;
  dataOf(await partner.post(`/v1/plans/${expensive.id}/disable${confirm}`));
  expectRefused(await partner.delete(`/v1/plans/${expensive.id}${confirm}`), 409, { error: 'CONFLICT' });
});
