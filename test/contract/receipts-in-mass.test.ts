import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { db } from '../../server/db/client.ts';
import { paystackSignature } from '../fakes/paystack.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import { useApi } from './api.ts';
import { activeSubscription, bodies, dataOf, pendingSubscription } from './helpers.ts';
import { besideMpesa, mpesaHelpers } from './mpesa-helpers.ts';

const { daraja, paystack } = await vi.hoisted(async () => {
  vi.resetModules();
  const { startFakeDaraja } = await import('../fakes/daraja.ts');
  const { startFakePaystack } = await import('../fakes/paystack.ts');
  const fakes = { daraja: await startFakeDaraja(), paystack: await startFakePaystack() };
  process.env.MPESA_API_BASE = fakes.daraja.base;
  process.env.PAYSTACK_API_BASE = fakes.paystack.base;
  return fakes;
});

const api = useApi({}, besideMpesa);
const { gatewayAccount, mpesaPartner, newPhone, post } = mpesaHelpers(api, daraja);
const MANY = 1_000;
let partner: Awaited<ReturnType<typeof mpesaPartner>>;
beforeAll(async () => {
  partner = await mpesaPartner();
});
afterAll(async () => {
  expect(await checkInvariants(db())).toEqual([]);
  await Promise.all([daraja.close(), paystack.close()]);
});

const newSubscriber = async () =>
  dataOf(await partner.post('/v1/subscribers', bodies.subscriber({ phone: newPhone() })));
const creditOf = async ({ id }: { id: string }) =>
  dataOf(await partner.get(`/v1/subscribers/${id}`)).creditBalance;
const total = async () =>
  (await api.sql`select count(*)::int as n from receipt where provider_id = ${partner.providerId}`)[0]?.n;
const send = (money: { receipt: string; amount: number | string; reference?: string }) =>
  post(partner.account.webhookUrl, daraja.confirm(partner.app, money));
/**
 * Sends all, as fast as a hundred connections take them. A report that a busy machine answers with 503, after ten seconds of waiting
 * for a slot, is sent again.
 */
async function sendAll(all: Parameters<typeof send>[0][]): Promise<number[]> {
  const statuses: number[] = [];
  const queue = all.map((money) => ({ money, sends: 0 }));
  const worker = async () => {
    for (let report = queue.shift(); report; report = queue.shift()) {
      report.sends++;
      const status = await send(report.money);
      if (status === 503 && report.sends < 10) queue.push(report);
      else statuses.push(status);
    }
  };
  await Promise.all(Array.from({ length: 100 }, worker));
  return statuses;
}
const kes = (amount: number) => [{ amount, currency: 'KES' }];

test('one transaction that is confirmed a thousand times at once is one receipt and one payment', async () => {
  const ada = await newSubscriber();
  const money = { receipt: daraja.newReceipt(), amount: 700, reference: ada.accountNumber };
  const statuses = await sendAll(Array.from({ length: MANY }, () => money));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(dataOf(await partner.get(`/v1/receipts?transactionId=${money.receipt}`))).toHaveLength(1);
  expect(dataOf(await partner.get(`/v1/payments?subscriberId=${ada.id}`))).toHaveLength(1);
  expect(await creditOf(ada)).toEqual(kes(700));
});

test('a thousand transactions at once, of twenty customers and of nobody known, are all counted', async () => {
  const customers = await Promise.all(Array.from({ length: 20 }, newSubscriber));
  const before = await total();
  const sent = Array.from({ length: MANY }, (_, n) => {
    const customer = n % 25 < 20 ? customers[n % 25] : undefined;
    const reference = customer?.accountNumber ?? 'wifi';
    return { receipt: `M${String(n).padStart(8, '0')}`, amount: 1 + (n % 7), reference, customer };
  });
  const statuses = await sendAll(sent.map(({ customer: _, ...money }) => money));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await total()).toBe(before + MANY);
  const sum = (of: unknown) =>
    sent.filter(({ customer }) => customer === of).reduce((all, { amount }) => all + amount, 0);
  for (const customer of customers) expect(await creditOf(customer)).toEqual(kes(sum(customer)));
  const [waiting] = await api.sql`
    select sum(amount)::int as amount from receipt where provider_id = ${partner.providerId} and status = 'UNMATCHED'`;
  expect(waiting?.amount).toBe(100 * sum(undefined));
});

test('money for a terminated customer is credit, a hundred times at once', async () => {
  const { subscriber } = await activeSubscription(partner, {
    plan: { priceCurrency: 'KES', priceAmount: 1_500 },
  });
  dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/terminate`));
  const sent = Array.from({ length: 100 }, () => ({
    ...{ receipt: daraja.newReceipt(), amount: 5, reference: subscriber.accountNumber },
  }));
  expect(new Set(await sendAll(sent))).toEqual(new Set([200]));
  expect(await creditOf(subscriber)).toEqual(kes(500));
  expect(dataOf(await partner.get(`/v1/subscribers/${subscriber.id}`)).status).toBe('terminated');
});

test('money at a disconnected account is 404 without effect, and counts once after it is connected again', async () => {
  const ada = await newSubscriber();
  const money = { receipt: daraja.newReceipt(), amount: 90, reference: ada.accountNumber };
  expect((await gatewayAccount('remove', { gateway: 'mpesa' }, partner)).status).toBe(200);
  expect(await send(money)).toBe(404);
  expect(await creditOf(ada)).toEqual([]);
  await gatewayAccount('save', { gateway: 'mpesa', ...partner.app }, partner);
  expect([await send(money), await send(money)]).toEqual([200, 200]);
  expect(await creditOf(ada)).toEqual(kes(90));
});

test('400 without effect for amounts and numbers that M-Pesa cannot send', async () => {
  const ada = await newSubscriber();
  const before = await total();
  const valid = daraja.confirm(partner.app, {
    ...{ receipt: daraja.newReceipt(), amount: 50, reference: ada.accountNumber },
  });
  const amounts = [
    '-50',
    '0',
    '0.00',
    '1e3',
    '50,00',
    '1.005',
    ' 50',
    '',
    'NaN',
    '99999999999',
    '1000000000.01',
  ];
  for (const TransAmount of [...amounts, -50, 0, 10 ** 12, 1.005, null, [50], { amount: 50 }, true]) {
    expect(await post(partner.account.webhookUrl, { ...valid, TransAmount }), `${TransAmount}`).toBe(400);
  }
  for (const TransID of ['', 'a', 'R'.repeat(40), 'RK 1', null, 5, ['RK12345678']]) {
    expect(await post(partner.account.webhookUrl, { ...valid, TransID }), `${TransID}`).toBe(400);
  }
  for (const TransTime of ['', '2026', '20261399999999', 'now', null]) {
    expect(await post(partner.account.webhookUrl, { ...valid, TransTime }), `${TransTime}`).toBe(400);
  }
  for (const body of ['', '[]', 'null', '{', '"x"', '{"TransID":']) {
    expect(await post(partner.account.webhookUrl, body), body).toBe(400);
  }
  const foreign = { ...valid, BusinessShortCode: '999999' };
  expect(await post(partner.account.webhookUrl, foreign)).toBe(200);
  expect(await total()).toBe(before);
  expect(await creditOf(ada)).toEqual([]);
});

test('a signed report with another currency or an impossible amount is 200 without effect', async () => {
  const KEY = 'sk_test_odd';
  paystack.keys.add(KEY);
  const { data } = await gatewayAccount('save', { gateway: 'paystack', secretKey: KEY }, partner);
  const { subscription, subscriber } = await pendingSubscription(partner, {
    plan: { priceCurrency: 'KES', priceAmount: 1_500 },
  });
  const payment = dataOf(
    await partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'paystack' }),
  );
  await fetch(`${api.base}${new URL(payment.checkoutUrl).pathname}/go`, { redirect: 'manual' });
  const session = paystack.transactions.at(-1);
  if (!session) throw new Error('there is no session');
  const report = async (over: object) => {
    const body = JSON.stringify(paystack.pay(session, over));
    const headers = {
      'content-type': 'application/json',
      'x-paystack-signature': paystackSignature(body, KEY),
    };
    const { pathname } = new URL(data.webhookUrl);
    return (await fetch(api.base + pathname, { method: 'POST', body, headers })).status;
  };
  for (const over of [
    { currency: 'NGN' },
    { currency: 'kes' },
    { currency: null },
    ...[-150_000, 0, 1.5, 10 ** 15, '', 'many', null, [150_000]].map((amount) => ({ amount })),
  ]) {
    expect(await report(over), JSON.stringify(over)).toBe(200);
    const { status } = dataOf(await partner.get(`/v1/payments/${payment.id}`));
    expect(status, JSON.stringify(over)).toBe('PENDING');
  }
  expect(await creditOf(subscriber)).toEqual([]);
  expect(await report({})).toBe(200);
  expect(dataOf(await partner.get(`/v1/payments/${payment.id}`)).status).toBe('COMPLETED');
});
