import { expect, test } from 'vitest';
import { explainSubscription } from '../../server/domain/subscription/explain.ts';
import { removePlan } from '../../server/domain/subscription/remove-plan.ts';
import { days, passTime } from '../fixtures/customer.ts';
import { customerWithPlans } from '../fixtures/customer-with-plans.ts';
import { useDatabase } from '../fixtures/use-database.ts';

const database = useDatabase();
const start = new Date('2026-01-15T09:30:00.000Z');

const setUp = () => customerWithPlans(database.current, start);

test('a pending plan change sets the price of the renewal and applies with the next cycle', async () => {
  const { provider, ada, plan, update, story, invoices, speed } = await setUp();
  const expensive = await plan(45, { billingCycleDays: 60 });
  const queued = await update(10, { planId: expensive.id });
  expect(queued).toMatchObject({ nextPlanId: expensive.id, price: { amount: 30 } });
  const explained = await provider.at(days(start, 11), (scope) =>
    explainSubscription(scope, { id: ada.subscriptionId }),
  );
  expect(JSON.stringify(explained)).toContain(`The plan changes to ${expensive.planName} on `);
  await passTime(provider, days(start, 28));
  await ada.pay(days(start, 28));
  expect(await speed()).toBe('5M/20M');
  await passTime(provider, days(start, 31));
  expect(await story()).toEqual([
    '10 subscription.plan_change_queued',
    '27 billing.cycle_ending',
    '28 payment.received',
    '30 subscription.plan_change_applied',
    '30 billing.cycle_started',
    '30 subscription.updated',
  ]);
  expect(await invoices()).toEqual(['PAID 30', 'PAID 45']);
  expect(await ada.read(days(start, 31))).toMatchObject({
    planId: expensive.id,
    nextPlanId: null,
    price: { amount: 45 },
    expiresAt: days(start, 90).toISOString(),
    currentCycle: { planId: expensive.id },
  });
  expect(await speed()).toBe('10M/50M');
});

test('a plan change with an open renewal reissues it at the new price', async () => {
  const { provider, ada, plan, update, story, invoices } = await setUp();
  const [expensive, cheaper] = [await plan(45), await plan(20)];
  await passTime(provider, days(start, 28));
  await update(28, { planId: expensive.id });
  expect(await invoices()).toEqual(['PAID 30', 'VOID 30', 'OPEN 45']);
  await update(28.5, { planId: cheaper.id });
  await update(28.75, { priceOverride: 18 });
  expect(await invoices()).toEqual(['PAID 30', 'VOID 30', 'VOID 45', 'VOID 20', 'OPEN 18']);
  await ada.pay(days(start, 29));
  await passTime(provider, days(start, 31));
  expect(await story()).toEqual([
    '27 billing.cycle_ending',
    '28 subscription.plan_change_queued',
    '28.5 subscription.plan_change_queued',
    '28.75 subscription.override_queued',
    '29 payment.received',
    '30 subscription.plan_change_applied',
    '30 subscription.override_applied',
    '30 billing.cycle_started',
    '30 subscription.updated',
  ]);
});

test('a plan change after the renewal is paid applies one cycle later', async () => {
  const { provider, ada, plan, update, story, invoices } = await setUp();
  const expensive = await plan(45);
  await passTime(provider, days(start, 28));
  await ada.pay(days(start, 28));
  await update(29, { planId: expensive.id, durationOverride: 10 });
  await passTime(provider, days(start, 58));
  expect(await ada.read(days(start, 58))).toMatchObject({ nextPlanId: expensive.id, price: { amount: 30 } });
  await ada.pay(days(start, 58));
  await passTime(provider, days(start, 61));
  expect((await story()).slice(2)).toEqual([
    '29 subscription.plan_change_queued',
    '29 subscription.override_queued',
    '30 billing.cycle_started',
    '30 subscription.updated',
    '57 billing.cycle_ending',
    '58 payment.received',
    '60 subscription.plan_change_applied',
    '60 subscription.override_applied',
    '60 billing.cycle_started',
    '60 subscription.updated',
  ]);
  expect(await invoices()).toEqual(['PAID 30', 'PAID 30', 'PAID 45']);
  expect((await ada.read(days(start, 61))).expiresAt).toBe(days(start, 70).toISOString());
});

test('the current plan removes the pending change, and the renewal is reissued at the old price', async () => {
  const { provider, ada, plan, update, story, invoices } = await setUp();
  const expensive = await plan(45);
  const { planId } = await ada.read(start);
  await update(10, { planId: expensive.id });
  await passTime(provider, days(start, 28));
  expect(await update(28, { planId })).toMatchObject({ planId, nextPlanId: null });
  await passTime(provider, days(start, 31));
  expect(await invoices()).toEqual(['PAID 30', 'VOID 45', 'OPEN 30']);
  expect(await story()).toEqual([
    '10 subscription.plan_change_queued',
    '27 billing.cycle_ending',
    '28 subscription.updated',
    '30 billing.overdue',
  ]);
});

test('a plan change withdraws a pending plan removal', async () => {
  const { provider, ada, plan, update, story } = await setUp();
  const expensive = await plan(45);
  const { planId, id } = await ada.read(start);
  const remove = (day: number) =>
    provider.at(days(start, day), (scope) => removePlan(scope, { id, when: 'cycle_end' }));
  await remove(10);
  expect((await update(11, { planId })).planRemovalAt).toBeNull();
  await remove(12);
  await passTime(provider, days(start, 28));
  expect(await update(28, { planId: expensive.id })).toMatchObject({
    planRemovalAt: null,
    nextPlanId: expensive.id,
  });
  await passTime(provider, days(start, 31));
  expect(await story()).toEqual([
    '10 subscription.plan_removed_queued',
    '11 subscription.updated',
    '12 subscription.plan_removed_queued',
    '28 subscription.plan_change_queued',
    '28 billing.cycle_ending',
    '30 subscription.plan_change_applied',
    '30 billing.overdue',
  ]);
});

test('a pending plan below a new floor is rejected when the cycle ends, and the renewal is reissued', async () => {
  const { provider, plan, ada, update, raiseFloor, story, invoices } = await setUp();
  const cheaper = await plan(20);
  await update(10, { planId: cheaper.id });
  await raiseFloor(25, 29);
  await passTime(provider, days(start, 31));
  expect(await invoices()).toEqual(['PAID 30', 'VOID 20', 'OPEN 30']);
  await ada.pay(days(start, 31));
  expect(await story()).toEqual([
    '10 subscription.plan_change_queued',
    '27 billing.cycle_ending',
    '30 subscription.plan_change_rejected',
    '30 billing.overdue',
    '31 payment.received',
    '31 billing.cycle_started',
    '31 subscription.updated',
  ]);
});

test('a plan change in grace reissues the renewal and applies when it is paid', async () => {
  const { provider, ada, plan, update, story, invoices } = await setUp();
  const expensive = await plan(45);
  await passTime(provider, days(start, 31));
  await update(31, { planId: expensive.id });
  await ada.pay(days(start, 32));
  expect(await story()).toEqual([
    '27 billing.cycle_ending',
    '30 billing.overdue',
    '31 subscription.plan_change_queued',
    '32 payment.received',
    '32 subscription.plan_change_applied',
    '32 billing.cycle_started',
    '32 subscription.updated',
  ]);
  expect(await invoices()).toEqual(['PAID 30', 'VOID 30', 'PAID 45']);
  expect((await ada.read(days(start, 32))).expiresAt).toBe(days(start, 60).toISOString());
});

test('a change in grace to a free plan needs no payment', async () => {
  const { provider, ada, plan, update, story } = await setUp();
  const free = await plan(0);
  await passTime(provider, days(start, 31));
  expect(await update(31, { planId: free.id })).toMatchObject({ planId: free.id, nextPlanId: null });
  await passTime(provider, days(start, 40));
  expect((await story()).slice(2)).toEqual([
    '31 subscription.plan_change_queued',
    '31 subscription.plan_change_applied',
    '31 billing.cycle_started',
    '31 subscription.updated',
  ]);
  expect((await ada.read(days(start, 40))).expiresAt).toBe(days(start, 60).toISOString());
});

test('requesting a pending plan change again withdraws a later plan removal', async () => {
  const { provider, ada, plan, update, story } = await setUp();
  const expensive = await plan(45);
  const { id } = await ada.read(start);
  await update(10, { planId: expensive.id });
  await provider.at(days(start, 11), (scope) => removePlan(scope, { id, when: 'cycle_end' }));
  expect(await update(12, { planId: expensive.id })).toMatchObject({
    planRemovalAt: null,
    nextPlanId: expensive.id,
  });
  await passTime(provider, days(start, 31));
  expect(await story()).toEqual([
    '10 subscription.plan_change_queued',
    '11 subscription.plan_removed_queued',
    '12 subscription.updated',
    '27 billing.cycle_ending',
    '30 subscription.plan_change_applied',
    '30 billing.overdue',
  ]);
});

test('plan changes have the same events in one advance and in several', async () => {
  const stories: string[][] = [];
  for (const stops of [[100], [20, 27, 29, 30, 31, 33, 60, 100]]) {
    const { provider, ada, plan, update, disable, story, invoices } = await setUp();
    const [free, other] = [await plan(0), await plan(30)];
    await update(5, { planId: free.id, durationOverride: 15 });
    for (const stop of stops) {
      await passTime(provider, days(start, stop));
      if (stop === stops[0]) await disable(stop, other);
    }
    await ada.read(days(start, 100));
    stories.push([...(await story()), ...(await invoices())]);
  }
  expect(stories[0]).toContain('27 billing.cycle_ending');
  expect(stories[0]).toContain('90 billing.cycle_started');
  expect(stories[1]).toEqual(stories[0]);
});

test('the events of a request that waited for a lock come after those of the other request', async () => {
  const { ada, plan, update, disable, story } = await setUp();
  const [one, two] = [await plan(45), await plan(50)];
  await disable(1, two);
  await update(5, { planId: one.id });
  // These requests started earlier and got the lock later.
  await expect(update(4, { planId: two.id })).rejects.toMatchObject({ key: 'PLAN_DISABLED' });
  await update(4, { planId: (await plan(60)).id, durationOverride: 10 });
  expect(await story()).toEqual([
    '5 subscription.plan_change_queued',
    '5 subscription.plan_change_rejected',
    '5 subscription.plan_change_queued',
    '5 subscription.override_queued',
  ]);
  expect((await ada.read(days(start, 6))).updatedAt).toBe(days(start, 5).toISOString());
});

test('changedFields contains the price when it changes with the next cycle', async () => {
  const { provider, ada, update } = await setUp();
  await update(10, { priceOverride: 25 });
  await passTime(provider, days(start, 28));
  await ada.pay(days(start, 28));
  await passTime(provider, days(start, 31));
  const [renewed] = await database.current.sql<{ body: string }[]>`
    select body from event where resource_id = ${ada.subscriptionId} and type = 'subscription.updated'
    order by occurred_at desc, id desc limit 1`;
  expect(JSON.parse(renewed?.body ?? '{}').data).toMatchObject({
    current: { price: { amount: 25 } },
    previous: { price: { amount: 30, currency: 'USD' }, expiresAt: days(start, 30).toISOString() },
    changedFields: ['expiresAt', 'price'],
  });
});
