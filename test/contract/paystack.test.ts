import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { submitDueRefunds } from '../../server/domain/external/gateway/submit-refunds.ts';
import { expireDueSessions } from '../../server/domain/payment/expire-sessions.ts';
import { recordPaystackLine } from '../../server/domain/receipt/record-line.ts';
import { newId } from '../../server/work/ids.ts';
import { transaction } from '../../server/work/transaction.ts';
import { paystackSignature } from '../fakes/paystack.ts';
import { useApi } from './api.ts';
import { advance, dataOf, eventTypes, expectRefused, pendingSubscription } from './helpers.ts';
import { besideMpesa } from './mpesa-helpers.ts';
import { callAs, type Staff, signedInPartner } from './portal-helpers.ts';

const paystack = await vi.hoisted(async () => {
  vi.resetModules();
  const { startFakePaystack } = await import('../fakes/paystack.ts');
  const fake = await startFakePaystack();
  process.env.PAYSTACK_API_BASE = fake.base;
  return fake;
});
afterAll(() => paystack.close());

const api = useApi({}, besideMpesa);
const KEY = 'sk_test_paystack';
let partner: Staff;
let hook: string;
beforeAll(async () => {
  paystack.keys.add(KEY);
  partner = await signedInPartner(api);
  hook = (await save(KEY)).data.webhookUrl;
});

const account = (verb: 'save' | 'test', input: object, as = partner) =>
  callAs(api, as, { name: `gatewayAccount.${verb}`, type: 'mutation' }, { gateway: 'paystack', ...input });
const save = (secretKey: string, as = partner) => account('save', { secretKey }, as);

async function asked(over: object = {}) {
  const plan = { priceCurrency: 'KES', priceAmount: 1_500.5, ...over };
  const world = await pendingSubscription(partner, { plan });
  const body = { subscriptionId: world.subscription.id, rail: 'paystack' };
  return { ...world, payment: dataOf(await partner.post('/v1/payments', body)) };
}
const visit = ({ checkoutUrl }: { checkoutUrl: string }, end = '') =>
  fetch(api.base + new URL(checkoutUrl).pathname + end, { redirect: 'manual' });
const sessionOf = ({ id }: { id: string }) => {
  const own = paystack.transactions.filter(({ reference }) => reference.startsWith(id.replace('_', '-')));
  const [first] = own;
  if (!first) throw new Error('there is no session');
  return { first, count: own.length, last: own.at(-1) ?? first };
};
async function open() {
  const world = await asked();
  await visit(world.payment);
  return { ...world, session: sessionOf(world.payment).first };
}
async function paid() {
  const world = await open();
  expect(await report(paystack.pay(world.session))).toBe(200);
  return world;
}
async function report(event: object | string, { key = KEY, url = hook, signature = '' } = {}) {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const answer = await fetch(api.base + new URL(url).pathname, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-paystack-signature': signature || paystackSignature(body, key),
    },
  });
  await answer.text();
  return answer.status;
}
const read = async ({ id }: { id: string }) => dataOf(await partner.get(`/v1/payments/${id}`));
const submit = async () => {
  await api.sql`update gateway_refund set next_attempt_at = now() - interval '1 second' where next_attempt_at is not null`;
  await submitDueRefunds({ providerId: partner.providerId, budgetMs: 5_000 });
};
/** Records the line of a statement, by default without the id of the transaction. */
const recordLine = ({ reference }: { reference: string }, transactionId?: string) => {
  const origin = { providerId: partner.providerId, correlationId: randomUUID() };
  return transaction({ ...origin, caller: { type: 'system', name: 'test' } }, (scope) =>
    recordPaystackLine(scope, { reference, amount: 1_500.5, currency: 'KES', transactionId }),
  );
};
const refundsOf = ({ id }: { id: number }) =>
  paystack.refunds.filter(({ transaction }) => transaction === id);

test('303 to one session for every visit, with the amount in hundredths and the payment in the reference', async () => {
  const { payment, subscriber } = await asked();
  const answers = await Promise.all(Array.from({ length: 20 }, () => visit(payment)));
  answers.push(await visit(payment));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
  expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1);
  const { first, count } = sessionOf(payment);
  expect(count).toBe(1);
  expect(first.body).toMatchObject({ amount: '150050', currency: 'KES', email: subscriber.email });
  expect(first.body.callback_url).toBe(`${payment.checkoutUrl}/thanks`);
});

test('a lost answer takes the next reference, and the money of both sessions counts: the second as credit, once', async () => {
  const { payment } = await asked();
  paystack.faults.push('after');
  expect((await visit(payment)).status).toBe(502);
  expect((await visit(payment)).status).toBe(303);
  const { first, last, count } = sessionOf(payment);
  expect(count).toBe(2);
  const { id, subscriberId } = payment;
  const firstPaid = paystack.pay(first);
  expect(await report(firstPaid)).toBe(200);
  expect((await read(payment)).status).toBe('COMPLETED');
  const lastPaid = paystack.pay(last);
  expect(await Promise.all([report(lastPaid), report(lastPaid)])).toContain(200);
  expect(await report(lastPaid)).toBe(200);
  expect(await report(firstPaid)).toBe(200);
  const [row] = await api.sql`select money_id from checkout where payment_id = ${id}`;
  expect(row?.money_id).toBe(String(first.id));
  expect(dataOf(await partner.get(`/v1/subscribers/${subscriberId}`)).creditBalance).toEqual([
    { amount: 1_500.5, currency: 'KES' },
  ]);
  const [other] = await api.sql`
    select p.id, c.money_id from payment p join checkout c on c.payment_id = p.id where p.reference = ${last.reference}`;
  expect(other?.money_id).toBe(String(last.id));
  dataOf(await partner.post(`/v1/payments/${other?.id}/refunds`, {}));
  await submit();
  expect(refundsOf(last)).toMatchObject([{ amount: 150_050 }]);
  expect(refundsOf(first)).toEqual([]);
});

test('a session that a restored database lacks and that is paid completes the payment in place of a second one', async () => {
  const { payment, session } = await open();
  const event = paystack.pay(session);
  await api.sql`
    update checkout set page_id = null, page_url = null, closed_at = null, next_attempt_at = now() where payment_id = ${payment.id}`;
  const answer = await visit(payment);
  expect(await answer.text()).toContain('This is paid');
  expect(sessionOf(payment).count).toBe(1);
  expect((await read(payment)).status).toBe('COMPLETED');
  expect(await report(event)).toBe(200);
  expect(await eventTypes(partner, payment.id)).toEqual(['payment.received']);
});

test('money of a session before the stored one goes back where the payment has expired', async () => {
  const { payment } = await asked();
  paystack.faults.push('after');
  await visit(payment);
  await visit(payment);
  const { first, last } = sessionOf(payment);
  expect(last).not.toBe(first);
  await advance(partner, { hours: 25 });
  expect((await read(payment)).status).toBe('EXPIRED');
  expect(await report(paystack.pay(first))).toBe(200);
  await submit();
  expect(refundsOf(first)).toMatchObject([{ amount: 150_050 }]);
});

test('a paid session completes the payment once, however often it is reported', async () => {
  const { payment, session } = await open();
  const event = paystack.pay(session);
  expect(await Promise.all([1, 2, 3].map(() => report(event)))).toEqual([200, 200, 200]);
  expect(await report(event)).toBe(200);
  expect(await read(payment)).toMatchObject({ status: 'COMPLETED' });
  expect(await eventTypes(partner, payment.id)).toEqual(['payment.received']);
});

test('a payer who is back before the webhook sees the payment, which is verified', async () => {
  const { payment, session } = await open();
  expect(await (await visit(payment, '/thanks')).text()).toContain('waiting for the payment');
  expect((await read(payment)).status).toBe('PENDING');
  const event = paystack.pay(session);
  expect(await (await visit(payment, '/thanks')).text()).toContain('we have received your payment');
  expect((await read(payment)).status).toBe('COMPLETED');
  expect(await report(event)).toBe(200);
  expect(await eventTypes(partner, payment.id)).toEqual(['payment.received']);
});

test('a gateway that does not verify changes nothing on the page', async () => {
  const { payment } = await open();
  paystack.faults.push({ status: 500, body: 'nonsense' });
  expect(await (await visit(payment, '/thanks')).text()).toContain('waiting for the payment');
});

test('400 for a wrong, foreign or missing signature; nonsense and events of others have no effect', async () => {
  const { payment, session } = await open();
  const event = paystack.pay(session);
  expect(await report(event, { key: 'sk_test_other' })).toBe(400);
  const signed = paystackSignature(JSON.stringify(event), KEY);
  const others = [`${signed}f`, `${signed}zz`, signed.slice(0, -1)];
  for (const signature of ['x', '00'.repeat(64), 'zz'.repeat(64), 'a'.repeat(1_000), ...others]) {
    expect(await report(event, { signature })).toBe(400);
  }
  expect((await read(payment)).status).toBe('PENDING');
  const { data } = event;
  for (const other of [
    ...['', 'null', '[]', '{"event":"charge.success"}'],
    ...[{ reference: 'order-1' }, { reference: null }, { status: 'failed' }, { domain: 'live' }].map(
      (over) => ({
        event: 'charge.success',
        data: { ...data, ...over },
      }),
    ),
    { event: 'transfer.success', data },
    { event: 'refund.failed', data: { transaction_reference: 'order-1' } },
  ]) {
    expect(await report(other), JSON.stringify(other)).toBe(200);
  }
  expect((await read(payment)).status).toBe('PENDING');
});

test.each(['USD', 'X', 'kes', '', '<b>', '\u0000X', 'E'.repeat(5_000)])(
  'money in another currency changes nothing, and the audit trail shows it, whatever it is called: %#',
  async (currency) => {
    const { payment, session } = await open();
    const { data } = paystack.pay(session);
    expect(await report({ event: 'charge.success', data: { ...data, currency } })).toBe(200);
    expect((await read(payment)).status).toBe('PENDING');
    for (const name of ['audit.list', 'audit.export']) {
      const query = { name, type: 'query' } as const;
      const { status, data } = await callAs(api, partner, query, { resourceId: payment.id });
      expect([name, status]).toEqual([name, 200]);
      expect(data.data.map(({ action }: { action: string }) => action)).toContain('payment.mismatch');
    }
  },
);

test('another account cannot settle the payment', async () => {
  const { payment, session } = await open();
  const other = await signedInPartner(api);
  paystack.keys.add('sk_test_attacker');
  const { data } = await save('sk_test_attacker', other);
  expect(await report(paystack.pay(session), { key: 'sk_test_attacker', url: data.webhookUrl })).toBe(200);
  expect((await read(payment)).status).toBe('PENDING');
});

test('a late payment stays expired, and its money goes back', async () => {
  const { payment, session } = await open();
  await advance(partner, { hours: 25 });
  await expireDueSessions({ providerId: partner.providerId, budgetMs: 5_000 });
  expect(await report(paystack.pay(session))).toBe(200);
  // The money is on its way back, so it cannot become credit too.
  expectRefused(await partner.post(`/v1/payments/${payment.id}/keep-as-credit`), 409);
  await submit();
  expect(await read(payment)).toMatchObject({ status: 'EXPIRED', refundDue: false, refundedAmount: 1_500.5 });
  expect(refundsOf(session)).toMatchObject([{ amount: 150_050 }]);
});

test('money whose report never comes is found when the payment expires, and goes back', async () => {
  const { payment, session } = await open();
  paystack.pay(session);
  await advance(partner, { hours: 25 });
  paystack.faults.push('hang up');
  const expire = () => expireDueSessions({ providerId: partner.providerId, budgetMs: 5_000 });
  await expire();
  expect(await read(payment)).toMatchObject({ status: 'EXPIRED', refundDue: false });
  await api.sql`update checkout set next_attempt_at = now() where payment_id = ${payment.id}`;
  await expire();
  expect(await read(payment)).toMatchObject({ status: 'EXPIRED', refundDue: true });
  await submit();
  expect(await read(payment)).toMatchObject({ refundDue: false, refundedAmount: 1_500.5 });
  expect(refundsOf(session)).toMatchObject([{ amount: 150_050 }]);
});

test('late money of a statement stays until staff decide, also where its report comes later', async () => {
  const [refunded, kept] = [await open(), await open()];
  const events = [refunded, kept].map(({ session }) => paystack.pay(session));
  await advance(partner, { hours: 25 });
  for (const { payment, session } of [refunded, kept]) {
    await recordLine(session);
    await submit();
    expect(await read(payment)).toMatchObject({ status: 'EXPIRED', refundDue: true, refundedAmount: 0 });
    expect(refundsOf(session)).toEqual([]);
  }
  dataOf(await partner.post(`/v1/payments/${kept.payment.id}/keep-as-credit`));
  for (const event of events) expect(await report(event)).toBe(200);
  await submit();
  expect(await read(kept.payment)).toMatchObject({ refundDue: false, creditedAmount: 1_500.5 });
  expect(refundsOf(kept.session)).toEqual([]);
  expect(refundsOf(refunded.session)).toEqual([]);
  dataOf(await partner.post(`/v1/payments/${refunded.payment.id}/refunds`));
  await submit();
  expect(await read(refunded.payment)).toMatchObject({ refundDue: false, refundedAmount: 1_500.5 });
  expect(refundsOf(refunded.session)).toMatchObject([{ amount: 150_050 }]);
});

test.each([
  ['a fraction', (id: number) => `${id}.0`],
  ['groups', (id: number) => id.toLocaleString('en')],
  ['an exponent', (id: number) => id.toExponential(3)],
  ['a leading zero', (id: number) => `0${id}`],
])('money of a statement counts once where a spreadsheet has rewritten its id: %s', async (_, rewritten) => {
  const { payment, session, subscriber } = await open();
  const event = paystack.pay(session);
  await recordLine(session, rewritten(session.id));
  expect(await report(event)).toBe(200);
  expect(await read(payment)).toMatchObject({ status: 'COMPLETED', amount: 1_500.5 });
  expect(dataOf(await partner.get(`/v1/subscribers/${subscriber.id}`)).creditBalance).toEqual([]);
});

test('a refund is made once: after a lost answer the list of refunds has it', async () => {
  const { payment, session } = await paid();
  dataOf(await partner.post(`/v1/payments/${payment.id}/refunds`, { amount: 500 }));
  // The list of refunds is read first.
  paystack.faults.push('none', 'after');
  await submit();
  expect(refundsOf(session)).toHaveLength(1);
  await submit();
  expect(refundsOf(session)).toHaveLength(1);
  const [row] = await api.sql`select * from gateway_refund where payment_id = ${payment.id}`;
  expect(row).toMatchObject({ gateway_id: String(refundsOf(session)[0]?.id), failure: null });
  dataOf(await partner.post(`/v1/payments/${payment.id}/refunds`, {}));
  await submit();
  expect(refundsOf(session).map(({ amount }) => amount)).toEqual([50_000, 100_050]);
});

test('money of a statement without the id of the transaction is refunded by its reference, until a report has the id', async () => {
  for (const isReported of [false, true]) {
    const { payment, session } = await open();
    const event = paystack.pay(session);
    await recordLine(session);
    expect((await read(payment)).status).toBe('COMPLETED');
    if (isReported) expect(await report(event)).toBe(200);
    const [row] = await api.sql`select money_id from checkout where payment_id = ${payment.id}`;
    expect(row?.money_id).toBe(isReported ? String(session.id) : session.reference);
    expect(await eventTypes(partner, payment.id)).toEqual(['payment.received']);
    dataOf(await partner.post(`/v1/payments/${payment.id}/refunds`, {}));
    paystack.faults.push('none', 'none', 'after');
    await submit();
    await submit();
    paystack.faults.length = 0;
    expect(refundsOf(session)).toMatchObject([{ amount: 150_050 }]);
  }
});

test('a refund that a restored database has not attempted yet is not made again', async () => {
  const { payment, session } = await paid();
  dataOf(await partner.post(`/v1/payments/${payment.id}/refunds`, { amount: 500 }));
  await submit();
  await api.sql`
    update gateway_refund set attempts = 0, gateway_id = null, submitted_at = null, next_attempt_at = now()
    where payment_id = ${payment.id}`;
  await submit();
  const made = refundsOf(session);
  expect(made).toHaveLength(1);
  const [row] = await api.sql`select gateway_id from gateway_refund where payment_id = ${payment.id}`;
  expect(row).toEqual({ gateway_id: String(made[0]?.id) });
});

/** Paystack makes a refund whose answer is lost, and refuses the next attempt for good. */
async function givenUp(session: { id: number }) {
  paystack.faults.push('none', 'after');
  await submit();
  paystack.faults.push({ status: 400, body: { status: false, message: 'Merchant is not active' } });
  await submit();
  paystack.faults.length = 0;
  const [made] = refundsOf(session);
  if (!made) throw new Error('there is no refund');
  return made;
}

test('a refund that was given up is made once it is reported, and one that failed since then is not', async () => {
  const { payment, session } = await paid();
  dataOf(await partner.post(`/v1/payments/${payment.id}/refunds`, { amount: 400 }));
  const made = await givenUp(session);
  const row = async () => {
    const [found] = await api.sql`
      select submitted_at is not null as made, failure, gateway_id from gateway_refund where payment_id = ${payment.id}`;
    return found;
  };
  expect(await row()).toMatchObject({ made: false, failure: expect.any(String) });
  const processed = paystack.refundEnds(made, 'processed');
  for (const _ of ['once', 'again']) expect(await report(processed)).toBe(200);
  expect(await row()).toEqual({ made: true, failure: null, gateway_id: String(made.id) });
  expect(await report(paystack.refundEnds(made, 'failed'))).toBe(200);
  expect(await report(processed)).toBe(200);
  expect(await row()).toMatchObject({ made: false, failure: expect.stringContaining('failed') });
});

const refundByStaff = (amount?: number) => (id: string) =>
  partner.post(`/v1/payments/${id}/refunds`, { amount });
const keepAsCredit = (id: string) => partner.post(`/v1/payments/${id}/keep-as-credit`, {});

test.each([
  ['waits', [], 0],
  ['was kept as credit', [keepAsCredit], 1_500.5],
  ['was refunded by staff', [refundByStaff()], 0],
  ['was refunded in part and kept, which is not used,', [refundByStaff(500), keepAsCredit], 0],
] as const)(
  'late money that %s when a refund that was given up is reported is owed only as far as its credit was used',
  async (_, decisions, owed) => {
    const { payment, session } = await open();
    await api.sql`update payment set expires_at = now() - interval '1 minute' where id = ${payment.id}`;
    expect(await report(paystack.pay(session))).toBe(200);
    const made = await givenUp(session);
    for (const decide of decisions) dataOf(await decide(payment.id));
    // Paystack refuses what staff refund again.
    await submit();
    expect(refundsOf(session)).toHaveLength(1);
    for (const __ of ['once', 'again'])
      expect(await report(paystack.refundEnds(made, 'processed'))).toBe(200);
    expect(await read(payment)).toMatchObject({ refundDue: false, refundedAmount: 1_500.5 });
    expect((await keepAsCredit(payment.id)).status).not.toBe(200);
    const charges = dataOf(await partner.get(`/v1/charges?subscriberId=${payment.subscriberId}`));
    expect(charges.map(({ amount }: { amount: number }) => amount)).toEqual(owed ? [owed] : []);
    const subscriber = dataOf(await partner.get(`/v1/subscribers/${payment.subscriberId}`));
    expect(subscriber.creditBalance).toEqual([]);
  },
);

test('a failed refund, of which the report names the transaction only, is shown and can be retried', async () => {
  const { payment, session } = await paid();
  dataOf(await partner.post(`/v1/payments/${payment.id}/refunds`, { amount: 100 }));
  dataOf(await partner.post(`/v1/payments/${payment.id}/refunds`, { amount: 200 }));
  await submit();
  // Refunds that are due together are submitted in any order.
  const [first, second] = refundsOf(session).toSorted((a, b) => a.amount - b.amount);
  if (!first || !second) throw new Error('there are no refunds');
  expect(await report(paystack.refundEnds(second, 'processed'))).toBe(200);
  const failed = paystack.refundEnds(first, 'failed');
  expect(await Promise.all([report(failed), report(failed)])).toEqual([200, 200]);
  const rows = await api.sql`
    select amount, submitted_at, failure, round from gateway_refund where payment_id = ${payment.id} order by created_at, id`;
  expect(rows).toMatchObject([
    { amount: '10000', submitted_at: null, failure: expect.stringContaining('failed'), round: '2' },
    { amount: '20000', failure: null, round: '1' },
  ]);
  const [{ id } = { id: '' }] = await api.sql`
    select id from gateway_refund where payment_id = ${payment.id} and failure is not null`;
  await callAs(
    api,
    partner,
    { name: 'payment.retryGatewayRefund', type: 'mutation' },
    { id: payment.id, gatewayRefundId: id },
  );
  await submit();
  expect(refundsOf(session)).toHaveLength(3);
  expect(refundsOf(session).at(-1)?.amount).toBe(10_000);
});

test('a refund of the dashboard is recorded here once, and one of Demarc is not recorded again', async () => {
  const { payment, session } = await paid();
  dataOf(await partner.post(`/v1/payments/${payment.id}/refunds`, { amount: 100 }));
  await submit();
  const [own] = refundsOf(session);
  const other = paystack.refundInDashboard(session, 20_000);
  if (!own) throw new Error('there is no refund');
  const ended = [paystack.refundEnds(own, 'processed'), paystack.refundEnds(other, 'processed')];
  for (const event of [...ended, ...ended]) expect(await report(event)).toBe(200);
  const refunds = dataOf(await partner.get(`/v1/refunds?paymentId=${payment.id}&sort=createdAt`));
  expect(refunds.map(({ amount }: { amount: number }) => amount)).toEqual([100, 200]);
  expect(refunds[1].note).toContain('Paystack');
  expect(await read(payment)).toMatchObject({ refundedAmount: 300 });
});

test('a refund of Demarc that a restored database does not have is recorded once, and its failure is shown', async () => {
  const { payment, session } = await paid();
  const made = paystack.refundInDashboard(session, 60_000);
  made.merchant_note = `${newId('refund', new Date())} 1`;
  const ended = paystack.refundEnds(made, 'processed');
  expect(await Promise.all([report(ended), report(ended)])).toEqual([200, 200]);
  expect(await report(ended)).toBe(200);
  expect(await read(payment)).toMatchObject({ refundedAmount: 600 });
  expectRefused(await partner.post(`/v1/payments/${payment.id}/refunds`, { amount: 901 }), 400);
  await submit();
  expect(refundsOf(session)).toEqual([made]);
  expect(await report(paystack.refundEnds(made, 'failed'))).toBe(200);
  const rows = await api.sql`select failure, round from gateway_refund where payment_id = ${payment.id}`;
  expect(rows).toEqual([{ failure: expect.stringContaining('failed'), round: '2' }]);
});

test('the failure of a former attempt does not end the refund that the list of Paystack has found', async () => {
  const { payment, session } = await paid();
  const refund = dataOf(await partner.post(`/v1/payments/${payment.id}/refunds`, { amount: 300 }));
  await submit();
  const [first] = refundsOf(session);
  if (!first) throw new Error('there is no refund');
  const second = paystack.refundInDashboard(session, 30_000);
  second.merchant_note = `${refund.id} 2`;
  second.status = 'processed';
  // As in a restored database that has not attempted it.
  await api.sql`
    update gateway_refund set attempts = 0, gateway_id = null, submitted_at = null, next_attempt_at = now()
    where payment_id = ${payment.id}`;
  const failed = paystack.refundEnds(first, 'failed');
  await submit();
  expect(await report(failed)).toBe(200);
  const rows = await api.sql`select gateway_id, failure from gateway_refund where payment_id = ${payment.id}`;
  expect(rows).toEqual([{ gateway_id: String(second.id), failure: null }]);
});

test('a refund or a dispute that is reported before its payment is repeated until the payment is known', async () => {
  const { payment, session } = await open();
  const event = paystack.pay(session);
  const refund = paystack.refundEnds(paystack.refundInDashboard(session, 50_000), 'processed');
  const disputed = paystack.dispute(session, 'create', { id: 4_713 });
  const send = () => Promise.all([refund, disputed].map((each) => report(each)));
  expect(await send()).toEqual([500, 500]);
  expect(await report(event)).toBe(200);
  expect(await send()).toEqual([200, 200]);
  expect(await read(payment)).toMatchObject({
    ...{ status: 'COMPLETED', refundedAmount: 500, dispute: { status: 'OPEN' } },
  });
});

test('a refund of money that is stored by its reference is found', async () => {
  const { payment, session } = await open();
  paystack.pay(session);
  await recordLine(session);
  const made = paystack.refundInDashboard(session, 50_000);
  expect(await report(paystack.refundEnds(made, 'processed'))).toBe(200);
  expect(await read(payment)).toMatchObject({ refundedAmount: 500 });
});

test('a dispute is shown, and a lost one is one refund, whatever order the reports have', async () => {
  const { payment, session } = await paid();
  const id = 4_711;
  expect(await report(paystack.dispute(session, 'create', { id }))).toBe(200);
  expect((await read(payment)).dispute).toMatchObject({
    status: 'OPEN',
    amount: 1_500.5,
    reason: 'chargeback',
  });
  const refund = paystack.refundInDashboard(session, session.amount, id);
  await report(paystack.refundEnds(refund, 'processed'));
  const lost = paystack.dispute(session, 'resolve', { id, resolution: 'merchant-accepted' });
  for (const event of [lost, lost, paystack.dispute(session, 'remind', { id })]) await report(event);
  expect(await read(payment)).toMatchObject({
    dispute: { status: 'LOST', closedAt: '2026-11-25T10:00:00.000Z' },
    refundedAmount: 1_500.5,
  });
  const refunds = dataOf(await partner.get(`/v1/refunds?paymentId=${payment.id}`));
  expect(refunds.map(({ reason }: { reason: string }) => reason)).toEqual(['DISPUTE_LOST']);

  const second = await paid();
  await report(paystack.dispute(second.session, 'resolve', { id: 4_712, resolution: 'declined' }));
  expect(await read(second.payment)).toMatchObject({ dispute: { status: 'WON' }, refundedAmount: 0 });
});

test('a report about a refund is repeated while the list of refunds is unknown', async () => {
  const { payment, session } = await paid();
  dataOf(await partner.post(`/v1/payments/${payment.id}/refunds`, {}));
  await submit();
  const [refund] = refundsOf(session);
  if (!refund) throw new Error('there is no refund');
  const failed = paystack.refundEnds(refund, 'failed');
  paystack.faults.push('hang up');
  expect(await report(failed)).toBe(500);
  expect(await report(failed)).toBe(200);
});

test('the key fits the account, and its test gives the answer of Paystack', async () => {
  expect((await account('test', {})).data).toEqual({
    isAccepted: true,
    answer: 'Paystack accepts the key: Balances retrieved.',
  });
  expect((await save('sk_live_paystack')).text).toContain('test keys only');
  expect((await save('pk_test_paystack')).status).toBe(400);
  const own = await signedInPartner(api);
  await save('sk_test_nobody', own);
  expect((await account('test', {}, own)).data).toEqual({
    isAccepted: false,
    answer: 'Paystack: Invalid key',
  });
});

test('400 for a currency that Paystack does not take', async () => {
  const { subscription } = await pendingSubscription(partner, { plan: { priceCurrency: 'EUR' } });
  const refused = await partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'paystack' });
  expectRefused(refused, 400, { field: 'rail', code: 'INVALID_VALUE' });
  const { rails } = dataOf(await partner.get('/v1/provider'));
  expect(rails.find(({ name }: { name: string }) => name === 'paystack').currencies.toSorted()).toEqual([
    'GHS',
    'KES',
    'NGN',
    'USD',
    'ZAR',
  ]);
});

test('while another process begins the session of a link, a visit waits for it; one that ends without it leaves it to the next', async () => {
  const { payment } = await asked();
  const begun = () =>
    paystack.transactions.filter(({ reference }) => reference.startsWith(payment.id.replace('_', '-')));
  // As if the other process had claimed it.
  await api.sql`update checkout set next_attempt_at = now() + interval '20 seconds' where payment_id = ${payment.id}`;
  const [first, second] = [visit(payment), visit(payment)];
  await new Promise((done) => setTimeout(done, 600));
  expect(begun()).toEqual([]);
  await api.sql`
    update checkout set page_id = 'other', page_url = 'https://checkout.example/other' where payment_id = ${payment.id}`;
  for (const answer of [await first, await second])
    expect(answer.headers.get('location')).toBe('https://checkout.example/other');
  expect(begun()).toEqual([]);

  const { payment: left } = await asked();
  await api.sql`update checkout set next_attempt_at = now() + interval '1 second' where payment_id = ${left.id}`;
  expect((await visit(left)).status).toBe(303);
  expect(sessionOf(left).count).toBe(1);
});
