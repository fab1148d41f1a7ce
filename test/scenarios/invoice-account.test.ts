import { beforeAll, expect, test } from 'vitest';
import { readInvoiceAccount } from '../../server/domain/invoice/account.ts';
import { ageingOf } from '../../server/domain/invoice/ageing.ts';
import { listAllInvoices, listInvoices } from '../../server/domain/invoice/read.ts';
import { listInvoiceEvents } from '../../server/domain/invoice/timeline.ts';
import { cancelSubscription } from '../../server/domain/lifecycle/termination/cancel.ts';
import { readSubscriptionDebt } from '../../server/domain/payment/debt.ts';
import { createPlan } from '../../server/domain/plan/create.ts';
import { createRefund } from '../../server/domain/refund/create.ts';
import { deactivateSubscriber } from '../../server/domain/subscriber/deactivate.ts';
import { terminateSubscriber } from '../../server/domain/subscriber/terminate.ts';
import { editPlanFromExternal } from '../../server/domain/subscription/edit-from-external.ts';
import { removePlan } from '../../server/domain/subscription/remove-plan.ts';
import { updateSubscription } from '../../server/domain/subscription/update.ts';
import type { WriteScope } from '../../server/work/scope.ts';
import { days, lowFloors, newCustomer, passTime } from '../fixtures/customer.ts';
import { newProvider } from '../fixtures/provider.ts';
import { useDatabase } from '../fixtures/use-database.ts';

const database = useDatabase();
beforeAll(() => lowFloors(database.current));

const start = new Date('2026-01-15T09:30:00.000Z');
const page = { page: 1, limit: 20, sort: '-createdAt' };

/** A customer whose renewal waits to be paid, two days before the end of their first cycle. */
async function inRenewalWindow(terms = {}) {
  const provider = await newProvider(database.current);
  const ada = await newCustomer(provider, database.current, start, terms);
  await passTime(provider, days(start, 28));
  const { data } = await provider.at(days(start, 28), (scope) =>
    listInvoices(scope, { ...page, subscriptionId: ada.subscriptionId, status: 'OPEN' }),
  );
  const id = data[0]?.id ?? '';
  const account = (day: number) =>
    provider.at(days(start, day), (scope) => readInvoiceAccount(scope, { id }));
  return { provider, ada, id, account };
}

type Customer = Awaited<ReturnType<typeof newCustomer>>;

const ends: [string, (scope: WriteScope, ada: Customer) => Promise<unknown>][] = [
  ['CANCELLED', (scope, ada) => cancelSubscription(scope, { id: ada.subscriptionId })],
  ['PLAN_REMOVED', (scope, ada) => removePlan(scope, { id: ada.subscriptionId, when: 'cycle_end' })],
  ['PLAN_REMOVED', (scope, ada) => removePlan(scope, { id: ada.subscriptionId, when: 'immediately' })],
  ['DEACTIVATED', (scope, ada) => deactivateSubscriber(scope, { id: ada.subscriberId })],
  ['SUBSCRIBER_TERMINATED', (scope, ada) => terminateSubscriber(scope, { id: ada.subscriberId })],
];

test.each(ends)('an open renewal is VOID because of %s', async (reason, end) => {
  const { provider, ada, account } = await inRenewalWindow();
  expect(await account(28)).toMatchObject({
    issuer: { name: 'Test' },
    payments: [],
    refunds: [],
    voided: null,
  });
  await provider.at(days(start, 29), (scope) => end(scope, ada));
  expect((await account(29)).voided).toEqual({
    at: days(start, 29).toISOString(),
    reason,
    replacedBy: null,
  });
});

test('an unpaid renewal is VOID when grace ends', async () => {
  const { provider, account } = await inRenewalWindow();
  await passTime(provider, days(start, 40));
  expect((await account(40)).voided).toMatchObject({
    at: days(start, 33).toISOString(),
    reason: 'GRACE_EXPIRED',
  });
});

test('a renewal that is reissued on another plan names its successor', async () => {
  const { provider, ada, account } = await inRenewalWindow();
  await provider.at(days(start, 29), async (scope) => {
    const plan = await createPlan(scope, {
      planName: 'Faster',
      planType: 'RESIDENTIAL',
      downloadSpeedMbps: 50,
      uploadSpeedMbps: 10,
      priceAmount: 60,
      priceCurrency: 'USD',
      billingCycleDays: 30,
      graceDays: 3,
    });
    await updateSubscription(scope, { id: ada.subscriptionId, planId: plan.id });
  });
  const { voided } = await account(29);
  expect(voided?.reason).toBe('REISSUED');
  const open = await provider.at(days(start, 29), (scope) =>
    listInvoices(scope, { ...page, subscriptionId: ada.subscriptionId, status: 'OPEN' }),
  );
  expect(voided?.replacedBy).toEqual({ id: open.data[0]?.id, number: open.data[0]?.number });
});

test('one change that voids an upgrade and a renewal records the reason of each', async () => {
  const { provider, ada, id, account } = await inRenewalWindow();
  const planOf = (planName: string, priceAmount: number) =>
    provider.at(days(start, 28), (scope) =>
      createPlan(scope, {
        planName,
        planType: 'RESIDENTIAL',
        downloadSpeedMbps: 50,
        uploadSpeedMbps: 10,
        priceAmount,
        priceCurrency: 'USD',
        billingCycleDays: 30,
        graceDays: 3,
      }),
    );
  const [upgrade, other] = [await planOf('Upgrade', 60), await planOf('Other', 50)];
  await provider.at(days(start, 28.5), (scope) =>
    editPlanFromExternal(scope, {
      id: ada.subscriptionId,
      planId: upgrade.id,
      freeImmediateUpgrade: false,
    }),
  );
  await provider.at(days(start, 29), (scope) =>
    updateSubscription(scope, { id: ada.subscriptionId, planId: other.id }),
  );
  const { data } = await provider.at(days(start, 29), (scope) =>
    listInvoices(scope, { ...page, subscriptionId: ada.subscriptionId, status: 'VOID' }),
  );
  const hold = data.find(({ kind }) => kind === 'UPGRADE');
  const ofHold = await provider.at(days(start, 29), (scope) =>
    readInvoiceAccount(scope, { id: hold?.id ?? '' }),
  );
  expect(ofHold.voided).toMatchObject({ reason: 'UPGRADE_SUPERSEDED', replacedBy: null });
  expect((await account(29)).voided).toMatchObject({ reason: 'REISSUED' });
  expect((await account(29)).voided?.replacedBy).not.toBeNull();
  expect(data.map((row) => row.id)).toContain(id);
});

test('the account lists payments and refunds, and the timeline has the events of invoice, payments and cycle', async () => {
  const { provider, ada, id, account } = await inRenewalWindow();
  const payment = await ada.pay(days(start, 29));
  await provider.at(days(start, 30), (scope) =>
    createRefund(scope, { id: payment.id, amount: 5, reason: 'SERVICE_FAULT' }),
  );
  const { payments, refunds } = await account(30);
  expect(payments).toMatchObject([{ id: payment.id, amount: 30, refundedAmount: 5, status: 'COMPLETED' }]);
  expect(refunds).toMatchObject([{ paymentId: payment.id, amount: 5, reason: 'SERVICE_FAULT' }]);
  await passTime(provider, days(start, 31));
  const events = await provider.at(days(start, 31), (scope) =>
    listInvoiceEvents(scope, { ...page, id, sort: 'occurredAt' }),
  );
  expect(events.data.map(({ type }) => type).sort()).toEqual([
    'billing.cycle_started',
    'payment.received',
    'refund.issued',
  ]);
});

test('the debt of an open invoice is that of its subscription, and a VOID invoice has no amount due', async () => {
  const { provider, ada, id } = await inRenewalWindow();
  const other = await newCustomer(provider, database.current, days(start, 20));
  const debt = (day: number, subscriptionId: string, invoiceId?: string) =>
    provider.at(days(start, day), (scope) => readSubscriptionDebt(scope, { subscriptionId, invoiceId }));
  const first = await debt(29, ada.subscriptionId, id);
  expect(first).toMatchObject({ debt: { kind: 'RENEWAL', total: 30 } });
  expect(first).toEqual(await debt(29, ada.subscriptionId));
  await expect(debt(29, other.subscriptionId, id)).rejects.toMatchObject({ key: 'NOT_FOUND' });
  await passTime(provider, days(start, 40));
  expect(await debt(40, ada.subscriptionId, id)).toMatchObject({ debt: null });
});

test('the ageing of open invoices counts whole days: due now, over 7 days, over 30 days', async () => {
  const { provider, id } = await inRenewalWindow({ graceDays: 60 });
  const at = async (day: number) =>
    provider.at(days(start, day), async (scope) => {
      const sums = await ageingOf(scope);
      const [only] = sums;
      expect(sums).toMatchObject([{ currency: 'USD', count: 1, amountDue: 30 }]);
      const { data } = await listAllInvoices(scope, { ...page, ageing: only?.ageing });
      expect(data.map((row) => row.id)).toEqual([id]);
      return only?.ageing;
    });
  // It falls due at the end of the cycle, on day 30.
  expect(await at(30)).toBe('NOT_DUE');
  expect(await at(30.99)).toBe('NOT_DUE');
  expect(await at(31)).toBe('DAYS_1_7');
  expect(await at(37.99)).toBe('DAYS_1_7');
  expect(await at(38)).toBe('DAYS_8_30');
  expect(await at(60.99)).toBe('DAYS_8_30');
  expect(await at(61)).toBe('OVER_30');
  const paid = await provider.at(days(start, 61), (scope) =>
    listAllInvoices(scope, { ...page, ageing: 'OVER_30', status: 'PAID' }),
  );
  expect(paid.data).toEqual([]);
});
