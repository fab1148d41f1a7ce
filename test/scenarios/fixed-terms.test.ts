import { expect, test } from 'vitest';
import { cancelSubscription } from '../../server/domain/lifecycle/termination/cancel.ts';
import { applyThrottles } from '../../server/domain/network/apply-throttles.ts';
import { countUsage } from '../../server/domain/network/count-usage.ts';
import { processAccounting } from '../../server/domain/network/process-accounting.ts';
import { getCycleUsage } from '../../server/domain/network-session/read-usage.ts';
import { createPayment } from '../../server/domain/payment/create.ts';
import { activateSubscriber } from '../../server/domain/subscriber/activate.ts';
import { suspendSubscriber } from '../../server/domain/subscriber/suspend.ts';
import { editPlanFromExternal } from '../../server/domain/subscription/edit-from-external.ts';
import { removePlan } from '../../server/domain/subscription/remove-plan.ts';
import { updateSubscription } from '../../server/domain/subscription/update.ts';
import { days, passTime } from '../fixtures/customer.ts';
import { customerWithPlans } from '../fixtures/customer-with-plans.ts';
import { useDatabase } from '../fixtures/use-database.ts';

// Section 11 of the contract, "Terms are fixed when the renewal is issued", sentence by sentence.

const database = useDatabase();
const start = new Date('2026-01-15T09:30:00.000Z');

async function setUp(terms: Parameters<typeof customerWithPlans>[2] = {}) {
  const made = await customerWithPlans(database.current, start, terms);
  const { provider, ada } = made;
  const id = ada.subscriptionId;
  const { sql } = database.current;
  return {
    ...made,
    id,
    pay: (day: number) => ada.pay(days(start, day)),
    read: (day: number) => ada.read(days(start, day)),
    until: (day: number) => passTime(provider, days(start, day)),
    cap: async (day: number) =>
      (await provider.at(days(start, day), (scope) => getCycleUsage(scope, { id }))).capOctets,
    cancel: (day: number) => provider.at(days(start, day), (scope) => cancelSubscription(scope, { id })),
    withdraw: (day: number) =>
      provider.at(days(start, day), (scope) => updateSubscription(scope, { id, cancelAt: null })),
    remove: (day: number) =>
      provider.at(days(start, day), (scope) => removePlan(scope, { id, when: 'cycle_end' })),
    edit: (day: number, plan: { id: string }, freeImmediateUpgrade = false) =>
      provider.at(days(start, day), (scope) =>
        editPlanFromExternal(scope, { id, planId: plan.id, freeImmediateUpgrade }),
      ),
    payRenewal: async (day: number) => {
      const [open] = await sql`
        select id from invoice where subscription_id = ${id} and kind = 'RENEWAL' and status = 'OPEN'`;
      return provider.at(days(start, day), (scope) =>
        createPayment(scope, { invoiceId: open?.id, rail: 'manual' }),
      );
    },
    /** What was rejected, when and why. */
    rejections: async () => {
      const rows = await sql<{ type: string; day: string; reason: string }[]>`
        select type, body::jsonb -> 'data' -> 'rejection' ->> 'reason' as reason,
          round(extract(epoch from occurred_at - ${start.toISOString()}::timestamptz) / 86400, 2)::text as day
        from event where resource_id = ${id} and type like '%rejected' order by occurred_at, id`;
      return rows.map(
        ({ type, day, reason }) => `${Number(day)} ${type.replace('subscription.', '')} ${reason}`,
      );
    },
  };
}

/** Other terms in every field. */
const edited = {
  priceAmount: 60,
  downloadSpeedMbps: 200,
  uploadSpeedMbps: 100,
  billingCycleDays: 10,
  graceDays: 9,
  dataCapMb: 7,
};

test('a plan update after the renewal was issued does not change price, speed, length, grace and cap of that cycle', async () => {
  const { editPlan, until, pay, read, cap, speed, invoices } = await setUp({ dataCapMb: 5 });
  await until(28);
  await editPlan(28, edited);
  await pay(29);
  await until(31);
  expect(await invoices()).toEqual(['PAID 30', 'PAID 30']);
  expect(await read(31)).toMatchObject({
    price: { amount: 30 },
    expiresAt: days(start, 60).toISOString(),
    currentCycle: { expiresAt: days(start, 60).toISOString(), graceEndsAt: days(start, 63).toISOString() },
  });
  expect(await speed()).toBe('5M/20M');
  expect(await cap(31)).toBe(5e6);
  await until(58);
  await pay(58);
  await until(61);
  expect(await invoices()).toEqual(['PAID 30', 'PAID 30', 'PAID 60']);
  expect(await read(61)).toMatchObject({
    price: { amount: 60 },
    expiresAt: days(start, 70).toISOString(),
    currentCycle: { graceEndsAt: days(start, 79).toISOString() },
  });
  expect(await speed()).toBe('100M/200M');
  expect(await cap(61)).toBe(7e6);
});

test('a pending plan that is updated after the renewal was issued keeps its terms when the renewal is paid in grace', async () => {
  const { plan, update, editPlan, until, pay, read, cap, speed, invoices } = await setUp();
  const other = await plan(45, { billingCycleDays: 60, graceDays: 5, dataCapMb: 3 });
  await update(10, { planId: other.id });
  await until(28);
  await editPlan(28, edited, other.id);
  await until(31);
  await editPlan(31, { ...edited, priceAmount: 70 }, other.id);
  await pay(32);
  expect(await invoices()).toEqual(['PAID 30', 'PAID 45']);
  expect(await read(32)).toMatchObject({
    planId: other.id,
    price: { amount: 45 },
    expiresAt: days(start, 90).toISOString(),
    currentCycle: { graceEndsAt: days(start, 95).toISOString() },
  });
  expect(await speed()).toBe('10M/50M');
  expect(await cap(32)).toBe(3e6);
});

test('a plan update within a cycle applies to the next cycle, and the cap of the running cycle stays', async () => {
  const { editPlan, until, id, cap, read, speed } = await setUp({ dataCapMb: 5 });
  await until(10);
  await editPlan(10, edited);
  expect(await cap(11)).toBe(5e6);
  await traffic(id, 6_000_000);
  const usage = await database.current.sql`
    select cap_octets::int as cap, passed_cap_at is not null as passed from network_usage where subscription_id = ${id}`;
  expect(usage).toEqual([{ cap: 5e6, passed: true }]);
  expect(await cap(11)).toBe(5e6);
  expect(await read(11)).toMatchObject({ price: { amount: 30 } });
  expect(await speed()).toBe('1M/1M');
});

test('a throttled subscription stays throttled in grace, whatever plan the unpaid renewal has', async () => {
  const { plan, update, until, id, provider, ada, speed } = await setUp({ dataCapMb: 5 });
  const { subscriberId } = ada;
  await update(10, { planId: (await plan(45)).id });
  await traffic(id, 6_000_000);
  await until(31);
  await provider.at(days(start, 31), (scope) => suspendSubscriber(scope, { id: subscriberId }));
  await provider.at(days(start, 31), (scope) => activateSubscriber(scope, { id: subscriberId }));
  expect(await speed()).toBe('1M/1M');
  const { sql } = database.current;
  await sql`
    insert into radius.radacct (acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime, acctupdatetime)
    select '81a1', 'in grace', radius_username, '192.0.2.1', now(), now() from subscription where id = ${id}`;
  await processAccounting({ budgetMs: 5_000 });
  expect(await sql`select throttled from network_session where acct_unique_id = 'in grace'`).toEqual([
    { throttled: true },
  ]);
});

/** What a customer is online for, counted. */
async function traffic(subscriptionId: string, octets: number): Promise<void> {
  await database.current.sql`
    insert into radius.radacct (acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime, acctupdatetime,
      acctinputoctets, acctoutputoctets)
    select '81a0', id, radius_username, '192.0.2.1', now() - interval '1 hour', now(), ${octets}, 0
    from subscription where id = ${subscriptionId}`;
  await processAccounting({ budgetMs: 5_000 });
  await countUsage();
  await applyThrottles();
}

test('a pending plan that is disabled is rejected when the renewal is issued, at the old price', async () => {
  const { plan, update, disable, until, story, invoices, rejections } = await setUp();
  const expensive = await plan(45);
  await update(10, { planId: expensive.id });
  await disable(20, expensive);
  await until(31);
  expect(await invoices()).toEqual(['PAID 30', 'OPEN 30']);
  expect(await story()).toEqual([
    '10 subscription.plan_change_queued',
    '27 subscription.plan_change_rejected',
    '27 billing.cycle_ending',
    '30 billing.overdue',
  ]);
  expect(await rejections()).toEqual(['27 plan_change_rejected PLAN_DISABLED']);
});

test('a pending override below a new floor is rejected when the renewal is issued, and the pending plan stays', async () => {
  const { ada, plan, update, raiseFloor, until, story, invoices } = await setUp();
  const expensive = await plan(45);
  await update(10, { planId: expensive.id });
  await update(11, { priceOverride: 22 });
  await raiseFloor(25, 12);
  await until(31);
  expect(await story()).toEqual([
    '10 subscription.plan_change_queued',
    '11 subscription.override_queued',
    '27 subscription.override_rejected',
    '27 billing.cycle_ending',
    '30 subscription.plan_change_applied',
    '30 billing.overdue',
  ]);
  expect(await invoices()).toEqual(['PAID 30', 'OPEN 45']);
  expect(await ada.read(days(start, 31))).toMatchObject({ planId: expensive.id, priceOverride: null });
});

test('a reissued renewal checks the pending plan again: PLAN_DISABLED', async () => {
  const { plan, update, disable, until, invoices, rejections } = await setUp();
  const expensive = await plan(45);
  await update(10, { planId: expensive.id });
  await until(28);
  await disable(28, expensive);
  expect(await update(29, { durationOverride: 15 })).toMatchObject({
    nextPlanId: null,
    pendingOverrides: { durationOverride: 15 },
  });
  expect(await invoices()).toEqual(['PAID 30', 'VOID 45', 'OPEN 30']);
  expect(await rejections()).toEqual(['29 plan_change_rejected PLAN_DISABLED']);
});

test('withdrawing a cancellation issues the renewal, and the response shows the rejected plan change', async () => {
  const { plan, update, disable, until, cancel, withdraw, invoices, rejections } = await setUp();
  const expensive = await plan(45);
  await update(10, { planId: expensive.id });
  await cancel(11);
  await disable(12, expensive);
  await until(28);
  expect(await withdraw(28)).toMatchObject({ cancelAt: null, nextPlanId: null });
  expect(await invoices()).toEqual(['PAID 30', 'OPEN 30']);
  expect(await rejections()).toEqual(['28 plan_change_rejected PLAN_DISABLED']);
});

test('an unpaid pending plan is checked again at the end of the cycle: the renewal is reissued at the old price', async () => {
  const { plan, update, disable, until, pay, read, story, invoices, rejections } = await setUp();
  const { planId } = await read(0);
  const expensive = await plan(45, { billingCycleDays: 60 });
  await update(10, { planId: expensive.id });
  await until(28);
  await disable(29, expensive);
  await until(31);
  expect(await rejections()).toEqual(['30 plan_change_rejected PLAN_DISABLED']);
  expect(await invoices()).toEqual(['PAID 30', 'VOID 45', 'OPEN 30']);
  await pay(31);
  expect(await read(31)).toMatchObject({
    planId,
    price: { amount: 30 },
    expiresAt: days(start, 60).toISOString(),
  });
  expect((await story()).slice(2)).toEqual([
    '30 subscription.plan_change_rejected',
    '30 billing.overdue',
    '31 payment.received',
    '31 billing.cycle_started',
    '31 subscription.updated',
  ]);
});

test.each([
  [45, 40, 44, 'stands'],
  [45, 60, 50, 'is rejected'],
])(
  "the end of the cycle checks the invoiced price %i, not the plan's new price %i: at a floor of %i the change %s",
  async (price, later, floor, what) => {
    const { plan, update, editPlan, raiseFloor, until, rejections, invoices } = await setUp();
    const other = await plan(price);
    await update(10, { planId: other.id });
    await until(28);
    await editPlan(28, { priceAmount: later }, other.id);
    await raiseFloor(floor, 29);
    await until(31);
    const stands = what === 'stands';
    expect(await rejections()).toEqual(stands ? [] : ['30 plan_change_rejected SCHEDULE_D_FLOOR']);
    expect(await invoices()).toEqual(
      stands ? ['PAID 30', `OPEN ${price}`] : ['PAID 30', `VOID ${price}`, 'OPEN 30'],
    );
  },
);

test('a paid renewal applies although the plan is disabled and the floor is higher', async () => {
  const { plan, update, disable, raiseFloor, until, pay, read, story, invoices, refunds, speed } =
    await setUp();
  const cheaper = await plan(20, { billingCycleDays: 60 });
  await update(10, { planId: cheaper.id });
  await update(11, { speedOverride: { downloadSpeedMbps: 80, uploadSpeedMbps: 8 } });
  await until(28);
  await pay(28);
  await disable(29, cheaper);
  await raiseFloor(25, 29);
  await until(31);
  expect((await story()).slice(2)).toEqual([
    '27 billing.cycle_ending',
    '28 payment.received',
    '30 subscription.plan_change_applied',
    '30 subscription.override_applied',
    '30 billing.cycle_started',
    '30 subscription.updated',
  ]);
  expect(await invoices()).toEqual(['PAID 30', 'PAID 20']);
  expect(await refunds()).toEqual([]);
  expect(await read(31)).toMatchObject({
    planId: cheaper.id,
    nextPlanId: null,
    price: { amount: 20 },
    expiresAt: days(start, 90).toISOString(),
    currentCycle: { planId: cheaper.id },
  });
  expect(await speed()).toBe('8M/80M');
});

test('a renewal that is paid in grace applies its plan although the plan is disabled', async () => {
  const { plan, update, disable, until, pay, read, rejections, refunds } = await setUp();
  const expensive = await plan(45);
  await until(31);
  await update(31, { planId: expensive.id });
  await disable(31.5, expensive);
  await pay(32);
  expect(await read(32)).toMatchObject({ planId: expensive.id, price: { amount: 45 } });
  expect(await rejections()).toEqual([]);
  expect(await refunds()).toEqual([]);
});

type Setup = Awaited<ReturnType<typeof setUp>>;
const speedOverride = { downloadSpeedMbps: 80, uploadSpeedMbps: 8 };
const planRejected = '28 plan_change_rejected CONTACT_SHARE';
const overrideRejected = '28 override_rejected CONTACT_SHARE';

/** A renewal that is paid on a queued plan, or on queued overrides. */
async function settled(what: 'plan' | 'override') {
  const made = await setUp();
  const [queued, other] = [await made.plan(45), await made.plan(60)];
  await made.update(5, what === 'plan' ? { planId: queued.id } : { priceOverride: 25 });
  await made.until(28);
  await made.pay(28);
  const { planId: current } = await made.read(28);
  return { ...made, queued, other, current };
}

test.each<
  [string, 'plan' | 'override', (s: Awaited<ReturnType<typeof settled>>) => Promise<unknown>, string[]]
>([
  ['another plan', 'plan', (s) => s.update(28, { planId: s.other.id }), [planRejected]],
  ['another plan', 'override', (s) => s.update(28, { planId: s.other.id }), [planRejected]],
  ['the current plan', 'plan', (s) => s.update(28, { planId: s.current }), [planRejected]],
  ['the current plan', 'override', (s) => s.update(28, { planId: s.current }), [planRejected]],
  ['an override', 'plan', (s) => s.update(28, { speedOverride }), [overrideRejected]],
  [
    'an override of another field',
    'override',
    (s) => s.update(28, { durationOverride: 9 }),
    [overrideRejected],
  ],
  [
    'the same override, otherwise',
    'override',
    (s) => s.update(28, { priceOverride: 26 }),
    [overrideRejected],
  ],
  [
    'another plan with an override',
    'plan',
    (s) => s.update(28, { planId: s.other.id, durationOverride: 9 }),
    [planRejected, overrideRejected],
  ],
  ['a more expensive plan from the external system', 'plan', (s) => s.edit(28, s.other), [planRejected]],
  ['a more expensive plan from the external system', 'override', (s) => s.edit(28, s.other), [planRejected]],
  [
    'a more expensive plan from the external system, free of charge',
    'override',
    (s) => s.edit(28, s.other, true),
    [planRejected],
  ],
  ['the current plan from the external system', 'plan', (s) => s.edit(28, { id: s.current }), [planRejected]],
])(
  'CONTACT_SHARE for %s while the next cycle is paid with pending terms (pending: %s)',
  async (_what, queue, request, rejections) => {
    const made = await settled(queue);
    const before = await made.read(28);
    await expect(request(made)).rejects.toMatchObject({ key: 'CONTACT_SHARE' });
    expect(await made.rejections()).toEqual(rejections);
    expect(await made.read(28)).toEqual(before);
  },
);

test.each<[string, 'plan' | 'override', (s: Awaited<ReturnType<typeof settled>>) => Promise<unknown>]>([
  ['the queued plan', 'plan', (s) => s.update(28, { planId: s.queued.id })],
  ['the queued override', 'override', (s) => s.update(28, { priceOverride: 25 })],
  ['what is in force already', 'plan', (s) => s.update(28, { durationOverride: null })],
])('the same request again is no further change: %s', async (_what, queue, request) => {
  const made = await settled(queue);
  const before = await made.read(28);
  expect(await request(made)).toEqual(before);
  expect(await made.rejections()).toEqual([]);
});

test.each<[string, (s: Setup) => Promise<unknown>, string]>([
  ['a cancellation', (s) => s.cancel(28.5), 'CANCELLED'],
  ['the removal of its plan', (s) => s.remove(28.5), 'PLAN_REMOVED'],
])(
  '%s is possible with a paid renewal and takes effect at the end of the paid cycle',
  async (_what, end, inactiveReason) => {
    const made = await settled('plan');
    await end(made);
    await made.until(31);
    expect(await made.read(31)).toMatchObject({
      status: 'ACTIVE',
      planId: made.queued.id,
      price: { amount: 45 },
    });
    await made.until(61);
    expect(await made.read(61)).toMatchObject({ status: 'INACTIVE', inactiveReason });
    expect(await made.invoices()).toEqual(['PAID 30', 'PAID 45']);
  },
);

test('a change after a renewal without pending terms was paid applies at the end of the next cycle', async () => {
  const { plan, update, until, pay, read } = await setUp();
  const [one, two] = [await plan(45), await plan(20)];
  await until(28);
  await pay(28);
  await update(28, { planId: one.id });
  await update(28.1, { planId: two.id, durationOverride: 15 });
  await until(31);
  expect(await read(31)).toMatchObject({ nextPlanId: two.id, price: { amount: 30 } });
});

test('a plan change from an external system keeps the terms of its renewal', async () => {
  const { plan, edit, editPlan, until, pay, read, speed } = await setUp();
  const cheaper = await plan(20);
  await edit(10, cheaper);
  await until(28);
  await editPlan(28, edited, cheaper.id);
  await pay(29);
  await until(31);
  expect(await read(31)).toMatchObject({
    planId: cheaper.id,
    price: { amount: 20 },
    expiresAt: days(start, 60).toISOString(),
  });
  expect(await speed()).toBe('10M/50M');
});

test('a paid upgrade applies to the paid next cycle with speed and cap, and the length stays', async () => {
  const { plan, edit, editPlan, until, pay, read, speed, cap } = await setUp();
  const expensive = await plan(45, { billingCycleDays: 60, dataCapMb: 9 });
  await until(28);
  await pay(28);
  await edit(28, expensive);
  await pay(28.5);
  expect(await cap(29)).toBe(9e6);
  await editPlan(29, edited, expensive.id);
  await until(31);
  expect(await read(31)).toMatchObject({
    price: { amount: 45 },
    expiresAt: days(start, 60).toISOString(),
  });
  expect(await speed()).toBe('10M/50M');
  expect(await cap(31)).toBe(9e6);
});

test('an upgrade hold is dropped when the next cycle is paid at a higher price', async () => {
  const { plan, update, edit, until, payRenewal, read, invoices, rejections } = await setUp();
  const [mostExpensive, expensive] = [await plan(60), await plan(45)];
  await update(5, { planId: mostExpensive.id });
  await until(28);
  await edit(28, expensive);
  await payRenewal(28.5);
  expect(await rejections()).toEqual(['28.5 plan_change_rejected UPGRADE_SUPERSEDED']);
  await until(31);
  expect(await read(31)).toMatchObject({ planId: mostExpensive.id, price: { amount: 60 } });
  expect(await invoices()).toEqual(['PAID 30', 'PAID 60', 'VOID 1']);
});

test('an upgrade to the plan of the paid next cycle does not change that cycle', async () => {
  const { plan, update, edit, editPlan, until, pay, read } = await setUp();
  const expensive = await plan(45);
  await update(5, { planId: expensive.id });
  await until(28);
  await pay(28);
  await editPlan(28, edited, expensive.id);
  expect(await edit(28, expensive, true)).toMatchObject({ planId: expensive.id, nextPlanId: null });
  expect(await read(28)).toMatchObject({ price: { amount: 60 } });
  await until(31);
  expect(await read(31)).toMatchObject({ planId: expensive.id, price: { amount: 45 } });
});
