import { beforeAll, expect, test } from 'vitest';
import { createCharge } from '../../server/domain/charge/create.ts';
import { createInstallation } from '../../server/domain/installation/create.ts';
import { cancelSubscription } from '../../server/domain/lifecycle/termination/cancel.ts';
import { createPayment } from '../../server/domain/payment/create.ts';
import { readChargeDebt, readSubscriptionDebt } from '../../server/domain/payment/debt.ts';
import { readSubscriberDebts } from '../../server/domain/payment/debts.ts';
import { editPlanFromExternal } from '../../server/domain/subscription/edit-from-external.ts';
import { explainSubscription } from '../../server/domain/subscription/explain.ts';
import { days, lowFloors, newCustomer, passTime } from '../fixtures/customer.ts';
import { customerWithPlans } from '../fixtures/customer-with-plans.ts';
import { newProvider } from '../fixtures/provider.ts';
import { useDatabase } from '../fixtures/use-database.ts';

const database = useDatabase();
beforeAll(() => lowFloors(database.current));
const start = new Date('2026-01-15T09:30:00.000Z');

test('the debt of a subscription: nothing in a paid cycle, then the renewal, then the reactivation', async () => {
  const provider = await newProvider(database.current);
  const ada = await newCustomer(provider, database.current, start);
  const debt = async (day: number) => {
    const answer = await provider.at(days(start, day), (scope) =>
      readSubscriptionDebt(scope, { subscriptionId: ada.subscriptionId }),
    );
    return answer.debt;
  };
  expect(await debt(10)).toBeNull();
  await passTime(provider, days(start, 28));
  expect(await debt(28)).toMatchObject({ kind: 'RENEWAL', total: 30, invoiceNumber: expect.any(String) });
  await passTime(provider, days(start, 31));
  expect(await debt(31)).toMatchObject({ kind: 'RENEWAL', total: 30 });
  await passTime(provider, days(start, 34));
  expect(await debt(34)).toMatchObject({ kind: 'REACTIVATION', total: 30, invoiceNumber: null });
  await ada.pay(days(start, 34));
  expect(await debt(34)).toBeNull();
});

test('the explanation says when the next cycle is fixed, and when it is settled', async () => {
  const { provider, ada, update } = await customerWithPlans(database.current, start);
  const at = (day: number) => days(start, day);
  await passTime(provider, at(31));
  await ada.pay(at(32));
  await update(40, { priceOverride: 20 });
  await passTime(provider, at(58));
  const explained = (day: number) =>
    provider
      .at(at(day), (scope) => explainSubscription(scope, { id: ada.subscriptionId }))
      .then(JSON.stringify);
  expect(await explained(58)).toContain('fixed when its invoice was issued');
  expect(await explained(58)).not.toContain('cannot change before it starts');
  await ada.pay(at(58));
  expect(await explained(58)).toContain('cannot change before it starts');
});

test('the debt of a charge is its amount until it is paid', async () => {
  const provider = await newProvider(database.current);
  const { subscriptionId } = await newCustomer(provider, database.current, start);
  const chargeId = await provider.at(start, async (scope) => {
    const terms = { subscriptionId, kind: 'INITIAL', feeAmount: 50, feeWaived: false } as const;
    return (await createInstallation(scope, terms)).chargeId ?? '';
  });
  const debt = () => provider.at(start, (scope) => readChargeDebt(scope, { chargeId }));
  expect(await debt()).toMatchObject({
    debt: { description: 'Installation fee', total: 50, currency: 'USD' },
    openPayment: null,
  });
  await provider.at(start, (scope) => createPayment(scope, { chargeId, rail: 'manual' }));
  expect(await debt()).toMatchObject({ debt: null });
});

test('debts list renewals and unexpired charges, ordered by due date, without paid ones', async () => {
  const provider = await newProvider(database.current);
  const ada = await newCustomer(provider, database.current, start);
  const debts = (day: number) => provider.at(days(start, day), (scope) => readSubscriberDebts(scope, ada));
  expect(await debts(1)).toEqual([]);
  const charge = (description: string, expiresAt?: Date) =>
    provider.at(days(start, 2), (scope) =>
      createCharge(scope, { ...ada, description, amount: 12.5, currency: 'USD', expiresAt }),
    );
  const router = await charge('Router');
  await charge('Visit', days(start, 20));
  await passTime(provider, days(start, 19));
  expect((await debts(19)).map(({ name }) => name)).toEqual(['Visit', 'Router']);
  expect((await debts(20)).map(({ name }) => name)).toEqual(['Router']);
  await passTime(provider, days(start, 28));
  expect(await debts(28)).toEqual([
    {
      subscriptionId: ada.subscriptionId,
      chargeId: null,
      kind: 'RENEWAL',
      name: expect.any(String),
      total: 30,
      creditPart: 0,
      currency: 'USD',
      dueAt: days(start, 30).toISOString(),
    },
    {
      subscriptionId: null,
      chargeId: router.id,
      kind: null,
      name: 'Router',
      total: 12.5,
      creditPart: 0,
      currency: 'USD',
      dueAt: null,
    },
  ]);
});

test('debts list the reactivation of an INACTIVE subscription until it is cancelled', async () => {
  const provider = await newProvider(database.current);
  const ada = await newCustomer(provider, database.current, start);
  await passTime(provider, days(start, 40));
  const kinds = async () => {
    const debts = await provider.at(days(start, 40), (scope) => readSubscriberDebts(scope, ada));
    return debts.map(({ kind }) => kind);
  };
  expect(await kinds()).toEqual(['REACTIVATION']);
  await provider.at(days(start, 40), (scope) => cancelSubscription(scope, { id: ada.subscriptionId }));
  expect(await kinds()).toEqual([]);
});

test('the debt of an upgrade hold is its price until its deadline, whether or not a run has expired it', async () => {
  const { provider, ada, plan } = await customerWithPlans(database.current, start);
  const { subscriptionId } = ada;
  const debt = async (day: number) =>
    (await provider.at(days(start, day), (scope) => readSubscriptionDebt(scope, { subscriptionId }))).debt;
  const expensive = await plan(45);
  await provider.at(days(start, 10), (scope) =>
    editPlanFromExternal(scope, { id: subscriptionId, planId: expensive.id, freeImmediateUpgrade: false }),
  );
  expect(await debt(10)).toMatchObject({ kind: 'UPGRADE', total: 10 });
  const explained = await provider.at(days(start, 10), (scope) =>
    explainSubscription(scope, { id: subscriptionId }),
  );
  expect(JSON.stringify(explained)).toContain(`Upgrade to ${expensive.planName}: awaiting a payment of `);
  expect(await debt(11)).toBeNull();
});
