import { beforeEach, expect, test } from 'vitest';
import { createCharge } from '../../server/domain/charge/create.ts';
import { waiveCharge } from '../../server/domain/charge/waive.ts';
import { cancelSubscription } from '../../server/domain/lifecycle/termination/cancel.ts';
import { paymentResource } from '../../server/domain/model/payment/resource.ts';
import { createPayment } from '../../server/domain/payment/create.ts';
import { simulatePayment } from '../../server/domain/payment/simulate.ts';
import { getSubscriber } from '../../server/domain/subscriber/read.ts';
import { activateSubscription } from '../../server/domain/subscription/activate.ts';
import { createSubscription } from '../../server/domain/subscription/create.ts';
import { editPlanFromExternal } from '../../server/domain/subscription/edit-from-external.ts';
import { getSubscription } from '../../server/domain/subscription/read.ts';
import { removePlan } from '../../server/domain/subscription/remove-plan.ts';
import { updateSubscription } from '../../server/domain/subscription/update.ts';
import { find } from '../../server/state/resource.ts';
import { transition } from '../../server/state/transition.ts';
import { days, passTime } from '../fixtures/customer.ts';
import { customerWithPlans } from '../fixtures/customer-with-plans.ts';
import { useDatabase } from '../fixtures/use-database.ts';

const database = useDatabase();
const start = new Date('2026-01-15T09:30:00.000Z');
let setUp: Awaited<ReturnType<typeof customerWithPlans>>;

beforeEach(async () => {
  setUp = await customerWithPlans(database.current, start);
});

/** A payment that its gateway has taken up and not decided yet. */
async function inTransit(day: number, target: object) {
  const { provider } = setUp;
  await passTime(provider, days(start, day));
  return provider.at(days(start, day), async (scope) => {
    const { id } = await createPayment(scope, { ...target, rail: 'simulated' });
    await transition(scope, paymentResource, await find(scope, paymentResource, id), 'process');
    return id;
  });
}

/** Another subscription of the customer, by default on the same plan. */
async function subscribe(onPlan?: string) {
  const { provider, ada } = setUp;
  const { planId, demarcationPointId } = await ada.read(start);
  return provider.at(start, (scope) =>
    createSubscription(scope, {
      subscriberId: ada.subscriberId,
      planId: onPlan ?? planId,
      demarcationPointId: demarcationPointId ?? '',
    }),
  );
}

const deposit = (amount: number, day: number) => {
  const { provider, ada } = setUp;
  const given = { subscriberId: ada.subscriberId, amount, currency: 'USD', rail: 'manual' as const };
  return provider.at(days(start, day), (scope) => createPayment(scope, given));
};
const creditAt = async (day: number) => {
  const { provider, ada } = setUp;
  const { creditBalance } = await provider.at(days(start, day), (scope) =>
    getSubscriber(scope, { id: ada.subscriberId }),
  );
  return creditBalance;
};

const renewalInTransit = (day = 28) => inTransit(day, { subscriptionId: setUp.ada.subscriptionId });
const settle = async (id: string, day: number, outcome: 'succeed' | 'reject') => {
  await passTime(setUp.provider, days(start, day));
  return setUp.provider.at(days(start, day), (scope) => simulatePayment(scope, { id, outcome }));
};
const read = async (day: number) => {
  await passTime(setUp.provider, days(start, day));
  return setUp.ada.read(days(start, day));
};
const on = (day: number) => days(start, day).toISOString();

test('grace does not elapse while the renewal is in transit, and success starts the next cycle at the old end', async () => {
  const payment = await renewalInTransit();
  expect(await read(46.9)).toMatchObject({ status: 'ACTIVE', currentCycle: { status: 'OVERDUE' } });
  expect(await setUp.invoices()).toEqual(['PAID 30', 'OPEN 30']);
  expect(await settle(payment, 46.9, 'succeed')).toMatchObject({ status: 'COMPLETED', refundDue: false });
  expect(await read(46.95)).toMatchObject({ status: 'ACTIVE', currentCycle: { startsAt: on(30) } });
});

test('a failure in the grace days leaves them, a failure after them ends service at once', async () => {
  const early = await renewalInTransit();
  await settle(early, 31, 'reject');
  expect(await read(32.9)).toMatchObject({ status: 'ACTIVE' });
  const late = await renewalInTransit(32.9);
  await settle(late, 40, 'reject');
  expect(await setUp.ada.read(days(start, 40))).toMatchObject({ inactiveReason: 'GRACE_EXPIRED' });
  const story = await setUp.story();
  expect(story.filter((line) => /suspended|deactivated/.test(line))).toEqual([
    '40 billing.suspended',
    '40 subscription.deactivated',
    '40 subscriber.suspended',
  ]);
});

test('grace elapses 14 days late without an outcome, and the money that comes after it is to be refunded', async () => {
  const payment = await renewalInTransit();
  expect((await read(46.99)).status).toBe('ACTIVE');
  expect(await read(60)).toMatchObject({ status: 'INACTIVE', inactiveReason: 'GRACE_EXPIRED' });
  expect((await setUp.story()).filter((line) => line.includes('billing.suspended'))).toEqual([
    '47 billing.suspended',
  ]);
  expect(await settle(payment, 60, 'succeed')).toMatchObject({ status: 'COMPLETED', refundDue: true });
});

test('a payment that begins while the billing run ends grace is waited for', async () => {
  const { graceEnd } = await import('../../server/domain/lifecycle/termination/end-grace.ts');
  const { provider } = setUp;
  await passTime(provider, days(start, 32));
  const due = await provider.at(days(start, 33), (scope) => graceEnd.due(scope, days(start, 33), 10));
  await renewalInTransit(32);
  await provider.at(days(start, 33), (scope) => graceEnd.run(scope, due));
  expect((await setUp.ada.read(days(start, 33))).status).toBe('ACTIVE');
});

test('30 days unpaid do not cancel while the first payment is in transit; its failure does, and so do 14 days more', async () => {
  const { provider } = setUp;
  const [paid, failed, lost] = [await subscribe(), await subscribe(), await subscribe()];
  const [one, two, three] = [
    await inTransit(29, { subscriptionId: paid.id }),
    await inTransit(29, { subscriptionId: failed.id }),
    await inTransit(29, { subscriptionId: lost.id }),
  ];
  const statusOf = (id: string, day: number) =>
    provider.at(days(start, day), async (scope) => (await getSubscription(scope, { id })).status);
  await settle(two, 35, 'reject');
  expect(await Promise.all([paid, failed, lost].map(({ id }) => statusOf(id, 35)))).toEqual([
    'PENDING',
    'CANCELLED',
    'PENDING',
  ]);
  await settle(one, 43, 'succeed');
  await passTime(provider, days(start, 45));
  expect(await Promise.all([paid, lost].map(({ id }) => statusOf(id, 45)))).toEqual(['ACTIVE', 'CANCELLED']);
  // The money of a subscription that has ended starts nothing: it is to be refunded.
  expect(await settle(three, 46, 'succeed')).toMatchObject({
    ...{ status: 'COMPLETED', refundDue: true, invoiceId: null, creditedAmount: 0 },
  });
  expect(await statusOf(lost.id, 46)).toBe('CANCELLED');
});

test.each(['succeed', 'reject'] as const)(
  'a plan change in transit takes effect at the following end, whatever becomes of the payment: %s',
  async (outcome) => {
    const other = await setUp.plan(50);
    const payment = await renewalInTransit();
    const changed = await setUp.update(28.5, { planId: other.id, durationOverride: 20 });
    expect(changed).toMatchObject({ nextPlanId: other.id, pendingOverrides: { durationOverride: 20 } });
    expect(await setUp.invoices()).toEqual(['PAID 30', 'OPEN 30']);
    await settle(payment, 29, outcome);
    if (outcome === 'reject') await passTime(setUp.provider, days(start, 31));
    if (outcome === 'reject') await setUp.ada.pay(days(start, 31));
    expect(await read(31)).toMatchObject({ nextPlanId: other.id, price: { amount: 30 }, expiresAt: on(60) });
    await passTime(setUp.provider, days(start, 58));
    await setUp.ada.pay(days(start, 58));
    expect(await read(60)).toMatchObject({ planId: other.id, expiresAt: on(80), price: { amount: 50 } });
  },
);

test('a change that the renewal in transit was issued on can no longer be withdrawn', async () => {
  const other = await setUp.plan(50);
  await setUp.update(10, { planId: other.id });
  const payment = await renewalInTransit();
  const { planId } = await setUp.ada.read(days(start, 28));
  await expect(setUp.update(28.5, { planId })).rejects.toMatchObject({ key: 'CONTACT_SHARE' });
  await setUp.raiseFloor(100, 29);
  await settle(payment, 31, 'succeed');
  expect(await read(31)).toMatchObject({ planId: other.id, price: { amount: 50 } });
});

test.each([
  ['cancellation', 'CANCELLED'],
  ['plan removal', 'PLAN_REMOVED'],
] as const)(
  'a %s in transit: the end of the coming cycle if it succeeds, else of the current',
  async (what, reason) => {
    const { provider, ada } = setUp;
    const id = ada.subscriptionId;
    const end = (day: number) =>
      provider.at(days(start, day), (scope) =>
        what === 'cancellation'
          ? cancelSubscription(scope, { id })
          : removePlan(scope, { id, when: 'cycle_end' }),
      );
    const endOf = ({ cancelAt, planRemovalAt }: Awaited<ReturnType<typeof end>>) => cancelAt ?? planRemovalAt;
    const payment = await renewalInTransit();
    expect(endOf(await end(28.5))).toBe(on(60));
    expect(await setUp.invoices()).toEqual(['PAID 30', 'OPEN 30']);
    await settle(payment, 29, 'reject');
    expect(endOf(await ada.read(days(start, 29)))).toBe(on(30));
    expect(await setUp.invoices()).toEqual(['PAID 30', 'VOID 30']);
    expect(await read(30)).toMatchObject({ status: 'INACTIVE', inactiveReason: reason });
  },
);

test.each([
  ['succeeds', 'succeed', { status: 'ACTIVE', cancelAt: on(60), currentCycle: { startsAt: on(30) } }],
  ['fails', 'reject', { status: 'INACTIVE', inactiveReason: 'CANCELLED', cancelAt: on(31) }],
] as const)(
  'a cancellation in grace waits for the payment in transit, which %s',
  async (_name, outcome, after) => {
    const { provider, ada } = setUp;
    const payment = await renewalInTransit();
    await passTime(provider, days(start, 30.5));
    const { status } = await provider.at(days(start, 30.5), (scope) =>
      cancelSubscription(scope, { id: ada.subscriptionId }),
    );
    expect(status).toBe('ACTIVE');
    await settle(payment, 31, outcome);
    expect(await ada.read(days(start, 31))).toMatchObject(after);
    if (outcome === 'succeed') expect(await read(60)).toMatchObject({ inactiveReason: 'CANCELLED' });
  },
);

test('a cancellation in grace without an outcome ends service 14 days late, for good', async () => {
  const { provider, ada } = setUp;
  await renewalInTransit();
  await passTime(provider, days(start, 31));
  await provider.at(days(start, 31), (scope) => cancelSubscription(scope, { id: ada.subscriptionId }));
  const ended = await read(50);
  expect(ended).toMatchObject({ inactiveReason: 'CANCELLED', archivedAt: on(47), cancelAt: on(47) });
});

test('a plan removal in transit without an outcome ends service 14 days late, as the removal', async () => {
  const { provider, ada } = setUp;
  await renewalInTransit();
  const id = ada.subscriptionId;
  await provider.at(days(start, 28.5), (scope) => removePlan(scope, { id, when: 'cycle_end' }));
  expect(await read(50)).toMatchObject({ inactiveReason: 'PLAN_REMOVED', planRemovalAt: null });
  expect(await setUp.story()).toContain('47 subscription.plan_removed');
});

test('a plan change while the return from suspension is in transit applies at the end of the cycle that it starts', async () => {
  const other = await setUp.plan(50);
  const payment = await inTransit(40, { subscriptionId: setUp.ada.subscriptionId });
  const changed = await setUp.update(40.5, { planId: other.id });
  expect(changed).toMatchObject({ status: 'INACTIVE', nextPlanId: other.id });
  await settle(payment, 41, 'succeed');
  expect(await read(41)).toMatchObject({ status: 'ACTIVE', price: { amount: 30 }, expiresAt: on(71) });
  await passTime(setUp.provider, days(start, 69));
  await setUp.ada.pay(days(start, 69));
  expect(await read(71)).toMatchObject({ planId: other.id, nextPlanId: null });
});

test.each([
  ['another plan', () => setUp.plan(70)],
  ['the current plan', () => setUp.ada.read(start).then(({ planId: id }) => ({ id }))],
])(
  'a plan that was requested in transit is replaced by %s that is requested after the payment failed',
  async (_name, make) => {
    const [first, then] = [await setUp.plan(50), await make()];
    const payment = await inTransit(40, { subscriptionId: setUp.ada.subscriptionId });
    await setUp.update(40.5, { planId: first.id });
    await settle(payment, 41, 'reject');
    expect(await read(41)).toMatchObject({ status: 'INACTIVE', nextPlanId: first.id });
    expect(await setUp.update(42, { planId: then.id })).toMatchObject({ planId: then.id, nextPlanId: null });
    await setUp.ada.pay(days(start, 43));
    await passTime(setUp.provider, days(start, 71));
    await setUp.ada.pay(days(start, 71));
    expect(await read(74)).toMatchObject({ status: 'ACTIVE', planId: then.id });
  },
);

test('what was in transit for service that ended keeps nothing waiting', async () => {
  const { provider, ada, plan } = setUp;
  const { id: planId } = await plan(50);
  const payment = await renewalInTransit();
  await provider.at(days(start, 28), (scope) =>
    removePlan(scope, { id: ada.subscriptionId, when: 'immediately' }),
  );
  expect(await setUp.update(28.5, { planId })).toMatchObject({ planId, nextPlanId: null });
  expect(await settle(payment, 29, 'succeed')).toMatchObject({ status: 'COMPLETED', refundDue: true });
});

test('a subscription that ends has nothing queued, also not what was requested in transit', async () => {
  const { provider } = setUp;
  const [cancelled, expired] = [await subscribe(), await subscribe()];
  const { id: planId } = await setUp.plan(50);
  const payments = [];
  for (const { id } of [cancelled, expired]) payments.push(await inTransit(1, { subscriptionId: id }));
  const change = (id: string) =>
    provider.at(days(start, 2), (scope) => updateSubscription(scope, { id, planId, durationOverride: 20 }));
  for (const { id } of [cancelled, expired]) expect((await change(id)).nextPlanId).toBe(planId);
  await provider.at(days(start, 3), (scope) => cancelSubscription(scope, { id: cancelled.id }));
  for (const id of payments) await settle(id, 4, 'reject');
  await passTime(provider, days(start, 31));
  for (const { id } of [cancelled, expired]) {
    expect(await provider.at(days(start, 31), (scope) => getSubscription(scope, { id }))).toMatchObject({
      ...{ status: 'CANCELLED', nextPlanId: null, pendingOverrides: null },
    });
  }
});

test('the money of a first payment whose subscription began free of charge meanwhile is to be refunded', async () => {
  const { provider, plan, editPlan } = setUp;
  const { id: planId } = await plan(20);
  const { id } = await subscribe(planId);
  const payment = await inTransit(1, { subscriptionId: id });
  await editPlan(1, { priceAmount: 0 }, planId);
  await provider.at(days(start, 2), (scope) => activateSubscription(scope, { id }));
  expect(await settle(payment, 3, 'succeed')).toMatchObject({
    ...{ status: 'COMPLETED', refundDue: true, invoiceId: null },
  });
  const { status } = await provider.at(days(start, 3), (scope) => getSubscription(scope, { id }));
  expect(status).toBe('ACTIVE');
});

test('credit adds its part to a charge and to an upgrade whose payment is in transit past their deadlines', async () => {
  const { provider, ada, plan } = setUp;
  await deposit(10, 1);
  const { id } = await provider.at(days(start, 1), (scope) =>
    createCharge(scope, {
      ...{ subscriberId: ada.subscriberId, description: 'Router', amount: 45, currency: 'USD' },
      expiresAt: days(start, 5),
    }),
  );
  const charge = await inTransit(4, { chargeId: id });
  expect(await settle(charge, 8, 'succeed')).toMatchObject({ amount: 35, creditedAmount: 0 });
  const [row] = await database.current.sql`select status from charge where id = ${id}`;
  expect(row).toEqual({ status: 'PAID' });
  expect(await creditAt(8)).toEqual([]);

  await deposit(5, 9);
  const { id: planId } = await plan(60);
  await setUp.update(10, { planId, when: 'now' });
  const upgrade = await inTransit(10.5, { subscriptionId: ada.subscriptionId });
  expect(await settle(upgrade, 15, 'succeed')).toMatchObject({ amount: 15, creditedAmount: 0 });
  expect(await ada.read(days(start, 15))).toMatchObject({ status: 'ACTIVE', planId });
  expect(await creditAt(15)).toEqual([]);
});

test.each([
  ['succeeds', 'succeed', 'PAID'],
  ['fails', 'reject', 'CANCELLED'],
] as const)(
  'a charge past its expiry waits for a payment in transit, which %s',
  async (_name, outcome, status) => {
    const { provider, ada } = setUp;
    const charge = await provider.at(start, (scope) =>
      createCharge(scope, {
        subscriberId: ada.subscriberId,
        description: 'Router',
        amount: 45,
        currency: 'USD',
        expiresAt: days(start, 5),
      }),
    );
    const payment = await inTransit(4, { chargeId: charge.id });
    await settle(payment, 10, outcome);
    const [row] = await database.current.sql`select status from charge where id = ${charge.id}`;
    expect(row).toEqual({ status });
  },
);

test('an upgrade that paid for a next cycle whose payment failed gives that part back as credit', async () => {
  const { ada, plan } = setUp;
  const { id: planId } = await plan(60);
  const renewal = await renewalInTransit(28);
  await setUp.update(28, { planId, when: 'now' });
  const upgrade = await inTransit(28, { subscriptionId: ada.subscriptionId });
  await settle(renewal, 28.5, 'reject');
  // Two of 30 days, and the cycle after.
  expect(await settle(upgrade, 28.6, 'succeed')).toMatchObject({ amount: 32, refundDue: false });
  expect(await ada.read(days(start, 28.6))).toMatchObject({ status: 'ACTIVE', planId });
  expect(await creditAt(28.6)).toEqual([{ amount: 30, currency: 'USD' }]);
  expect(await setUp.invoices()).toEqual(['PAID 30', 'VOID 30', 'PAID 32', 'OPEN 60']);
  await ada.pay(days(start, 29));
  expect(await creditAt(29)).toEqual([]);
});

test('the money of a charge that was waived in transit is to be refunded', async () => {
  const { provider, ada } = setUp;
  const { subscriberId } = ada;
  const { id: chargeId } = await provider.at(start, (scope) =>
    createCharge(scope, { subscriberId, description: 'Router', amount: 45, currency: 'USD' }),
  );
  const payment = await inTransit(4, { chargeId });
  await provider.at(days(start, 5), (scope) => waiveCharge(scope, { subscriberId, chargeId }));
  expect(await settle(payment, 6, 'succeed')).toMatchObject({ status: 'COMPLETED', refundDue: true });
  const [row] = await database.current.sql`select status from charge where id = ${chargeId}`;
  expect(row).toEqual({ status: 'WAIVED' });
});

test('an upgrade hold waits for its payment in transit, but not beyond its cycle', async () => {
  const { provider, ada, plan } = setUp;
  const { id: planId } = await plan(60);
  const hold = (day: number) =>
    provider.at(days(start, day), (scope) =>
      editPlanFromExternal(scope, { id: ada.subscriptionId, planId, freeImmediateUpgrade: false }),
    );
  await passTime(provider, days(start, 10));
  await hold(10);
  const failed = await inTransit(10.5, { subscriptionId: ada.subscriptionId });
  expect((await read(15)).status).toBe('AWAITING_PAYMENT_FOR_UPGRADE');
  await settle(failed, 15, 'reject');
  expect(await ada.read(days(start, 15))).toMatchObject({ status: 'ACTIVE', pendingUpgrade: null });
  await hold(16);
  const paid = await inTransit(16.5, { subscriptionId: ada.subscriptionId });
  await settle(paid, 20, 'succeed');
  expect(await ada.read(days(start, 20))).toMatchObject({ status: 'ACTIVE', planId });
  const { id: dearest } = await plan(90);
  await provider.at(days(start, 26), (scope) =>
    updateSubscription(scope, { id: ada.subscriptionId, planId: dearest, when: 'now' }),
  );
  await inTransit(26.5, { subscriptionId: ada.subscriptionId });
  expect(await read(31)).toMatchObject({
    status: 'ACTIVE',
    pendingUpgrade: null,
    currentCycle: { status: 'OVERDUE' },
  });
});

test('a verb after the end of the cycle finds no upgrade hold, although its payment is in transit', async () => {
  const { provider, ada, plan } = setUp;
  const { id: planId } = await plan(60);
  const id = ada.subscriptionId;
  await passTime(provider, days(start, 29.5));
  await provider.at(days(start, 29.5), (scope) => updateSubscription(scope, { id, planId, when: 'now' }));
  await inTransit(29.6, { subscriptionId: id });
  const after = await provider.at(days(start, 30.1), (scope) =>
    updateSubscription(scope, { id, externalReference: 'late' }),
  );
  expect(after).toMatchObject({ pendingUpgrade: null, externalReference: 'late' });
});
