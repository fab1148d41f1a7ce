import { beforeAll, expect, test } from 'vitest';
import { createCharge } from '../../server/domain/charge/create.ts';
import { createInstallation } from '../../server/domain/installation/create.ts';
import { getInstallation } from '../../server/domain/installation/read.ts';
import { updateInstallation } from '../../server/domain/installation/update.ts';
import { createPayment } from '../../server/domain/payment/create.ts';
import { debtsOf } from '../../server/domain/payment/debts.ts';
import { previewPayment } from '../../server/domain/payment/preview.ts';
import { previewChargePayment } from '../../server/domain/payment/preview-charge.ts';
import { editPlanFromExternal } from '../../server/domain/subscription/edit-from-external.ts';
import { explainSubscription } from '../../server/domain/subscription/explain.ts';
import { days, lowFloors, newCustomer, passTime } from '../fixtures/customer.ts';
import { customerWithPlans } from '../fixtures/customer-with-plans.ts';
import { newProvider } from '../fixtures/provider.ts';
import { useDatabase } from '../fixtures/use-database.ts';

const database = useDatabase();
beforeAll(() => lowFloors(database.current));
const start = new Date('2026-01-15T09:30:00.000Z');

test('the payment preview predicts the outcome before the end of the cycle, in grace and after suspension', async () => {
  const provider = await newProvider(database.current);
  const ada = await newCustomer(provider, database.current, start);
  const preview = (day: number) =>
    provider.at(days(start, day), (scope) => previewPayment(scope, { subscriptionId: ada.subscriptionId }));
  const next = { startsAt: days(start, 30).toISOString(), expiresAt: days(start, 60).toISOString() };

  expect(await preview(10)).toMatchObject({ owed: null, outcome: null });
  await passTime(provider, days(start, 28));
  expect(await preview(28)).toMatchObject({
    owed: { kind: 'RENEWAL', total: 30 },
    outcome: { status: 'ACTIVE', cycle: next, events: ['payment.received'] },
  });
  await passTime(provider, days(start, 31));
  const shown = await preview(31);
  expect(shown.outcome).toMatchObject({ status: 'ACTIVE', cycle: next });
  await passTime(provider, days(start, 34));
  const back = await preview(34);
  expect(back).toMatchObject({
    owed: { kind: 'REACTIVATION', total: 30 },
    outcome: {
      status: 'ACTIVE',
      cycle: { startsAt: days(start, 34).toISOString() },
      activatesSubscriber: true,
    },
  });

  await ada.pay(days(start, 34));
  const happened = (await ada.story()).filter((line) => line.startsWith('34 ')).map((line) => line.slice(3));
  expect(happened).toEqual(back.outcome?.events);
});

test('the payment preview in grace predicts the pending changes that apply, and the explanation names fixed terms', async () => {
  const { provider, ada, plan, update, disable } = await customerWithPlans(database.current, start);
  const { subscriptionId } = ada;
  const dearer = await plan(45);
  const at = (day: number) => days(start, day);
  await passTime(provider, at(31));
  await update(31, { planId: dearer.id, durationOverride: 60 });
  await disable(31, dearer);
  const shown = await provider.at(at(32), (scope) => previewPayment(scope, { subscriptionId }));
  expect(shown.outcome?.cycle).toMatchObject({ expiresAt: at(90).toISOString() });
  await ada.pay(at(32));
  const happened = (await ada.story()).filter((line) => line.startsWith('32 ')).map((line) => line.slice(3));
  expect(happened).toEqual(shown.outcome?.events);

  await update(40, { priceOverride: 20 });
  await passTime(provider, at(88));
  const explained = (day: number) =>
    provider.at(at(day), (scope) => explainSubscription(scope, { id: subscriptionId })).then(JSON.stringify);
  expect(await explained(88)).toContain('fixed when its invoice was issued');
  expect(await explained(88)).not.toContain('cannot change before it starts');
  await ada.pay(at(88));
  expect(await explained(88)).toContain('cannot change before it starts');
});

test('the preview of an installation fee predicts the next status of its installation', async () => {
  const provider = await newProvider(database.current);
  const fee = async ({ installedAt, status }: { installedAt?: Date; status?: 'ACTIVATED' }) => {
    const { subscriptionId } = await newCustomer(provider, database.current, start);
    const made = await provider.at(start, async (scope) => {
      const terms = { subscriptionId, kind: 'INITIAL', feeAmount: 50, feeWaived: false } as const;
      const { id, chargeId } = await createInstallation(scope, terms);
      if (installedAt || status) await updateInstallation(scope, { id, installedAt, status });
      return { id, chargeId: chargeId ?? '' };
    });
    const shown = await provider.at(start, (scope) => previewChargePayment(scope, made));
    await provider.at(start, (scope) => createPayment(scope, { chargeId: made.chargeId, rail: 'manual' }));
    const after = await provider.at(start, (scope) => getInstallation(scope, made));
    const moved = await database.current.sql<{ type: string }[]>`
      select e.type from event e
      where e.resource_id = ${made.id} and e.type = 'installation.updated' and e.correlation_id in (
        select correlation_id from event
        where type = 'payment.received'
          and resource_id in (select id from payment where charge_id = ${made.chargeId}))`;
    expect(shown.outcome).toEqual({
      installation: { id: made.id, status: after.status },
      events: ['payment.received', ...moved.map(({ type }) => type)],
    });
    return {
      shown,
      became: after.status,
      later: await provider.at(start, (scope) => previewChargePayment(scope, made)),
    };
  };
  const waits = await fee({});
  expect(waits).toMatchObject({
    shown: { owed: { description: 'Installation fee', total: 50, currency: 'USD' }, waiting: null },
    became: 'AWAITING_INSTALLATION',
    later: { owed: null, outcome: null },
  });
  expect((await fee({ installedAt: start })).became).toBe('ACTIVATED');
  expect((await fee({ status: 'ACTIVATED' })).shown.outcome?.events).toEqual(['payment.received']);
});

test('debts list renewals and unexpired charges, ordered by due date, without paid ones', async () => {
  const provider = await newProvider(database.current);
  const ada = await newCustomer(provider, database.current, start);
  const debts = (day: number) => provider.at(days(start, day), (scope) => debtsOf(scope, ada));
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
      currency: 'USD',
      dueAt: days(start, 30).toISOString(),
    },
    {
      subscriptionId: null,
      chargeId: router.id,
      kind: null,
      name: 'Router',
      total: 12.5,
      currency: 'USD',
      dueAt: null,
    },
  ]);
});

test('the preview of an upgrade predicts plan, cycle and rejection', async () => {
  const { provider, ada, plan, disable } = await customerWithPlans(database.current, start);
  const { subscriptionId } = ada;
  const preview = (day: number) =>
    provider.at(days(start, day), (scope) => previewPayment(scope, { subscriptionId }));
  const edit = (day: number, planId: string) =>
    provider.at(days(start, day), (scope) =>
      editPlanFromExternal(scope, { id: subscriptionId, planId, freeImmediateUpgrade: false }),
    );
  const [one, two] = [await plan(45), await plan(60)];
  await edit(10, one.id);
  const shown = await preview(10);
  expect(shown).toMatchObject({
    owed: { kind: 'UPGRADE', total: 10 },
    outcome: {
      status: 'ACTIVE',
      upgradesTo: one.planName,
      rejection: null,
      cycle: { expiresAt: days(start, 30).toISOString() },
    },
  });
  const explained = await provider.at(days(start, 10), (scope) =>
    explainSubscription(scope, { id: subscriptionId }),
  );
  expect(JSON.stringify(explained)).toContain(`Upgrade to ${one.planName}: awaiting a payment of `);
  await ada.pay(days(start, 10.5));
  const happened = (await ada.story())
    .filter((line) => line.startsWith('10.5 '))
    .map((line) => line.slice(5));
  expect(happened).toEqual(shown.outcome?.events);

  await edit(20, two.id);
  await disable(20, two);
  expect(await preview(20)).toMatchObject({
    outcome: { upgradesTo: two.planName, rejection: 'PLAN_DISABLED' },
  });
  // An expired upgrade is no debt, also before the job has run.
  expect((await preview(21)).owed).toBeNull();
});
