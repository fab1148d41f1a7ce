import { beforeAll, expect, test } from 'vitest';
import { type Partner, useApi } from './api.ts';
import { activeSubscription, advance, dataOf, expectRefused, pendingSubscription } from './helpers.ts';

const api = useApi();
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
  await api.sql`update provider set tax_rate = 0.075 where id = ${partner.providerId}`;
});

const read = async (path: string) => dataOf(await partner.get(path));

test('the first payment creates the first invoice, PAID, for the first cycle', async () => {
  const { subscription, subscriber, plan, payment } = await activeSubscription(partner, {
    plan: { priceAmount: 19.9, billingCycleDays: 30 },
  });
  const invoice = await read(`/v1/invoices/${payment.invoiceId}`);
  const { startsAt, expiresAt, id: billingCycleId } = subscription.currentCycle;
  expect(invoice).toEqual({
    id: expect.stringMatching(/^inv_[0-9a-hjkmnp-tv-z]{26}$/),
    number: 'INV-000001',
    subscriberId: subscriber.id,
    subscriptionId: subscription.id,
    billingCycleId,
    kind: 'FIRST',
    status: 'PAID',
    currency: 'USD',
    lines: [
      {
        description: expect.stringContaining(plan.planName),
        quantity: 1,
        unitAmount: 19.9,
        amount: 19.9,
        periodStart: startsAt,
        periodEnd: expiresAt,
      },
    ],
    subtotal: 19.9,
    tax: 1.49,
    total: 21.39,
    amountPaid: 21.39,
    amountRefunded: 0,
    amountDue: 0,
    issuedAt: startsAt,
    dueAt: startsAt,
    paidAt: payment.completedAt,
    createdAt: startsAt,
    updatedAt: startsAt,
  });
  expect(payment.amount).toBe(21.39);
});

test('a subscription has no invoice before its first payment', async () => {
  const { subscription } = await pendingSubscription(partner);
  expect(await read(`/v1/invoices?subscriptionId=${subscription.id}`)).toEqual([]);
});

test('invoice numbers of concurrent payments have no gap and no repeat', async () => {
  const own = await api.partner();
  const worlds = [];
  for (let i = 0; i < 12; i++) worlds.push(await pendingSubscription(own));
  const pay = (subscriptionId: string, over: object = {}) =>
    own.post('/v1/payments', { subscriptionId, rail: 'manual', ...over });
  const answers = await Promise.all(
    worlds.flatMap(({ subscription: { id } }) => [pay(id), pay(id), pay(id, { amount: 1 })]),
  );
  const statuses = answers.map((answer) => answer.status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(12);
  expect(statuses.filter((status) => ![201, 400, 409].includes(status))).toEqual([]);
  const invoices = dataOf(await own.get('/v1/invoices?sort=number&limit=100'));
  const expected = Array.from({ length: 12 }, (_, i) => `INV-${String(i + 1).padStart(6, '0')}`);
  expect(invoices.map((invoice: { number: string }) => invoice.number)).toEqual(expected);
});

test('sort=number puts INV-1000000 after INV-999999', async () => {
  const own = await api.partner();
  await api.sql`update provider set last_invoice_number = 999998 where id = ${own.providerId}`;
  for (const _ of ['INV-999999', 'INV-1000000']) await activeSubscription(own);
  const sorted = async (sort: string) =>
    dataOf(await own.get(`/v1/invoices?sort=${sort}`)).map((invoice: { number: string }) => invoice.number);
  expect(await sorted('number')).toEqual(['INV-999999', 'INV-1000000']);
  expect(await sorted('-number')).toEqual(['INV-1000000', 'INV-999999']);
});

test('a VOID invoice keeps its number', async () => {
  const own = await api.partner();
  const { subscriber, subscription } = await activeSubscription(own);
  dataOf(await own.post(`/v1/subscribers/${subscriber.id}/deactivate`));
  dataOf(await own.post('/v1/payments', { subscriptionId: subscription.id, rail: 'simulated' }));
  dataOf(await own.post(`/v1/subscribers/${subscriber.id}/terminate`));
  await activeSubscription(own);
  const invoices = dataOf(await own.get('/v1/invoices?sort=number'));
  expect(
    invoices.map((i: { number: string; status: string; kind: string }) => [i.number, i.status, i.kind]),
  ).toEqual([
    ['INV-000001', 'PAID', 'FIRST'],
    ['INV-000002', 'VOID', 'REACTIVATION'],
    ['INV-000003', 'PAID', 'FIRST'],
  ]);
});

test('the list filters by status, subscriberId, subscriptionId and dueBefore', async () => {
  const own = await api.partner();
  const first = await activeSubscription(own);
  await advance(own, { days: 1 });
  const second = await activeSubscription(own);
  dataOf(await own.post(`/v1/subscribers/${second.subscriber.id}/deactivate`));
  const open = dataOf(
    await own.post('/v1/payments', { subscriptionId: second.subscription.id, rail: 'simulated' }),
  );
  const ids = async (query: string) =>
    dataOf(await own.get(`/v1/invoices?${query}`)).map((row: { id: string }) => row.id);
  const [a, b, c] = [first.payment.invoiceId, second.payment.invoiceId, open.invoiceId];
  expect(await ids('')).toEqual([c, b, a]);
  expect(await ids('status=OPEN')).toEqual([c]);
  expect(await ids('status=PAID&sort=createdAt')).toEqual([a, b]);
  expect(await ids(`subscriberId=${first.subscriber.id}`)).toEqual([a]);
  expect(await ids(`subscriptionId=${second.subscription.id}`)).toEqual([c, b]);
  const { dueAt } = dataOf(await own.get(`/v1/invoices/${b}`));
  expect(await ids(`dueBefore=${dueAt}`)).toEqual([a]);
  expectRefused(await own.get('/v1/invoices?dueBefore=tomorrow'), 400, {
    field: 'dueBefore',
    code: 'INVALID_FORMAT',
  });
  expectRefused(await own.get('/v1/invoices?status=paid'), 400, { field: 'status', code: 'UNSUPPORTED' });
});

test('404 for an invoice of another provider, and lists do not contain it', async () => {
  const { payment, subscriber } = await activeSubscription(partner);
  const other = await api.partner();
  expectRefused(await other.get(`/v1/invoices/${payment.invoiceId}`), 404, { error: 'NOT_FOUND' });
  expect(dataOf(await other.get(`/v1/invoices?subscriberId=${subscriber.id}`))).toEqual([]);
});
