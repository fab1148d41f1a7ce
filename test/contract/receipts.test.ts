import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { useApi } from './api.ts';
import { activeSubscription, bodies, dataOf, eventTypes, expectRefused } from './helpers.ts';
import { besideMpesa, mpesaHelpers } from './mpesa-helpers.ts';
import { callAs } from './portal-helpers.ts';

const daraja = await vi.hoisted(async () => {
  vi.resetModules();
  const { startFakeDaraja } = await import('../fakes/daraja.ts');
  const fake = await startFakeDaraja();
  process.env.MPESA_API_BASE = fake.base;
  return fake;
});
afterAll(() => daraja.close());

const api = useApi({}, besideMpesa);
const { mpesaPartner, newPhone, post } = mpesaHelpers(api, daraja);
let partner: Awaited<ReturnType<typeof mpesaPartner>>;
beforeAll(async () => {
  partner = await mpesaPartner();
});

const kes = { plan: { priceCurrency: 'KES', priceAmount: 1_500 } };
const newTransaction = () => `RK${randomInt(10 ** 7, 10 ** 8)}`;
type Sent = { reference?: string; amount?: number; phone?: string; receipt?: string };
/** A customer sends money to the short code, and M-Pesa confirms it. */
async function send({ receipt = newTransaction(), amount = 500, ...sent }: Sent = {}, of = partner) {
  const body = daraja.confirm(of.app, { receipt, amount, ...sent });
  expect(await post(of.account.webhookUrl, body)).toBe(200);
  return receipt;
}
const receiptOf = async (transactionId: string, of = partner) => {
  const [found, ...more] = dataOf(await of.get(`/v1/receipts?transactionId=${transactionId}`));
  expect(more).toEqual([]);
  return found;
};
const creditOf = async ({ id }: { id: string }, of = partner) =>
  dataOf(await of.get(`/v1/subscribers/${id}`)).creditBalance;
const newSubscriber = async (over: object = {}) =>
  dataOf(await partner.post('/v1/subscribers', bodies.subscriber({ phone: newPhone(), ...over })));
const assign = (id: string, subscriberId: string) =>
  partner.post(`/v1/receipts/${id}/assign`, { subscriberId });

test('money with an account number is a COMPLETED payment on account, and settles what it covers', async () => {
  const { subscriber, subscription } = await activeSubscription(partner, kes);
  const charge = dataOf(
    await partner.post(
      `/v1/subscribers/${subscriber.id}/charges`,
      bodies.charge({ amount: 200, currency: 'KES' }),
    ),
  );
  const transactionId = await send({ reference: ` ${subscriber.accountNumber} ` });
  const receipt = await receiptOf(transactionId);
  expect(receipt).toMatchObject({
    status: 'MATCHED',
    rail: 'mpesa',
    amount: 500,
    currency: 'KES',
    subscriberId: subscriber.id,
  });
  const payment = dataOf(await partner.get(`/v1/payments/${receipt.paymentId}`));
  expect(payment).toMatchObject({
    status: 'COMPLETED',
    subscriberId: subscriber.id,
    subscriptionId: null,
    reference: transactionId,
  });
  expect(await eventTypes(partner, payment.id)).toContain('payment.received');
  expect(dataOf(await partner.get(`/v1/charges?subscriptionId=${subscription.id}`))).toEqual([]);
  expect(dataOf(await partner.get(`/v1/subscribers/${subscriber.id}/charges`))).toMatchObject([
    { id: charge.id, status: 'PAID' },
  ]);
  expect(await creditOf(subscriber)).toEqual([{ amount: 300, currency: 'KES' }]);
});

test('the entered account may be a payment reference, an invoice number, an external id or a phone number', async () => {
  const { subscriber, subscription, payment } = await activeSubscription(partner, kes);
  const [invoice] = dataOf(await partner.get(`/v1/invoices?subscriptionId=${subscription.id}`));
  const phone = newPhone();
  const { email, firstName, lastName } = bodies.subscriber();
  const externalUserId = `cust ${randomInt(10 ** 9)}`;
  dataOf(
    await partner.put(`/v1/subscribers/${subscriber.id}`, {
      ...{ email, firstName, lastName, phone, externalUserId },
    }),
  );
  const local = `0${phone.slice(4)}`;
  const names = [
    payment.reference.toLowerCase(),
    invoice.number.toLowerCase(),
    externalUserId,
    phone,
    local,
    phone.slice(1),
    `${local.slice(0, 4)} ${local.slice(4)}`,
  ];
  for (const reference of names) {
    expect(await receiptOf(await send({ reference, phone: newPhone() })), reference).toMatchObject({
      subscriberId: subscriber.id,
    });
  }
});

test('without an account that names somebody, the whole number of the payer does; a masked one does not', async () => {
  const phone = newPhone();
  const subscriber = await newSubscriber({ phone });
  const digits = phone.slice(1);
  const whole = await receiptOf(await send({ reference: 'internet', phone: digits }));
  expect(whole).toMatchObject({ status: 'MATCHED', subscriberId: subscriber.id });
  const masked = `${digits.slice(0, 4)} ***** ${digits.slice(-3)}`;
  expect(await receiptOf(await send({ reference: 'internet', phone: masked }))).toMatchObject({
    status: 'UNMATCHED',
    subscriberId: null,
    paymentId: null,
    payer: masked,
  });
});

test('an account number as people write it, and followed by the letters of a prompt', async () => {
  const { id, accountNumber } = await newSubscriber();
  const written = [
    `${accountNumber.slice(0, 4)} ${accountNumber.slice(4)}`,
    `${accountNumber.slice(0, 4)}-${accountNumber.slice(4)}`,
  ];
  for (const reference of [...written, `${accountNumber}KPWQ`, `${accountNumber}kpwq`]) {
    expect(await receiptOf(await send({ reference })), reference).toMatchObject({ subscriberId: id });
  }
  expect(await receiptOf(await send({ reference: `${accountNumber}KPWQX` }))).toMatchObject({
    status: 'UNMATCHED',
  });
});

test('a reference in lower case that names the payments of two subscribers names neither', async () => {
  const reference = `kq${randomInt(10 ** 7)}`;
  for (const each of [reference, reference.toUpperCase()]) {
    const { id: subscriberId } = await newSubscriber();
    const money = { subscriberId, amount: 10, currency: 'KES', rail: 'manual', reference: each };
    dataOf(await partner.post('/v1/payments', money));
  }
  expect(await receiptOf(await send({ reference }))).toMatchObject({ status: 'UNMATCHED' });
});

test('the order decides: an account number comes before an external id of somebody else', async () => {
  const ada = await newSubscriber();
  await newSubscriber({ externalUserId: ada.accountNumber });
  expect(await receiptOf(await send({ reference: ada.accountNumber }))).toMatchObject({
    subscriberId: ada.id,
  });
});

test('money of nobody known waits, is assigned once, and its history says by whom', async () => {
  const id = (await receiptOf(await send({ reference: 'nobody' }))).id;
  const waiting = dataOf(await partner.get('/v1/receipts?status=UNMATCHED&limit=100'));
  expect(waiting.map((row: { id: string }) => row.id)).toContain(id);
  const [ada, eve] = [await newSubscriber(), await newSubscriber()];
  expectRefused(await assign(id, 'sub_unknown'), 400, { field: 'subscriberId', code: 'INVALID_VALUE' });
  const answers = await Promise.all([assign(id, ada.id), assign(id, eve.id), assign(id, ada.id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expectRefused(await assign(id, ada.id), 409, { error: 'CONFLICT', field: 'id' });
  const credits = [...(await creditOf(ada)), ...(await creditOf(eve))];
  expect(credits).toEqual([{ amount: 500, currency: 'KES' }]);
  const entries = await api.sql<{ action: string; actor_type: string }[]>`
    select action, actor_type from audit_entry where resource_id = ${id} order by id`;
  expect(entries.map(({ action }) => action)).toEqual(['receipt.create', 'receipt.assign']);
  expect(entries[1]?.actor_type).toBe('credential');
  expectRefused(await assign('rcp_unknown', ada.id), 404, { error: 'NOT_FOUND' });
});

test('Home shows what is not matched, with the time of the oldest, until it is assigned', async () => {
  const of = await mpesaPartner();
  const unmatched = async () => {
    const figures = await callAs(api, of, { name: 'home.figures', type: 'query' }, {});
    return figures.data.currencies.map((each: { unmatched: object | null }) => each.unmatched);
  };
  expect(await unmatched()).toEqual([]);
  const first = await send({ reference: 'nobody', amount: 300 }, of);
  const second = await send({ reference: 'nobody', amount: 450 }, of);
  const ada = dataOf(await of.post('/v1/subscribers', bodies.subscriber({ phone: newPhone() })));
  await send({ reference: ada.accountNumber, amount: 70 }, of);
  await api.sql`
    update receipt set paid_at = '2026-03-01T08:00:00Z' where transaction_id = ${second}`;
  const oldestPaidAt = '2026-03-01T08:00:00.000Z';
  expect(await unmatched()).toEqual([{ currency: 'KES', count: 2, amount: 750, oldestPaidAt }]);
  for (const number of [first, second]) {
    const { id } = await receiptOf(number, of);
    dataOf(await of.post(`/v1/receipts/${id}/assign`, { subscriberId: ada.id }));
  }
  expect((await unmatched()).filter(Boolean)).toEqual([]);
});

test('one transaction that is confirmed a hundred times at once is stored and counted once', async () => {
  const ada = await newSubscriber();
  const receipt = newTransaction();
  await Promise.all(
    Array.from({ length: 100 }, () => send({ receipt, reference: ada.accountNumber, amount: 700 })),
  );
  expect(await receiptOf(receipt)).toMatchObject({ status: 'MATCHED' });
  expect(await creditOf(ada)).toEqual([{ amount: 700, currency: 'KES' }]);
});

test('fifty payments of one customer at once are all counted', async () => {
  const ada = await newSubscriber();
  await Promise.all(Array.from({ length: 50 }, () => send({ reference: ada.accountNumber, amount: 10 })));
  expect(await creditOf(ada)).toEqual([{ amount: 500, currency: 'KES' }]);
});

test('two partners have the same transaction id each, and neither sees the other', async () => {
  const other = await mpesaPartner();
  const receipt = newTransaction();
  await send({ receipt, reference: 'a' });
  await send({ receipt, reference: 'b' }, other);
  const [mine, theirs] = [await receiptOf(receipt), await receiptOf(receipt, other)];
  expect(mine.accountNumber).toBe('a');
  expect(theirs.accountNumber).toBe('b');
  expectRefused(await other.get(`/v1/receipts/${mine.id}`), 404, { error: 'NOT_FOUND' });
  const ada = await newSubscriber();
  expectRefused(await other.post(`/v1/receipts/${theirs.id}/assign`, { subscriberId: ada.id }), 400, {
    field: 'subscriberId',
  });
});

test('money on the number of another organisation has no effect at the address of the account', async () => {
  const { accountNumber } = await newSubscriber();
  const receipt = newTransaction();
  const body = daraja.confirm(partner.app, { receipt, amount: 500, reference: accountNumber });
  expect(await post(partner.account.webhookUrl, { ...body, BusinessShortCode: '999999' })).toBe(200);
  expect(await receiptOf(receipt)).toBeUndefined();
});

test('money for a terminated subscriber becomes credit', async () => {
  const { subscriber } = await activeSubscription(partner, kes);
  dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/terminate`));
  expect(await receiptOf(await send({ reference: subscriber.accountNumber }))).toMatchObject({
    status: 'MATCHED',
  });
  expect(await creditOf(subscriber)).toEqual([{ amount: 500, currency: 'KES' }]);
});

test('money for an erased subscriber stores no payer, and neither does a receipt that is assigned later', async () => {
  const subscriber = await newSubscriber();
  dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/terminate`));
  const confirm = `${subscriber.firstName} ${subscriber.lastName}`;
  const erase = { name: 'subscriber.erase', type: 'mutation' } as const;
  expect((await callAs(api, partner, erase, { id: subscriber.id, confirm })).status).toBe(200);
  const { phone } = subscriber;
  const direct = await receiptOf(await send({ reference: subscriber.accountNumber, phone }));
  const { id } = await receiptOf(await send({ reference: `0${phone.slice(4)}`, phone }));
  const assigned = dataOf(await assign(id, subscriber.id));
  for (const receipt of [direct, assigned]) {
    expect(receipt).toMatchObject({ status: 'MATCHED', payer: null, payerName: null, accountNumber: null });
    const [stored] = await api.sql`
      select to_jsonb(r)::text || (select string_agg(changes, '') from audit_entry
        where resource_id = r.id and action <> 'receipt.create') as text from receipt r where id = ${receipt.id}`;
    expect(stored?.text).not.toMatch(new RegExp(`${phone.slice(4)}|ACHIENG`, 'i'));
  }
  expect(await creditOf(subscriber)).toEqual([{ amount: 1_000, currency: 'KES' }]);
});

test.each([
  ['as M-Pesa writes it', (receipt: string) => receipt],
  ['in lower case', (receipt: string) => receipt.toLowerCase()],
  ['as a phone corrects it', (receipt: string) => receipt.charAt(0) + receipt.slice(1).toLowerCase()],
])('money whose number staff recorded %s waits for them, and can still be assigned', async (_, written) => {
  const { subscriber } = await activeSubscription(partner, kes);
  const receipt = newTransaction();
  const reference = written(receipt);
  dataOf(
    await partner.post('/v1/payments', {
      ...{ subscriberId: subscriber.id, amount: 500, currency: 'KES', rail: 'manual', reference },
    }),
  );
  await send({ receipt, reference: subscriber.accountNumber });
  const waiting = await receiptOf(receipt);
  expect(waiting).toMatchObject({ status: 'UNMATCHED' });
  expect(dataOf(await assign(waiting.id, subscriber.id))).toMatchObject({ status: 'MATCHED' });
  expect(await creditOf(subscriber)).toEqual([{ amount: 1_000, currency: 'KES' }]);
});

test('the number of a receipt is no reference of a payment that staff record, in capitals or not', async () => {
  const { subscriber } = await activeSubscription(partner, kes);
  const receipt = newTransaction();
  await send({ receipt, reference: subscriber.accountNumber });
  for (const reference of [receipt, receipt.toLowerCase()]) {
    const money = { subscriberId: subscriber.id, amount: 500, currency: 'KES', rail: 'manual', reference };
    const answer = await partner.post('/v1/payments', money);
    expectRefused(answer, 409, { error: 'CONFLICT', field: 'reference', code: 'ALREADY_EXISTS' });
  }
});

test('the number of a receipt that waits is none of a payment that staff record: they assign it', async () => {
  const subscriber = await newSubscriber();
  const receipt = await send({ reference: 'nobody' });
  for (const reference of [receipt, receipt.toLowerCase()]) {
    const money = { subscriberId: subscriber.id, amount: 500, currency: 'KES', rail: 'manual', reference };
    const answer = await partner.post('/v1/payments', money);
    expectRefused(answer, 409, { error: 'CONFLICT', field: 'reference', code: 'ALREADY_EXISTS' });
  }
  dataOf(await assign((await receiptOf(receipt)).id, subscriber.id));
  expect(await creditOf(subscriber)).toEqual([{ amount: 500, currency: 'KES' }]);
});

test('money counts once where its number is recorded in small letters as it is confirmed', async () => {
  const subscriber = await newSubscriber();
  for (let i = 1; i <= 4; i++) {
    const receipt = newTransaction();
    const reference = receipt.toLowerCase();
    const money = { subscriberId: subscriber.id, amount: 500, currency: 'KES', rail: 'manual', reference };
    await Promise.all([
      send({ receipt, reference: subscriber.accountNumber }),
      partner.post('/v1/payments', money),
      send({ receipt, reference: subscriber.accountNumber }),
    ]);
    expect(await creditOf(subscriber)).toEqual([{ amount: 500 * i, currency: 'KES' }]);
  }
});

test.each(['00000101000000', '19691231235959', '99991331000000', '2026112610150'])(
  '400 for money at the time %s, which no timestamp has',
  async (TransTime) => {
    const receipt = newTransaction();
    const body = { ...daraja.confirm(partner.app, { receipt, amount: 500 }), TransTime };
    expect(await post(partner.account.webhookUrl, body)).toBe(400);
    expect(await receiptOf(receipt)).toBeUndefined();
  },
);
