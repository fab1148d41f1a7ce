import { expect, test } from 'vitest';
import { createCharge } from '../../server/domain/charge/create.ts';
import { findCreditDebts } from '../../server/domain/lifecycle/credit/debts.ts';
import { cancelSubscription } from '../../server/domain/lifecycle/termination/cancel.ts';
import { paymentResource } from '../../server/domain/model/payment/resource.ts';
import { createPayment } from '../../server/domain/payment/create.ts';
import { simulatePayment } from '../../server/domain/payment/simulate.ts';
import { deactivateSubscriber } from '../../server/domain/subscriber/deactivate.ts';
import { getSubscriber } from '../../server/domain/subscriber/read.ts';
import { suspendSubscriber } from '../../server/domain/subscriber/suspend.ts';
import { terminateSubscriber } from '../../server/domain/subscriber/terminate.ts';
import { editPlanFromExternal } from '../../server/domain/subscription/edit-from-external.ts';
import { migrateOut } from '../../server/domain/subscription/migrate-out.ts';
import { removePlan } from '../../server/domain/subscription/remove-plan.ts';
import { find } from '../../server/state/resource.ts';
import { transition } from '../../server/state/transition.ts';
import { days, passTime } from '../fixtures/customer.ts';
import { customerWithPlans } from '../fixtures/customer-with-plans.ts';
import { useDatabase } from '../fixtures/use-database.ts';

const database = useDatabase();
const start = new Date('2026-01-15T09:30:00.000Z');

async function setUp(terms: Parameters<typeof customerWithPlans>[2] = {}) {
  const made = await customerWithPlans(database.current, start, terms);
  const { provider, ada } = made;
  const { sql } = database.current;
  const id = ada.subscriptionId;
  const at = <T>(day: number, work: Parameters<typeof provider.at<T>>[1]) =>
    provider.at(days(start, day), work);
  return {
    ...made,
    id,
    at,
    edit: (day: number, plan: { id: string }, freeImmediateUpgrade = false) =>
      at(day, (scope) => editPlanFromExternal(scope, { id, planId: plan.id, freeImmediateUpgrade })),
    pay: (day: number) => ada.pay(days(start, day)),
    read: (day: number) => ada.read(days(start, day)),
    until: (day: number) => passTime(provider, days(start, day)),
    /** The subscription's events: type, status, and `previous` or the reason of the rejection. */
    events: async () => {
      const rows = await sql<{ type: string; body: string }[]>`
        select type, body from event where resource_id = ${id} order by occurred_at, id`;
      return rows.slice(2).map(({ type, body }) => {
        const { current, previous, rejection } = JSON.parse(body).data;
        return [type.replace('subscription.', ''), current.status, previous ?? rejection.reason];
      });
    },
  };
}

test('an upgrade is no debt for credit from its deadline on, also before the billing run of that minute', async () => {
  const { at, edit, plan, ada } = await setUp();
  await edit(10.5, await plan(45, { billingCycleDays: 60 }));
  const debtsOn = (day: number) => at(day, (scope) => findCreditDebts(scope, ada.subscriberId, 'USD'));
  expect(await debtsOn(11.4)).toMatchObject([{ amount: 1_000, invoice: { kind: 'UPGRADE' } }]);
  expect(await debtsOn(11.5)).toEqual([]);
});

test('an upgrade is due for credit at its issue: before a charge that is made before its deadline', async () => {
  const { at, edit, plan, ada, read } = await setUp();
  const larger = await plan(45, { billingCycleDays: 60 });
  await edit(10.5, larger);
  const { subscriberId } = ada;
  await at(10.6, (scope) =>
    createCharge(scope, { subscriberId, description: 'Router', amount: 10, currency: 'USD' }),
  );
  await at(10.7, (scope) =>
    createPayment(scope, { subscriberId, amount: 10, currency: 'USD', rail: 'manual' }),
  );
  expect(await read(10.7)).toMatchObject({ status: 'ACTIVE', planId: larger.id });
});

test('an upgrade that is rejected when it is paid gives each part of its money back to where it came from', async () => {
  const { at, edit, plan, ada, disable, refunds } = await setUp();
  const { subscriberId, subscriptionId } = ada;
  const larger = await plan(60);
  await at(9, (scope) => createPayment(scope, { subscriberId, amount: 5, currency: 'USD', rail: 'manual' }));
  await edit(10, larger);
  const { id } = await at(10.1, (scope) => createPayment(scope, { subscriptionId, rail: 'simulated' }));
  await disable(10.2, larger);
  await at(10.3, (scope) => simulatePayment(scope, { id, outcome: 'succeed' }));
  expect(await refunds()).toEqual(['CHANGE_REJECTED 15']);
  const { creditBalance } = await at(10.4, (scope) => getSubscriber(scope, { id: subscriberId }));
  expect(creditBalance).toEqual([{ amount: 5, currency: 'USD' }]);
});

test('a paid upgrade changes the plan at once and keeps the end of the cycle', async () => {
  const { edit, plan, pay, read, until, story, events, invoices, speed, ada } = await setUp();
  const { planId: old, expiresAt } = await read(0);
  const expensive = await plan(45, { billingCycleDays: 60 });
  const held = await edit(10.5, expensive);
  const pendingUpgrade = {
    planId: expensive.id,
    amount: 10,
    currency: 'USD',
    expiresAt: days(start, 11.5).toISOString(),
  };
  expect(held).toMatchObject({
    status: 'AWAITING_PAYMENT_FOR_UPGRADE',
    planId: old,
    nextPlanId: null,
    pendingUpgrade,
    price: { amount: 30 },
  });
  expect(await speed()).toBe('5M/20M');
  expect(await pay(11)).toMatchObject({ amount: 10, status: 'COMPLETED' });
  expect(await read(11)).toMatchObject({
    status: 'ACTIVE',
    planId: expensive.id,
    nextPlanId: null,
    pendingUpgrade: null,
    price: { amount: 45 },
    expiresAt,
    currentCycle: { planId: expensive.id, expiresAt },
  });
  expect(await speed()).toBe('10M/50M');
  await until(28);
  await pay(28);
  await until(31);
  expect(await invoices()).toEqual(['PAID 30', 'PAID 10', 'PAID 45']);
  expect((await read(31)).expiresAt).toBe(days(start, 90).toISOString());
  expect((await events()).slice(0, 2)).toEqual([
    ['updated', 'AWAITING_PAYMENT_FOR_UPGRADE', { status: 'ACTIVE', pendingUpgrade: null }],
    ['plan_change_applied', 'ACTIVE', { planId: old, nextPlanId: expensive.id }],
  ]);
  expect((await story()).slice(0, 4)).toEqual([
    '10.5 subscription.updated',
    '11 payment.received',
    '11 subscription.plan_change_applied',
    '27 billing.cycle_ending',
  ]);
  expect(ada.subscriptionId).toBe(held.id);
});

test('an unpaid upgrade is rejected after 24 hours: UPGRADE_PAYMENT_EXPIRED, and the renewal has the old price', async () => {
  const { edit, plan, read, until, story, events, invoices } = await setUp();
  const { planId: old } = await read(0);
  await edit(10, await plan(45));
  await until(11);
  expect(await read(11)).toMatchObject({ status: 'ACTIVE', planId: old, pendingUpgrade: null });
  await until(28);
  expect(await invoices()).toEqual(['PAID 30', 'VOID 10', 'OPEN 30']);
  expect(await story()).toEqual([
    '10 subscription.updated',
    '11 subscription.plan_change_rejected',
    '27 billing.cycle_ending',
  ]);
  expect((await events()).at(-1)).toEqual(['plan_change_rejected', 'ACTIVE', 'UPGRADE_PAYMENT_EXPIRED']);
});

test('an upgrade expires with the cycle at the latest, before the cycle ends', async () => {
  const { edit, plan, until, story, invoices } = await setUp();
  const held = await edit(29.5, await plan(45));
  expect(held.pendingUpgrade).toMatchObject({ amount: 0.5, expiresAt: days(start, 30).toISOString() });
  await until(31);
  expect(await story()).toEqual([
    '29.5 subscription.updated',
    '29.5 billing.cycle_ending',
    '30 subscription.plan_change_rejected',
    '30 billing.overdue',
  ]);
  expect(await invoices()).toEqual(['PAID 30', 'VOID 0.5', 'OPEN 30']);
});

test('CONFLICT for a payment at the instant the upgrade expires', async () => {
  const { edit, plan, pay, read, invoices, events } = await setUp();
  await edit(29.5, await plan(45));
  // No billing run has happened since.
  await expect(pay(30)).rejects.toMatchObject({ key: 'CONFLICT' });
  const held = await edit(29.75, await plan(60));
  expect(held.pendingUpgrade?.amount).toBe(1);
  expect(await pay(29.999)).toMatchObject({ amount: 1, status: 'COMPLETED' });
  expect(await read(30)).toMatchObject({ status: 'ACTIVE', price: { amount: 60 } });
  expect(await invoices()).toEqual(['PAID 30', 'VOID 0.5', 'PAID 1']);
  expect((await events())[1]).toEqual(['plan_change_rejected', 'ACTIVE', 'UPGRADE_SUPERSEDED']);
});

test('the pending payment of an upgrade expires with it, and a later success sets refundDue', async () => {
  const { at, id, edit, plan, read, until, events } = await setUp();
  await edit(10, await plan(45));
  const payment = await at(10.5, (scope) => createPayment(scope, { subscriptionId: id, rail: 'simulated' }));
  expect(payment.expiresAt).toBe(days(start, 11).toISOString());
  const late = await at(11, (scope) => simulatePayment(scope, { id: payment.id, outcome: 'succeed' }));
  expect(late).toMatchObject({ status: 'EXPIRED', refundDue: true });
  await until(12);
  expect(await read(12)).toMatchObject({ status: 'ACTIVE', price: { amount: 30 } });
  expect((await events()).at(-1)?.[2]).toBe('UPGRADE_PAYMENT_EXPIRED');
});

test('a PROCESSING payment that completes after the deadline applies the upgrade', async () => {
  const { at, id, edit, plan, read } = await setUp();
  await edit(10, await plan(45));
  const payment = await at(10.5, (scope) => createPayment(scope, { subscriptionId: id, rail: 'simulated' }));
  await at(10.6, async (scope) =>
    transition(scope, paymentResource, await find(scope, paymentResource, payment.id), 'process'),
  );
  const late = await at(11, (scope) => simulatePayment(scope, { id: payment.id, outcome: 'succeed' }));
  expect(late).toMatchObject({ status: 'COMPLETED', refundDue: false });
  expect(await read(12)).toMatchObject({ status: 'ACTIVE', pendingUpgrade: null, price: { amount: 45 } });
});

test('a failed payment keeps the upgrade held', async () => {
  const { at, id, edit, plan, pay, read } = await setUp();
  await edit(10, await plan(45));
  const { id: paymentId } = await at(10, (scope) =>
    createPayment(scope, { subscriptionId: id, rail: 'simulated' }),
  );
  await at(10.1, (scope) => simulatePayment(scope, { id: paymentId, outcome: 'reject' }));
  expect(await read(10.2)).toMatchObject({ status: 'AWAITING_PAYMENT_FOR_UPGRADE' });
  await pay(10.5);
  expect(await read(10.5)).toMatchObject({ status: 'ACTIVE', price: { amount: 45 } });
});

test('an open renewal keeps the old price until the upgrade is paid, and then it is reissued', async () => {
  const { edit, plan, pay, until, read, invoices, story } = await setUp();
  await until(28);
  await edit(28, await plan(45));
  expect(await invoices()).toEqual(['PAID 30', 'OPEN 30', 'OPEN 1']);
  await pay(28.5);
  expect(await invoices()).toEqual(['PAID 30', 'VOID 30', 'PAID 1', 'OPEN 45']);
  await pay(29);
  await until(31);
  expect(await read(31)).toMatchObject({ price: { amount: 45 } });
  expect(await story()).toEqual([
    '27 billing.cycle_ending',
    '28 subscription.updated',
    '28.5 payment.received',
    '28.5 subscription.plan_change_applied',
    '29 payment.received',
    '30 billing.cycle_started',
    '30 subscription.updated',
  ]);
});

test('with a paid renewal the upgrade includes the difference of the next cycle', async () => {
  const { edit, plan, pay, until, read, invoices } = await setUp({ taxRate: '0.1' });
  await until(28);
  await pay(28);
  const held = await edit(28, await plan(45));
  expect(held.pendingUpgrade?.amount).toBe(17.6);
  await pay(28.5);
  await until(31);
  expect(await read(31)).toMatchObject({
    price: { amount: 45 },
    expiresAt: days(start, 60).toISOString(),
  });
  expect(await invoices()).toEqual(['PAID 33', 'PAID 33', 'PAID 17.6']);
  // The next upgrade is prorated from the current price.
  expect((await edit(45, await plan(60))).pendingUpgrade?.amount).toBe(8.25);
});

test.each([
  [30, true],
  [50, true],
  [50, false],
])(
  "a next cycle that is paid on the upgrade's own plan keeps its price: the plan costs %s now, free %s",
  async (now, free) => {
    const { edit, editPlan, plan, update, pay, read, until, invoices } = await setUp({ priceAmount: 20 });
    const { id } = await plan(45);
    await update(10, { planId: id });
    await until(28);
    await pay(28);
    await editPlan(28, { priceAmount: now }, id);
    const amount = ((now - 20) * 2) / 30;
    const edited = await edit(28, { id }, free);
    if (!free) {
      expect(edited.pendingUpgrade?.amount).toBe(amount);
      await pay(28.5);
    }
    expect(await read(28.5)).toMatchObject({ planId: id, price: { amount: now } });
    await until(31);
    expect(await read(31)).toMatchObject({ planId: id, price: { amount: 45 } });
    expect(await invoices()).toEqual(['PAID 20', 'PAID 45', ...(free ? [] : [`PAID ${amount}`])]);
  },
);

test('a renewal that is paid at the old price raises the amount of the upgrade hold', async () => {
  const { at, id, edit, plan, pay, until, read, invoices, events } = await setUp();
  await until(28);
  await edit(28, await plan(45));
  const [renewal] = await database.current.sql`
    select id from invoice where subscription_id = ${id} and kind = 'RENEWAL'`;
  await at(28.25, (scope) => createPayment(scope, { invoiceId: renewal?.id, rail: 'manual' }));
  expect((await read(28.3)).pendingUpgrade).toMatchObject({
    amount: 16,
    expiresAt: days(start, 29).toISOString(),
  });
  await pay(28.5);
  await until(31);
  expect(await invoices()).toEqual(['PAID 30', 'PAID 30', 'VOID 1', 'PAID 16']);
  expect(await read(31)).toMatchObject({ price: { amount: 45 } });
  expect((await events())[1]?.[2]).toMatchObject({ pendingUpgrade: { amount: 1 } });
});

test('a free renewal that is issued during the hold raises the amount of the upgrade', async () => {
  const { edit, plan, pay, until, read, invoices } = await setUp({ priceAmount: 0 });
  await edit(26.5, await plan(15));
  await until(27.25);
  expect((await read(27.25)).pendingUpgrade?.amount).toBe(16.5);
  await pay(27.25);
  await until(31);
  expect(await invoices()).toEqual(['PAID 0', 'VOID 2', 'PAID 0', 'PAID 16.5']);
  expect(await read(31)).toMatchObject({ status: 'ACTIVE', price: { amount: 15 } });
});

test('a pending plan change stays during the hold and is removed when the upgrade is paid', async () => {
  const { edit, update, plan, pay, until, read, invoices } = await setUp();
  const cheaper = await plan(20);
  await update(5, { planId: cheaper.id, durationOverride: 15 });
  await edit(10, await plan(45));
  await until(11);
  expect(await read(11)).toMatchObject({ status: 'ACTIVE', nextPlanId: cheaper.id });
  await edit(12, await plan(60));
  await pay(12);
  expect(await read(12)).toMatchObject({ nextPlanId: null, pendingOverrides: { durationOverride: 15 } });
  await until(28);
  await pay(28);
  await until(31);
  expect(await read(31)).toMatchObject({
    price: { amount: 60 },
    expiresAt: days(start, 45).toISOString(),
  });
  expect(await invoices()).toEqual(['PAID 30', 'VOID 10', 'PAID 18', 'PAID 60']);
});

test('CONTACT_SHARE for an upgrade when the renewal is paid with a pending change', async () => {
  const { edit, update, plan, pay, until, events } = await setUp();
  await update(5, { planId: (await plan(20)).id });
  await until(28);
  await pay(28);
  const expensive = await plan(45);
  await expect(edit(28, expensive)).rejects.toMatchObject({ key: 'CONTACT_SHARE' });
  await expect(edit(28, expensive, true)).rejects.toMatchObject({ key: 'CONTACT_SHARE' });
  expect((await events()).at(-1)).toEqual(['plan_change_rejected', 'ACTIVE', 'CONTACT_SHARE']);
});

test('overrides do not change an upgrade hold, and with a price override an upgrade costs nothing', async () => {
  const { edit, update, plan, pay, until, read, speed } = await setUp();
  await edit(10, await plan(45));
  await update(10.1, { priceOverride: 25, speedOverride: { downloadSpeedMbps: 99, uploadSpeedMbps: 9 } });
  expect(await read(10.1)).toMatchObject({ status: 'AWAITING_PAYMENT_FOR_UPGRADE' });
  await pay(10.5);
  expect(await read(10.5)).toMatchObject({ price: { amount: 45 }, pendingOverrides: { priceOverride: 25 } });
  await until(28);
  await pay(28);
  await until(31);
  expect(await read(31)).toMatchObject({ price: { amount: 25 } });
  expect(await speed()).toBe('9M/99M');
  const other = await plan(60);
  expect(await edit(32, other)).toMatchObject({ status: 'ACTIVE', nextPlanId: other.id });
});

test('an override reissues the open renewal and keeps the invoice of the upgrade', async () => {
  const { edit, update, plan, until, invoices } = await setUp();
  await until(28);
  await edit(28, await plan(45));
  await update(28.1, { priceOverride: 25 });
  expect(await invoices()).toEqual(['PAID 30', 'VOID 30', 'OPEN 1', 'OPEN 25']);
});

test.each([
  ['a more expensive plan from the external system', 60, 'AWAITING_PAYMENT_FOR_UPGRADE', 'updated'],
  ['a cheaper plan from the external system', 20, 'ACTIVE', 'plan_change_queued'],
])('%s replaces the upgrade hold: UPGRADE_SUPERSEDED', async (_what, price, status, last) => {
  const { edit, plan, events, invoices } = await setUp();
  await edit(10, await plan(45));
  const other = await plan(price);
  expect(await edit(10.5, other)).toMatchObject({ status });
  const all = await events();
  expect(all[1]).toEqual(['plan_change_rejected', 'ACTIVE', 'UPGRADE_SUPERSEDED']);
  expect(all[2]?.[0]).toBe(last);
  expect((await invoices())[1]).toBe('VOID 10');
});

test('the current plan drops the upgrade hold, and the same upgrade again changes nothing', async () => {
  const { edit, update, plan, events, read } = await setUp();
  const { planId } = await read(0);
  const expensive = await plan(45);
  await edit(10, expensive);
  await edit(10.1, expensive);
  expect(await events()).toHaveLength(1);
  expect(await update(10.2, { planId })).toMatchObject({ status: 'ACTIVE', planId, nextPlanId: null });
  expect((await events()).slice(1)).toEqual([['plan_change_rejected', 'ACTIVE', 'UPGRADE_SUPERSEDED']]);
});

test('a plan change through the API replaces the upgrade hold and is pending until the cycle ends', async () => {
  const { edit, update, plan, events } = await setUp();
  const expensive = await plan(45);
  await edit(10, expensive);
  expect(await update(10.2, { planId: expensive.id })).toMatchObject({
    status: 'ACTIVE',
    nextPlanId: expensive.id,
  });
  expect((await events()).slice(1).map(([type]) => type)).toEqual([
    'plan_change_rejected',
    'plan_change_queued',
  ]);
});

test('a free upgrade applies at once, and the renewal is reissued at the new price', async () => {
  const { edit, plan, pay, until, read, events, invoices, speed } = await setUp();
  const { planId: old } = await read(0);
  const expensive = await plan(45);
  await until(28);
  expect(await edit(28, expensive, true)).toMatchObject({
    status: 'ACTIVE',
    planId: expensive.id,
    nextPlanId: null,
    price: { amount: 45 },
    currentCycle: { planId: expensive.id },
  });
  expect(await speed()).toBe('10M/50M');
  expect(await events()).toEqual([
    ['plan_change_applied', 'ACTIVE', { planId: old, nextPlanId: expensive.id }],
  ]);
  expect(await invoices()).toEqual(['PAID 30', 'VOID 30', 'OPEN 45']);
  await pay(29);
  const cheaper = await plan(40);
  expect(await edit(29, cheaper, true)).toMatchObject({ planId: expensive.id, nextPlanId: cheaper.id });
});

test('a free upgrade applies to a paid renewal, and in grace with the renewal', async () => {
  const { edit, plan, pay, until, read, invoices } = await setUp();
  await until(28);
  await pay(28);
  await edit(29, await plan(45), true);
  await until(31);
  expect(await read(31)).toMatchObject({ price: { amount: 45 }, expiresAt: days(start, 60).toISOString() });
  await until(61);
  await edit(61, await plan(60), true);
  await pay(62);
  expect(await read(62)).toMatchObject({ price: { amount: 60 }, expiresAt: days(start, 90).toISOString() });
  expect(await invoices()).toEqual(['PAID 30', 'PAID 30', 'VOID 45', 'PAID 60']);
});

test('an upgrade in grace is pending until the renewal is paid', async () => {
  const { edit, plan, pay, until, read, invoices } = await setUp();
  await until(31);
  const expensive = await plan(45);
  expect(await edit(31, expensive)).toMatchObject({ status: 'ACTIVE', nextPlanId: expensive.id });
  await pay(32);
  expect(await read(32)).toMatchObject({ planId: expensive.id, price: { amount: 45 } });
  expect(await invoices()).toEqual(['PAID 30', 'VOID 30', 'PAID 45']);
});

test('an upgrade with a prorated amount of zero applies at once', async () => {
  const { edit, plan, read, invoices } = await setUp();
  expect(await edit(29.5, await plan(30.14))).toMatchObject({ status: 'ACTIVE', price: { amount: 30.14 } });
  expect(await read(29.6)).toMatchObject({ pendingUpgrade: null });
  expect(await invoices()).toEqual(['PAID 30', 'PAID 0']);
});

test('an upgrade whose plan is disabled before the payment is rejected, and the payment is refunded', async () => {
  const { edit, plan, disable, pay, read, invoices, refunds, events } = await setUp();
  const { planId: old } = await read(0);
  const expensive = await plan(45);
  await edit(10, expensive);
  await disable(10.2, expensive);
  expect(await pay(10.5)).toMatchObject({ status: 'COMPLETED', refundedAmount: 10 });
  expect(await read(10.5)).toMatchObject({ status: 'ACTIVE', planId: old, price: { amount: 30 } });
  expect(await refunds()).toEqual(['CHANGE_REJECTED 10']);
  expect(await invoices()).toEqual(['PAID 30', 'PAID 10']);
  expect((await events()).at(-1)).toEqual(['plan_change_rejected', 'ACTIVE', 'PLAN_DISABLED']);
});

test.each([
  { paid: 45, floor: 50, now: 60, outcome: 'rejected' },
  { paid: 60, floor: 50, now: 45, outcome: 'applied' },
])('a paid upgrade is checked against the floor at the price that was paid: $outcome', async (terms) => {
  const { edit, editPlan, plan, pay, read, raiseFloor, refunds, events } = await setUp();
  const { id } = await plan(terms.paid);
  await edit(10, { id });
  await editPlan(10.1, { priceAmount: terms.now }, id);
  await raiseFloor(terms.floor, 10.2);
  await pay(10.5);
  const isApplied = terms.outcome === 'applied';
  expect(await read(10.5)).toMatchObject({
    status: 'ACTIVE',
    price: { amount: isApplied ? terms.paid : 30 },
  });
  expect(await refunds()).toHaveLength(isApplied ? 0 : 1);
  expect((await events()).map(([type]) => type).slice(1)).toContain(`plan_change_${terms.outcome}`);
});

test('a plan change after the deadline of a hold, before any billing run: UPGRADE_PAYMENT_EXPIRED', async () => {
  const { edit, plan, update, read, events } = await setUp();
  const other = await plan(60);
  await edit(10, await plan(45));
  await update(11.5, { planId: other.id });
  expect((await events())[1]).toEqual(['plan_change_rejected', 'ACTIVE', 'UPGRADE_PAYMENT_EXPIRED']);
  expect(await read(11.5)).toMatchObject({ pendingUpgrade: null, nextPlanId: other.id });
});

test('a cancellation drops the upgrade hold', async () => {
  const { at, id, edit, plan, until, events, invoices } = await setUp();
  await edit(10, await plan(45));
  const cancelAt = days(start, 30).toISOString();
  expect(await at(10.5, (scope) => cancelSubscription(scope, { id }))).toMatchObject({
    status: 'ACTIVE',
    pendingUpgrade: null,
    cancelAt,
  });
  await until(31);
  expect((await events()).map(([type, status]) => [type, status])).toEqual([
    ['updated', 'AWAITING_PAYMENT_FOR_UPGRADE'],
    ['updated', 'ACTIVE'],
    ['updated', 'ACTIVE'],
    ['deactivated', 'INACTIVE'],
  ]);
  expect(await invoices()).toEqual(['PAID 30', 'VOID 10']);
});

test.each([
  [
    'deactivated',
    (s: Setup) => s.at(10.5, (scope) => deactivateSubscriber(scope, { id: s.ada.subscriberId })),
  ],
  ['moved out', (s: Setup) => s.at(10.5, (scope) => migrateOut(scope, { id: s.id }))],
  ['terminated', (s: Setup) => s.at(10.5, (scope) => terminateSubscriber(scope, { id: s.ada.subscriberId }))],
  [
    'without a plan',
    (s: Setup) => s.at(10.5, (scope) => removePlan(scope, { id: s.id, when: 'immediately' })),
  ],
])('an upgrade hold is dropped before the subscription is %s', async (_what, end) => {
  const made = await setUp();
  await made.edit(10, await made.plan(45));
  const payment = await made.at(10.1, (scope) =>
    createPayment(scope, { subscriptionId: made.id, rail: 'simulated' }),
  );
  await end(made);
  expect((await made.events()).find(([type]) => type === 'deactivated')).toEqual([
    'deactivated',
    'INACTIVE',
    { status: 'ACTIVE' },
  ]);
  expect(await made.invoices()).toEqual(['PAID 30', 'VOID 10']);
  const late = await made.at(10.6, (scope) => simulatePayment(scope, { id: payment.id, outcome: 'succeed' }));
  expect(late).toMatchObject({ status: 'EXPIRED', refundDue: true });
});

type Setup = Awaited<ReturnType<typeof setUp>>;

test('a plan removal drops the upgrade hold, and a paid upgrade withdraws a plan removal', async () => {
  const { at, id, edit, plan, pay, read, until, invoices } = await setUp();
  const remove = (day: number) => at(day, (scope) => removePlan(scope, { id, when: 'cycle_end' }));
  await edit(10, await plan(45));
  expect(await remove(10.5)).toMatchObject({ status: 'ACTIVE', pendingUpgrade: null });
  await until(28);
  expect(await edit(28, await plan(60))).toMatchObject({
    status: 'AWAITING_PAYMENT_FOR_UPGRADE',
    planRemovalAt: days(start, 30).toISOString(),
  });
  await pay(28.5);
  expect(await read(28.5)).toMatchObject({ status: 'ACTIVE', planRemovalAt: null });
  expect(await invoices()).toEqual(['PAID 30', 'VOID 10', 'PAID 2', 'OPEN 60']);
});

test('a cancelled subscription can be upgraded until its cycle ends', async () => {
  const { at, id, edit, plan, pay, until, read, invoices } = await setUp();
  await at(10, (scope) => cancelSubscription(scope, { id }));
  await edit(15, await plan(45));
  await pay(15);
  await until(31);
  expect(await read(31)).toMatchObject({ status: 'INACTIVE', inactiveReason: 'CANCELLED' });
  expect(await invoices()).toEqual(['PAID 30', 'PAID 7.5']);
});

test('a manual hold keeps the upgrade held, and its payment does not lift the manual hold', async () => {
  const { at, ada, edit, plan, pay, read } = await setUp();
  await edit(10, await plan(45));
  await at(10.1, (scope) => suspendSubscriber(scope, { id: ada.subscriberId }));
  expect(await read(10.1)).toMatchObject({ status: 'AWAITING_PAYMENT_FOR_UPGRADE' });
  await pay(10.5);
  expect(await read(10.5)).toMatchObject({ status: 'ACTIVE', price: { amount: 45 } });
  const [row] = await database.current.sql`
    select groupname from radius.radusergroup g join subscription s on s.radius_username = g.username
    where s.id = ${ada.subscriptionId}`;
  expect(row?.groupname).toBe('suspended');
});

test('an upgrade of an INACTIVE subscription changes its plan at once', async () => {
  const { edit, plan, until, pay, read } = await setUp();
  await until(40);
  const expensive = await plan(45);
  expect(await edit(40, expensive)).toMatchObject({ status: 'INACTIVE', planId: expensive.id });
  await pay(41);
  expect(await read(41)).toMatchObject({ status: 'ACTIVE', price: { amount: 45 } });
});

test('upgrades have the same events in one advance and in several', async () => {
  const stories: string[][] = [];
  for (const stops of [[100], [10.5, 27, 29.5, 30, 33, 60, 100]]) {
    const { edit, plan, until, story, invoices } = await setUp();
    await edit(10, await plan(45));
    for (const stop of stops) await until(stop);
    stories.push([...(await story()), ...(await invoices())]);
  }
  expect(stories[0]).toContain('11 subscription.plan_change_rejected');
  expect(stories[1]).toEqual(stories[0]);
});
