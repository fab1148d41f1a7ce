import { beforeAll, expect, test } from 'vitest';
import { db } from '../../server/db/client.ts';
import { answerDownload } from '../../server/portal/downloads.ts';
import { pdfText } from '../fixtures/pdf-text.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import { statementInvariants } from '../invariants/statement.ts';
import { activeSubscription, advance, bodies, dataOf } from './helpers.ts';
import { usePortal } from './staff-helpers.ts';

const { api, owner: newOwner } = usePortal({
  '/api/subscribers/': answerDownload,
  '/api/invoices/': answerDownload,
  '/api/refunds/': answerDownload,
});
let owner: Awaited<ReturnType<typeof newOwner>>;
beforeAll(async () => {
  owner = await newOwner();
});

const file = (id: string, kind: string, query: Record<string, string>) =>
  fetch(`${api.base}/api/subscribers/${id}/statement.${kind}?${new URLSearchParams(query)}`, {
    headers: { cookie: owner.cookie },
  });
type Row = Record<string, string>;
const rowsOf = (csv: string): Row[] => {
  const [head = '', ...lines] = csv.replace('\ufeff', '').trim().split('\r\n');
  const names = head.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']));
  });
};

/** A year of money: service, a charge, goodwill, money on account, a refund, a waived charge and a voided invoice. */
async function customer() {
  const { partner } = owner;
  const { subscriber, subscription, payment } = await activeSubscription(partner, {
    plan: { priceAmount: 30 },
  });
  const charge = async (amount: number, description: string) =>
    dataOf(
      await partner.post(`/v1/subscribers/${subscriber.id}/charges`, bodies.charge({ amount, description })),
    );
  const router = await charge(45, 'Router');
  const paid = dataOf(await partner.post('/v1/payments', { chargeId: router.id, rail: 'manual' }));
  dataOf(await partner.post(`/v1/payments/${paid.id}/refunds`, { amount: 5 }));
  const cable = await charge(7, 'Cable');
  const waive = `/v1/subscribers/${subscriber.id}/charges/${cable.id}/waive`;
  dataOf(await partner.post(waive, { reason: 'Goodwill' }));
  dataOf(
    await partner.post(`/v1/subscribers/${subscriber.id}/credit`, {
      amount: 3,
      currency: 'USD',
      note: '=cmd()',
    }),
  );
  await advance(partner, { days: 29 });
  const account = { subscriberId: subscriber.id, amount: 10, currency: 'USD', rail: 'manual' };
  const onAccount = dataOf(await partner.post('/v1/payments', account));
  dataOf(await partner.post(`/v1/payments/${onAccount.id}/refunds`, { amount: 4 }));
  await advance(partner, { days: 12 });
  return { subscriber, subscription, payment };
}

test('opening, each document and payment, and closing, which is what is owed less the credit; as CSV and PDF', async () => {
  const { subscriber, payment } = await customer();
  const query = { from: '2020-01-01', to: '2036-01-01', currency: 'USD' };
  const answer = await file(subscriber.id, 'csv', query);
  expect(answer.headers.get('content-type')).toContain('text/csv');
  const rows = rowsOf(await answer.text());
  expect(rows.map(({ type, amount }) => [type, amount])).toEqual([
    ['OPENING', ''],
    ['INVOICE', '30'],
    ['PAYMENT', '-30'],
    ['CHARGE', '45'],
    ['PAYMENT', '-45'],
    ['CREDIT_NOTE', '-5'],
    ['REFUND', '5'],
    ['CHARGE', '7'],
    ['DROPPED_CHARGE', '-7'],
    ['ADJUSTMENT', '-3'],
    ['INVOICE', '30'],
    ['PAYMENT', '-10'],
    ['REFUND', '4'],
    ['VOIDED_INVOICE', '-30'],
    ['CLOSING', ''],
  ]);
  const { balanceDue, creditBalance } = dataOf(await owner.partner.get(`/v1/subscribers/${subscriber.id}`));
  expect(balanceDue).toEqual([]);
  expect(rows.at(-1)).toMatchObject({ balance: String(-creditBalance[0].amount), currency: 'USD' });
  const pdf = await file(subscriber.id, 'pdf', query);
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  const text = pdfText(Buffer.from(await pdf.arrayBuffer()));
  const invoice = dataOf(await owner.partner.get(`/v1/invoices/${payment.invoiceId}`));
  for (const part of [
    'Statement of account',
    'Opening balance',
    invoice.number,
    subscriber.accountNumber,
    'In your favour.',
  ])
    expect(text).toContain(part);
  for (const { broken } of statementInvariants) expect(await broken(db())).toEqual([]);
  expect(await checkInvariants(db())).toEqual([]);
});

test('a period has at most 1,000 entries, with text that no cell runs', async () => {
  const { subscriber } = await activeSubscription(owner.partner);
  const path = `/v1/subscribers/${subscriber.id}/charges`;
  const description = 'x;=1+1';
  const { id } = dataOf(await owner.partner.post(path, bodies.charge({ description })));
  const query = { from: '2020-01-01', to: '2036-01-01', currency: 'USD' };
  const rows = async () => rowsOf(await (await file(subscriber.id, 'csv', query)).text());
  // Without the opening and the closing balance.
  const entries = (await rows()).length - 2;
  const copy = (from: number, to: number) => api.sql`
    insert into charge (provider_id, id, subscriber_id, description, amount, currency, status, created_at, updated_at)
    select provider_id, left(id, 24) || lpad(n::text, 6, '0'), subscriber_id, description, amount, currency, status, created_at, updated_at
    from charge, generate_series(${from}::int, ${to}::int) n where id = ${id}`;
  await copy(1, 1_000 - entries);
  const whole = await rows();
  expect(whole).toHaveLength(1_002);
  expect(whole.at(-2)?.text).toBe("Charge: x;'=1+1");
  await copy(1_001, 1_001);
  for (const kind of ['csv', 'pdf']) expect((await file(subscriber.id, kind, query)).status).toBe(400);
});

test('two periods in a row meet: the closing balance of the first opens the second, and no entry is in both', async () => {
  const { subscriber } = await customer();
  const period = async (from: string, to: string) =>
    rowsOf(await (await file(subscriber.id, 'csv', { from, to, currency: 'USD' })).text());
  const whole = await period('2020-01-01', '2036-01-01');
  const middle = whole[7]?.day ?? '';
  const next = new Date(Date.parse(middle) + 86_400_000).toISOString().slice(0, 10);
  const [first, second] = [await period('2020-01-01', middle), await period(next, '2036-01-01')];
  expect(second[0]?.balance).toBe(first.at(-1)?.balance);
  expect([first.length > 2, second.length > 2]).toEqual([true, true]);
  expect(first.length + second.length - 2).toBe(whole.length);
});

test('the day of an entry is in its period, also in a zone whose summer time PostgreSQL does not have', async () => {
  const { partner, providerId } = owner;
  const { id } = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
  dataOf(await partner.post(`/v1/subscribers/${id}/charges`, bodies.charge()));
  await api.sql`update charge set created_at = '2026-07-15T22:30Z' where subscriber_id = ${id}`;
  await api.sql`update provider set time_zone = 'CET' where id = ${providerId}`;
  const query = { from: '2026-07-16', to: '2026-07-16', currency: 'USD' };
  const rows = rowsOf(await (await file(id, 'csv', query)).text());
  await api.sql`update provider set time_zone = 'UTC' where id = ${providerId}`;
  expect(rows.map(({ type, day }) => [type, day])).toContainEqual(['CHARGE', '2026-07-16']);
});

test('400 for days that are none, 404 for the subscriber of another account, 401 without a session', async () => {
  const { subscriber } = await activeSubscription(owner.partner);
  const good = { from: '2026-01-01', to: '2026-02-01', currency: 'USD' };
  for (const bad of [
    { from: '2026-02-30' },
    { to: '2025-12-31' },
    { currency: 'XYZ' },
    { from: '' },
    { to: '9999-12-31' },
  ]) {
    expect((await file(subscriber.id, 'csv', { ...good, ...bad })).status).toBe(400);
  }
  const stranger = await newOwner();
  const foreign = await activeSubscription(stranger.partner);
  for (const kind of ['csv', 'pdf']) {
    expect((await file(foreign.subscriber.id, kind, good)).status).toBe(404);
    const anonymous = await fetch(
      `${api.base}/api/subscribers/${subscriber.id}/statement.${kind}?${new URLSearchParams(good)}`,
    );
    expect(anonymous.status).toBe(401);
  }
});

test('a credit note of a voided invoice is for all of it; those of refunds are numbered, and their taxes add up', async () => {
  const { partner, providerId } = owner;
  await api.sql`update provider set tax_rate = 0.16 where id = ${providerId}`;
  const { payment, subscriber } = await activeSubscription(partner, { plan: { priceAmount: 29.99 } });
  const invoice = dataOf(await partner.get(`/v1/invoices/${payment.invoiceId}`));
  const note = async (kind: string, id: string) => {
    const answer = await fetch(`${api.base}/api/${kind}/${id}/credit-note`, {
      headers: { cookie: owner.cookie },
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    return {
      status: answer.status,
      name: answer.headers.get('content-disposition'),
      text: answer.status === 200 ? pdfText(bytes) : '',
    };
  };
  const refunds = [];
  for (const amount of [10, 5.5]) {
    refunds.push(dataOf(await partner.post(`/v1/payments/${payment.id}/refunds`, { amount })));
  }
  const [first, second] = [await note('refunds', refunds[0].id), await note('refunds', refunds[1].id)];
  expect(first.name).toContain(`${invoice.number}-CN-01.pdf`);
  expect(second.name).toContain(`${invoice.number}-CN-02.pdf`);
  for (const text of ['Credit note', invoice.number, '8.62', '1.38', 'USD\u00a010.00'])
    expect(first.text).toContain(text);
  expect(first.text).not.toContain('Amount due');
  expect((await note('invoices', invoice.id)).status).toBe(409);
  await advance(partner, { days: 29 });
  dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/terminate`));
  const [voided] = dataOf(await partner.get(`/v1/invoices?subscriberId=${subscriber.id}&status=VOID`));
  const whole = await note('invoices', voided.id);
  expect(whole.name).toContain(`${voided.number}-CN-01.pdf`);
  expect(whole.text).toContain('USD\u00a034.79');
  const charge = dataOf(
    await partner.post(
      `/v1/subscribers/${(await activeSubscription(partner)).subscriber.id}/charges`,
      bodies.charge(),
    ),
  );
  const paid = dataOf(await partner.post('/v1/payments', { chargeId: charge.id, rail: 'manual' }));
  const ofCharge = dataOf(await partner.post(`/v1/payments/${paid.id}/refunds`, { amount: 1 }));
  expect((await note('refunds', ofCharge.id)).status).toBe(409);
});
