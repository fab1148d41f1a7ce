import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { submitDueRefunds } from '../../server/domain/external/gateway/submit-refunds.ts';
import { registerDueAddresses } from '../../server/domain/gateway-account/register-due.ts';
import { unexpectedMoney } from '../../server/domain/notification/unexpected-money.ts';
import { transaction } from '../../server/work/transaction.ts';
import { useApi } from './api.ts';
import { advance, bodies, dataOf, eventTypes, expectRefused, pendingSubscription } from './helpers.ts';
import { besideMpesa, mpesaHelpers } from './mpesa-helpers.ts';
import { callAs } from './portal-helpers.ts';
import { gate, until } from './stripe-helpers.ts';

const daraja = await vi.hoisted(async () => {
  vi.resetModules();
  const { startFakeDaraja } = await import('../fakes/daraja.ts');
  const fake = await startFakeDaraja();
  process.env.MPESA_API_BASE = fake.base;
  return fake;
});
afterAll(() => daraja.close());

const api = useApi({}, besideMpesa);
const help = mpesaHelpers(api, daraja);
const { mpesaPartner, post, sendPrompts, makeDue, rowOf, paymentOf } = help;
let partner: Awaited<ReturnType<typeof mpesaPartner>>;
beforeAll(async () => {
  partner = await mpesaPartner();
});
const prompted = (over = {}) => help.prompted(partner, over);
const onThePhone = () => help.onThePhone(partner);
const statusOf = async (payment: { id: string }) => (await paymentOf(partner, payment)).status;
const sent = () => daraja.requests.filter(({ path }) => path.includes('/stkpush/'));
const pageOf = async ({ checkoutUrl }: { checkoutUrl: string }) =>
  (await fetch(api.base + new URL(checkoutUrl).pathname, { redirect: 'manual' })).text();

test('201 PENDING and no request to M-Pesa; after the commit one prompt with the account number, then PROCESSING', async () => {
  const before = sent().length;
  const { payment, phone, subscriber } = await prompted();
  expect(payment).toMatchObject({ status: 'PENDING', rail: 'mpesa', amount: 1_500, currency: 'KES' });
  expect(sent().length).toBe(before);
  await Promise.all([1, 2, 3].map(() => sendPrompts(partner)));
  expect(sent().length).toBe(before + 1);
  const { body } = help.promptTo(phone);
  expect(body).toMatchObject({ Amount: 1_500, PartyB: partner.app.shortCode, PhoneNumber: phone.slice(1) });
  expect(body.AccountReference).toMatch(new RegExp(`^${subscriber.accountNumber}[A-Z]{4}$`));
  expect(body.CallBackURL).toMatch(/\/hooks\/pay\/[0-9a-z]{32}$/);
  expect(await statusOf(payment)).toBe('PROCESSING');
});

test('a paid prompt completes the payment once, however often and concurrently it is reported', async () => {
  const { payment, prompt, subscription } = await onThePhone();
  const { callback, receipt } = daraja.pay(prompt);
  const report = () => post(prompt.body.CallBackURL, callback);
  expect(await Promise.all([report(), report(), report()])).toEqual([200, 200, 200]);
  expect(await report()).toBe(200);
  expect(await statusOf(payment)).toBe('COMPLETED');
  expect(await eventTypes(partner, payment.id)).toEqual(['payment.received']);
  expect(dataOf(await partner.get(`/v1/subscriptions/${subscription.id}`)).status).toBe('ACTIVE');
  const [row] = await api.sql`select money_id from checkout where payment_id = ${payment.id}`;
  expect(row?.money_id).toBe(receipt);
  expect(await pageOf(payment)).toContain('This is paid');
});

test.each([
  ['cancelled by the customer', 1032, 'Request cancelled by user', 'PARTNER_REJECTED'],
  ['with a wrong PIN', 2001, 'The initiator information is invalid.', 'PARTNER_REJECTED'],
  ['without enough money', 1, 'The balance is insufficient for the transaction.', 'INSUFFICIENT_FUNDS'],
  ['that timed out', 1037, 'DS timeout user cannot be reached', 'TIMEOUT'],
])(
  'a prompt %s fails with its reason, and the text of M-Pesa is kept and shown',
  async (_, code, text, reason) => {
    const { payment, prompt } = await onThePhone();
    expect(await post(prompt.body.CallBackURL, daraja.fail(prompt, code, text))).toBe(200);
    expect(await paymentOf(partner, payment)).toMatchObject({ status: 'FAILED', failureReason: reason });
    expect(await rowOf(payment)).toMatchObject({ result_text: text, status: 'OVER' });
    expect(await pageOf(payment)).toContain(text);
  },
);

test('a lost callback is found by the status query, which asks until the outcome is known', async () => {
  const { payment, prompt } = await onThePhone();
  const due = new Date((await rowOf(payment))?.next_attempt_at).getTime() - Date.now();
  expect(due).toBeGreaterThan(50_000);
  expect(due).toBeLessThan(61_000);
  await makeDue(payment);
  await sendPrompts(partner);
  expect(await statusOf(payment)).toBe('PROCESSING');
  const { callback, receipt } = daraja.pay(prompt);
  await makeDue(payment);
  daraja.faults.push({ status: 502, body: '<html>Bad gateway</html>' });
  await sendPrompts(partner);
  expect(await statusOf(payment)).toBe('PROCESSING');
  await makeDue(payment);
  await sendPrompts(partner);
  expect(await statusOf(payment)).toBe('COMPLETED');
  // The query states no number, which the late callback brings.
  expect(await post(prompt.body.CallBackURL, callback)).toBe(200);
  expect(await rowOf(payment)).toMatchObject({ transaction_id: receipt });
  expect(await eventTypes(partner, payment.id)).toEqual(['payment.received']);
});

test('a failure without a callback is found by the status query', async () => {
  const { payment, prompt } = await onThePhone();
  daraja.fail(prompt, 1032, 'Request cancelled by user');
  await makeDue(payment);
  await sendPrompts(partner);
  expect(await paymentOf(partner, payment)).toMatchObject({ status: 'FAILED' });
});

test('success after expiry: the payment stays EXPIRED with refundDue, and nothing goes back by itself', async () => {
  const { payment, subscription, prompt } = await onThePhone();
  await api.sql`update payment set status = 'PENDING' where id = ${payment.id}`;
  await advance(partner, { hours: 25 });
  expect(await statusOf(payment)).toBe('EXPIRED');
  const { callback } = daraja.pay(prompt);
  expect(await post(prompt.body.CallBackURL, callback)).toBe(200);
  expect(await paymentOf(partner, payment)).toMatchObject({ status: 'EXPIRED', refundDue: true });
  expect(dataOf(await partner.get(`/v1/subscriptions/${subscription.id}`)).status).toBe('PENDING');
  expect(await api.sql`select id from gateway_refund where payment_id = ${payment.id}`).toEqual([]);
});

test('success after a failure was reported: FAILED with refundDue; a failure after success changes nothing', async () => {
  const first = await onThePhone();
  const failure = daraja.fail(first.prompt, 1032, 'Request cancelled by user');
  const { callback } = daraja.pay(first.prompt);
  await post(first.prompt.body.CallBackURL, failure);
  await post(first.prompt.body.CallBackURL, callback);
  expect(await paymentOf(partner, first.payment)).toMatchObject({ status: 'FAILED', refundDue: true });
  dataOf(await partner.post(`/v1/payments/${first.payment.id}/refunds`, { amount: 500 }));
  dataOf(await partner.post(`/v1/payments/${first.payment.id}/refunds`));
  const refunded = { status: 'FAILED', refundDue: false, refundedAmount: 1_500 };
  expect(await paymentOf(partner, first.payment)).toMatchObject(refunded);

  const second = await onThePhone();
  const paid = daraja.pay(second.prompt).callback;
  const late = daraja.fail(second.prompt, 1037, 'DS timeout');
  await post(second.prompt.body.CallBackURL, paid);
  await post(second.prompt.body.CallBackURL, late);
  expect(await statusOf(second.payment)).toBe('COMPLETED');
});

test('a callback before the answer of the request completes the payment', async () => {
  const { payment, phone } = await prompted();
  const answers = gate();
  const before = daraja.prompts.length;
  daraja.faults.push({ answerAfter: answers.opened });
  const sending = sendPrompts(partner);
  await until(() => daraja.prompts.length > before);
  const prompt = help.promptTo(phone);
  expect(await post(prompt.body.CallBackURL, daraja.pay(prompt).callback)).toBe(200);
  answers.open();
  await sending;
  expect(await statusOf(payment)).toBe('COMPLETED');
  expect(await rowOf(payment)).toMatchObject({ status: 'OVER', next_attempt_at: null });
});

test('a lost answer sends no second prompt while the payer may have the first; its callback counts', async () => {
  const { payment, phone } = await prompted();
  daraja.faults.push('after');
  await sendPrompts(partner);
  expect(await statusOf(payment)).toBe('PENDING');
  const row = await rowOf(payment);
  expect(new Date(row?.next_attempt_at).getTime() - Date.now()).toBeGreaterThan(120_000);
  const prompt = help.promptTo(phone);
  const before = sent().length;
  await sendPrompts(partner);
  expect(sent().length).toBe(before);
  await post(prompt.body.CallBackURL, daraja.pay(prompt).callback);
  expect(await statusOf(payment)).toBe('COMPLETED');
});

test('the failure of a first prompt whose answer was lost does not fail the second', async () => {
  const { payment, phone } = await prompted();
  daraja.faults.push('after');
  await sendPrompts(partner);
  const first = help.promptTo(phone);
  const late = daraja.fail(first, 1037, 'DS timeout user cannot be reached');
  await makeDue(payment);
  await sendPrompts(partner);
  const second = help.promptTo(phone);
  expect(second).not.toBe(first);
  await post(first.body.CallBackURL, late);
  expect(await statusOf(payment)).toBe('PROCESSING');
  await post(second.body.CallBackURL, daraja.pay(second).callback);
  expect(await statusOf(payment)).toBe('COMPLETED');
});

test.each([
  ['that hangs up', 'hang up' as const],
  ['with a page instead of JSON', { status: 502, body: '<html>' }],
  ['with nonsense', { status: 200, body: '[1,2]' }],
  ['without a result', { status: 200, body: {} }],
  ['that is busy', { status: 500, body: { errorCode: '500.003.02', errorMessage: 'System is busy.' } }],
  [
    'that has another prompt for the phone',
    {
      status: 500,
      body: { errorCode: '500.001.1001', errorMessage: 'Unable to lock subscriber, a transaction is' },
    },
  ],
])('a gateway %s changes nothing, and the prompt is sent later', async (_, fault) => {
  const { payment, phone } = await prompted();
  daraja.faults.push(fault);
  await sendPrompts(partner);
  expect(await statusOf(payment)).toBe('PENDING');
  expect((await rowOf(payment))?.failure).toEqual(expect.any(String));
  await makeDue(payment);
  await sendPrompts(partner);
  expect(help.promptTo(phone)).toBeDefined();
  expect(await statusOf(payment)).toBe('PROCESSING');
});

test('a prompt that M-Pesa refuses fails the payment with its text', async () => {
  const { payment } = await prompted();
  const errorMessage = 'Bad Request - Invalid PhoneNumber';
  daraja.faults.push({ status: 400, body: { errorCode: '400.002.02', errorMessage } });
  await sendPrompts(partner);
  expect(await paymentOf(partner, payment)).toMatchObject({
    status: 'FAILED',
    failureReason: 'PARTNER_REJECTED',
  });
  expect(await pageOf(payment)).toContain(errorMessage);
});

test('a token that ended is replaced, and concurrent prompts share one', async () => {
  const tokens = () => daraja.requests.filter(({ path }) => path.startsWith('/oauth/')).length;
  await onThePhone();
  daraja.endTokens();
  const before = tokens();
  const worlds = await Promise.all([1, 2, 3].map(() => prompted()));
  await sendPrompts(partner);
  for (const { payment } of worlds) expect(await statusOf(payment)).toBe('PROCESSING');
  expect(tokens()).toBe(before + 1);
});

test('no prompt for a payment that expired or was replaced before', async () => {
  const { payment, subscription, phone } = await prompted();
  const again = { subscriptionId: subscription.id, rail: 'manual' };
  dataOf(await partner.post('/v1/payments', again));
  await sendPrompts(partner);
  expect(() => help.promptTo(phone)).toThrow('no prompt');
  expect(await statusOf(payment)).toBe('EXPIRED');
  expect(await rowOf(payment)).toMatchObject({ status: 'OVER' });
});

test('no prompt that has waited for long, as one in a restored backup; money of it waits for staff', async () => {
  const { payment, phone } = await prompted();
  await api.sql`
    update prompt set created_at = created_at - interval '11 minutes' where payment_id = ${payment.id}`;
  await sendPrompts(partner);
  expect(() => help.promptTo(phone)).toThrow('no prompt');
  expect(await paymentOf(partner, payment)).toMatchObject({ status: 'FAILED', failureReason: 'TIMEOUT' });
  const row = await rowOf(payment);
  expect(row).toMatchObject({ status: 'OVER', result_text: expect.stringContaining('ten minutes') });
  const money = { receipt: `TJ${randomInt(10 ** 7, 10 ** 8)}`, amount: 1_500, reference: row?.reference };
  expect(await post(partner.account.webhookUrl, daraja.confirm(partner.app, money))).toBe(200);
  expect(await paymentOf(partner, payment)).toMatchObject({ status: 'FAILED', refundDue: true });
});

test('a kill between any two steps leaves one prompt and one truth', async () => {
  // Killed after the request and before its answer was stored: the lease of the dead process ends, and the callback comes first.
  const { payment, prompt, phone } = await onThePhone();
  await api.sql`
    update prompt set status = 'WAITING', request_id = null, next_attempt_at = now() + interval '2 minutes'
    where payment_id = ${payment.id}`;
  await api.sql`update payment set status = 'PENDING' where id = ${payment.id}`;
  await post(prompt.body.CallBackURL, daraja.pay(prompt).callback);
  expect(await statusOf(payment)).toBe('COMPLETED');
  await makeDue(payment);
  await sendPrompts(partner);
  const toPhone = daraja.prompts.filter(({ body }) => body.PhoneNumber === phone.slice(1));
  expect(toPhone).toEqual([prompt]);

  // Killed after the claim and before the request: it is sent at the end of the lease.
  const second = await prompted();
  await api.sql`update prompt set attempts = 1 where payment_id = ${second.payment.id}`;
  await makeDue(second.payment);
  await sendPrompts(partner);
  expect(await statusOf(second.payment)).toBe('PROCESSING');
});

test('the phone of the request gets the prompt; 400 for a number that is no Kenyan mobile, and on other rails', async () => {
  const own = help.newPhone();
  const { phone } = await prompted({ body: { phone: own } });
  await sendPrompts(partner);
  expect(help.promptTo(own).body.PhoneNumber).toBe(own.slice(1));
  expect(() => help.promptTo(phone)).toThrow('no prompt');

  const { subscription } = await pendingSubscription(partner, {
    plan: { priceCurrency: 'KES', priceAmount: 1_500 },
  });
  const request = { subscriptionId: subscription.id, rail: 'mpesa' };
  const refused = (body: object) => partner.post('/v1/payments', { ...request, ...body });
  for (const bad of ['+254202345678', '+12025550123', '+256772123456']) {
    expectRefused(await refused({ phone: bad }), 400, { field: 'phone', code: 'INVALID_VALUE' });
  }
  expectRefused(await refused({ phone: '0712345678' }), 400, { field: 'phone', code: 'INVALID_FORMAT' });
  expectRefused(await refused({ phone: own, rail: 'manual' }), 400, { field: 'phone', code: 'NOT_ALLOWED' });
  expectRefused(await refused({ rail: 'mpesa', amount: 1_500.5 }), 400, { field: 'amount' });
});

test('400 for an amount in another currency or with cents, and without an account', async () => {
  const pay = async (plan: object, of = partner) => {
    const { subscription } = await pendingSubscription(of, { plan });
    return of.post('/v1/payments', {
      subscriptionId: subscription.id,
      rail: 'mpesa',
      phone: help.newPhone(),
    });
  };
  expectRefused(await pay({}), 400, { field: 'rail', code: 'INVALID_VALUE' });
  expectRefused(await pay({ priceCurrency: 'KES', priceAmount: 1_500.5 }), 400, { field: 'rail' });
  const other = await api.partner();
  expectRefused(await pay({ priceCurrency: 'KES', priceAmount: 1_500 }, other as never), 400, {
    field: 'rail',
    code: 'UNSUPPORTED',
  });
});

test('malformed, negative, huge and foreign callbacks have no effect', async () => {
  const { payment, prompt } = await onThePhone();
  const url = prompt.body.CallBackURL;
  const paid = (over: object) => daraja.pay({ ...prompt }, over).callback;
  for (const body of [
    ...['', 'null', '[]', '{}', '{"Body":{"stkCallback":{"ResultCode":0}}}', `"${'x'.repeat(1_000)}"`],
    ...[-1_500, 0, 1e15, '1500 KES', { nested: true }, 1_500.555].map((amount) => paid({ amount })),
    ...['', 'x', "';--", 'A'.repeat(100)].map((receipt) => paid({ receipt })),
  ]) {
    expect(await post(url, body), JSON.stringify(body)).toBe(400);
  }
  expect(await post(`${url}x`, paid({}))).toBe(404);
  expect(await post('http://x/hooks/pay/00000000000000000000000000000000', paid({}))).toBe(404);
  expect(await statusOf(payment)).toBe('PROCESSING');
});

test('a second prompt that is paid too becomes credit of its payer, once', async () => {
  const { payment, phone, subscriber } = await prompted();
  daraja.faults.push('after');
  await sendPrompts(partner);
  const first = help.promptTo(phone);
  daraja.fail(first, 1037, 'DS timeout user cannot be reached');
  await makeDue(payment);
  await sendPrompts(partner);
  const second = help.promptTo(phone);
  await post(second.body.CallBackURL, daraja.pay(second).callback);
  const { callback, receipt } = daraja.pay(first);
  expect(await Promise.all([1, 2].map(() => post(first.body.CallBackURL, callback)))).toEqual([200, 200]);
  const reference = String(first.body.AccountReference);
  await post(partner.account.webhookUrl, daraja.confirm(partner.app, { receipt, amount: 1_500, reference }));
  expect(await statusOf(payment)).toBe('COMPLETED');
  const { creditBalance } = dataOf(await partner.get(`/v1/subscribers/${subscriber.id}`));
  expect(creditBalance).toEqual([{ amount: 1_500, currency: 'KES' }]);
});

test('money that one payment has is not counted for another', async () => {
  const [first, second] = [await onThePhone(), await onThePhone()];
  const { callback, receipt } = daraja.pay(first.prompt);
  await post(first.prompt.body.CallBackURL, callback);
  const again = daraja.pay(second.prompt, { receipt }).callback;
  expect(await post(second.prompt.body.CallBackURL, again)).toBe(200);
  expect(await statusOf(first.payment)).toBe('COMPLETED');
  expect(await statusOf(second.payment)).toBe('PROCESSING');
});

test('the confirmation of a prompt counts its money once, before and after the callback', async () => {
  for (const order of ['before', 'after']) {
    const { payment, prompt } = await onThePhone();
    const { callback, receipt } = daraja.pay(prompt);
    const reference = String(prompt.body.AccountReference);
    const confirmation = daraja.confirm(partner.app, { receipt, amount: 1_500, reference });
    const reports = [
      () => post(prompt.body.CallBackURL, callback),
      () => post(partner.account.webhookUrl, confirmation),
    ];
    for (const report of order === 'before' ? reports.toReversed() : reports)
      expect(await report()).toBe(200);
    expect(await statusOf(payment)).toBe('COMPLETED');
    expect(await rowOf(payment)).toMatchObject({ transaction_id: receipt });
    expect(await eventTypes(partner, payment.id)).toEqual(['payment.received']);
  }
});

test('the confirmation names the money of a payment that a status query completed', async () => {
  const { payment, prompt } = await onThePhone();
  const { receipt } = daraja.pay(prompt);
  await makeDue(payment);
  await sendPrompts(partner);
  expect(await rowOf(payment)).toMatchObject({ status: 'OVER', transaction_id: null });
  const reference = String(prompt.body.AccountReference);
  await post(partner.account.webhookUrl, daraja.confirm(partner.app, { receipt, amount: 1_500, reference }));
  expect(await rowOf(payment)).toMatchObject({ transaction_id: receipt });
});

test('money of another amount, after a status query completed the payment, becomes credit of its payer', async () => {
  const { payment, prompt, subscriber } = await onThePhone();
  daraja.pay(prompt);
  await makeDue(payment);
  await sendPrompts(partner);
  const reference = String(prompt.body.AccountReference);
  const other = { receipt: daraja.newReceipt(), amount: 700, reference };
  await post(partner.account.webhookUrl, daraja.confirm(partner.app, other));
  expect(await paymentOf(partner, payment)).toMatchObject({ status: 'COMPLETED', amount: 1_500 });
  const { creditBalance } = dataOf(await partner.get(`/v1/subscribers/${subscriber.id}`));
  expect(creditBalance).toEqual([{ amount: 700, currency: 'KES' }]);
});

test('on a till, which has no account numbers, the confirmation finds the prompt by its payer', async () => {
  const till = await mpesaPartner({ tillNumber: '512345' });
  expect(till.account).toMatchObject({ payTo: '512345', isTill: true });
  const { payment, prompt, phone } = await help.onThePhone(till);
  expect(prompt.body).toMatchObject({ TransactionType: 'CustomerBuyGoodsOnline', PartyB: '512345' });
  const { callback, receipt } = daraja.pay(prompt);
  const masked = `${phone.slice(1, 5)} ***** ${phone.slice(-3)}`;
  await post(till.account.webhookUrl, daraja.confirm(till.app, { receipt, amount: 1_500, phone: masked }));
  expect((await paymentOf(till, payment)).status).toBe('COMPLETED');
  await post(prompt.body.CallBackURL, callback);
  expect(await eventTypes(till, payment.id)).toEqual(['payment.received']);
});

test('on a till, a payer of whom too little is shown is not that of a prompt', async () => {
  const till = await mpesaPartner({ tillNumber: '512347' });
  const { payment } = await help.onThePhone(till);
  const receipt = daraja.newReceipt();
  await post(
    till.account.webhookUrl,
    daraja.confirm(till.app, { receipt, amount: 1_500, phone: '254 *****' }),
  );
  expect((await paymentOf(till, payment)).status).toBe('PROCESSING');
  expect(dataOf(await till.get(`/v1/receipts?transactionId=${receipt}`))).toMatchObject([
    { status: 'UNMATCHED', amount: 1_500 },
  ]);
});

test('on a till, money that the payer of a cancelled prompt sends later is a receipt of its own', async () => {
  const till = await mpesaPartner({ tillNumber: '512346' });
  const { payment, subscriber, prompt, phone } = await help.onThePhone(till);
  await post(prompt.body.CallBackURL, daraja.fail(prompt, 1032, 'Request cancelled by user'));
  const receipt = daraja.newReceipt();
  await post(
    till.account.webhookUrl,
    daraja.confirm(till.app, { receipt, amount: 1_500, phone: phone.slice(1) }),
  );
  expect(await paymentOf(till, payment)).toMatchObject({ status: 'FAILED', refundDue: false });
  const [stored] = dataOf(await till.get(`/v1/receipts?transactionId=${receipt}`));
  expect(stored).toMatchObject({ status: 'MATCHED', subscriberId: subscriber.id });
});

test.each(['as M-Pesa writes it', 'in lower case'])(
  'money of a prompt whose number staff recorded by hand %s counts once',
  async (written) => {
    const own = await mpesaPartner();
    const { payment, prompt, subscriber } = await help.onThePhone(own);
    const { callback, receipt } = daraja.pay(prompt);
    const reference = written === 'in lower case' ? receipt.toLowerCase() : receipt;
    const money = { subscriberId: subscriber.id, amount: 1_500, currency: 'KES', rail: 'manual', reference };
    dataOf(await own.post('/v1/payments', money));
    expect(await post(prompt.body.CallBackURL, callback)).toBe(200);
    await makeDue(payment);
    await sendPrompts(own);
    expect(await countedMoney(own)).toBe(150_000);
    expect(await paymentOf(own, payment)).toMatchObject({ refundDue: false });
  },
);

describe.each<[string, { tillNumber?: string }]>([
  ['a paybill', {}],
  ['a till', { tillNumber: '530017' }],
])('money of a prompt on %s that staff record by hand counts once', (_, short) => {
  type Own = Awaited<ReturnType<typeof mpesaPartner>>;
  type Asked = Awaited<ReturnType<typeof help.onThePhone>>;
  let own: Own;
  beforeAll(async () => {
    own = await mpesaPartner(short);
  });

  /** A customer who has paid a prompt, and all that may be done with the number of the money. */
  async function paid() {
    const counted = await countedMoney(own);
    const asked: Asked = await help.onThePhone(own);
    const { callback, receipt } = daraja.pay(asked.prompt);
    const { payment, prompt, subscriber, phone } = asked;
    const account = short.tillNumber ? {} : { reference: String(prompt.body.AccountReference) };
    const money = { subscriberId: subscriber.id, amount: 1_500, currency: 'KES', rail: 'manual' };
    return {
      ...{ payment, subscriber, receipt },
      record: (reference = receipt) => own.post('/v1/payments', { ...money, reference }),
      collect: async (amounts: number[]) => {
        const parts = [];
        for (const amount of amounts) {
          const charge = bodies.charge({ amount, currency: 'KES' });
          const { id } = dataOf(await own.post(`/v1/subscribers/${subscriber.id}/charges`, charge));
          parts.push({ chargeId: id, amount, currency: 'KES' });
        }
        const input = { subscriberId: subscriber.id, parts, reference: receipt };
        return callAs(api, own, { name: 'payment.collect', type: 'mutation' }, input);
      },
      report: () => post(prompt.body.CallBackURL, callback),
      confirm: () =>
        post(
          own.account.webhookUrl,
          daraja.confirm(own.app, { receipt, amount: 1_500, phone: phone.slice(1), ...account }),
        ),
      query: async () => {
        await makeDue(payment);
        await sendPrompts(own);
      },
      /** What the account counts of this money. */
      counted: async () => (await countedMoney(own)) - counted,
    };
  }
  const taken = { error: 'CONFLICT', field: 'reference', code: 'ALREADY_EXISTS' };
  const notified = () =>
    transaction(
      { providerId: own.providerId, caller: { type: 'system', name: 'test' }, correlationId: 'c' },
      (scope) => unexpectedMoney(scope),
    );

  test.each([
    ['reported', 'report'],
    ['confirmed', 'confirm'],
  ] as const)('409 for a number that M-Pesa has %s', async (_how, before) => {
    const money = await paid();
    expect(await money[before]()).toBe(200);
    for (const reference of [money.receipt, money.receipt.toLowerCase()])
      expectRefused(await money.record(reference), 409, taken);
    expect((await money.collect([500, 1_000])).status).toBe(409);
    expect(await money.counted()).toBe(150_000);
  });

  test.each([
    ['report', 'report'],
    ['confirmation', 'confirm'],
  ] as const)('at once with its %s', async (_how, report) => {
    for (const write of [(text: string) => text, (text: string) => text.toLowerCase()]) {
      const money = await paid();
      const [, recorded] = await Promise.all([
        money[report](),
        money.record(write(money.receipt)),
        money[report](),
      ]);
      expect([201, 409]).toContain(recorded.status);
      expect(await money.counted()).toBe(150_000);
    }
  });

  test('409 for a number that staff have recorded, in capitals or not, and for one debt or several', async () => {
    const money = await paid();
    const answers = await Promise.all([money.receipt, money.receipt.toLowerCase()].map(money.record));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await money.collect([500, 1_000])).status).toBe(409);
    const other = await paid();
    expect((await other.collect([500, 1_000])).status).toBe(200);
    expectRefused(await other.record(other.receipt.toLowerCase()), 409, taken);
    expect(await other.counted()).toBe(150_000);
  });

  test('for several debts, before the report', async () => {
    const money = await paid();
    expect((await money.collect([500, 1_000])).status).toBe(200);
    for (const report of [money.report, money.confirm]) expect(await report()).toBe(200);
    expect(await money.counted()).toBe(150_000);
    expect(await paymentOf(own, money.payment)).toMatchObject({ status: 'FAILED', refundDue: false });
  });

  test('before a status query, which has no number, and the late reports', async () => {
    const money = await paid();
    dataOf(await money.record(money.receipt.toLowerCase()));
    await money.query();
    expect(await paymentOf(own, money.payment)).toMatchObject({ status: 'FAILED', refundDue: false });
    for (const report of [money.report, money.confirm]) expect(await report()).toBe(200);
    expect(await money.counted()).toBe(150_000);
    expect(dataOf(await own.get(`/v1/receipts?transactionId=${money.receipt}`))).toEqual([]);
  });

  test('a status query completes the payment where staff recorded other money of the subscriber', async () => {
    const money = await paid();
    dataOf(await money.record(`CASH-${money.receipt}`));
    await money.query();
    expect(await paymentOf(own, money.payment)).toMatchObject({ status: 'COMPLETED' });
    expect(await money.counted()).toBe(300_000);
  });

  test.each([
    ['report', 'report'],
    ['confirmation', 'confirm'],
  ] as const)('staff are notified where the %s of a queried prompt has its number', async (_how, report) => {
    const money = await paid();
    await money.query();
    const recorded = dataOf(await money.record(money.receipt.toLowerCase()));
    const of = async () => (await notified()).filter((each) => JSON.stringify(each).includes(recorded.id));
    expect(await of()).toEqual([]);
    for (const _ of [1, 2]) expect(await money[report]()).toBe(200);
    const cause = { kind: 'MONEY_COUNTED_TWICE', paymentId: recorded.id, reference: recorded.reference };
    expect(await of()).toMatchObject([{ ...cause, amount: 1_500, currency: 'KES' }]);
    const entries = await api.sql`
      select action from audit_entry where resource_id = ${recorded.id} and action = 'payment.count_twice'`;
    expect(entries).toHaveLength(1);
    dataOf(await own.post(`/v1/payments/${recorded.id}/refunds`, {}));
    expect(await of()).toEqual([]);
  });
});

/** The money that an account counts: completed payments, in minor units. */
async function countedMoney({ providerId }: { providerId: string }): Promise<number> {
  const [row] = await api.sql`
    select coalesce(sum(amount), 0)::int as counted from payment where provider_id = ${providerId} and status = 'COMPLETED'`;
  return row?.counted;
}

describe('money on a till counts once', () => {
  let shortCode = 610_000;
  const newTill = () => mpesaPartner({ tillNumber: String(shortCode++) });
  type Till = Awaited<ReturnType<typeof newTill>>;
  const masked = (phone: string) => `${phone.slice(1, 5)} ***** ${phone.slice(-3)}`;
  const confirm = (till: Till, receipt: string, phone: string, paidAt?: Date) =>
    post(
      till.account.webhookUrl,
      daraja.confirm(till.app, { receipt, amount: 1_500, phone, ...(paidAt && { paidAt }) }),
    );
  const receiptsOf = async (till: Till, receipt: string) =>
    dataOf(await till.get(`/v1/receipts?transactionId=${receipt}`));

  test.each([
    ['in clear', (phone: string) => phone.slice(1)],
    ['masked', masked],
  ])('a confirmation after the status query, with the number of the payer %s', async (_, shown) => {
    const till = await newTill();
    const { payment, prompt, phone } = await help.onThePhone(till);
    const { receipt, callback } = daraja.pay(prompt);
    await makeDue(payment);
    await sendPrompts(till);
    expect(await rowOf(payment)).toMatchObject({ status: 'OVER', transaction_id: null });
    await confirm(till, receipt, shown(phone));
    expect(await rowOf(payment)).toMatchObject({ transaction_id: receipt });
    await post(prompt.body.CallBackURL, callback);
    expect(await receiptsOf(till, receipt)).toEqual([]);
    expect(await countedMoney(till)).toBe(150_000);
  });

  test('a confirmation while the answer of the request is lost', async () => {
    const till = await newTill();
    const { payment, phone } = await help.prompted(till);
    daraja.faults.push('after');
    await sendPrompts(till);
    const prompt = help.promptTo(phone);
    const { receipt, callback } = daraja.pay(prompt);
    await confirm(till, receipt, phone.slice(1));
    await post(prompt.body.CallBackURL, callback);
    expect(await paymentOf(till, payment)).toMatchObject({ status: 'COMPLETED', refundDue: false });
    expect(await countedMoney(till)).toBe(150_000);
  });

  /** Two payers of one price whose visible digits are the same. */
  async function twoAlike(till: Till) {
    const end = String(randomInt(100, 1_000));
    const of = (middle: string) => help.prompted(till, { phone: `+2547${middle}${end}` });
    const both = [await of('11122'), await of('33344')] as const;
    await sendPrompts(till);
    return both.map((world) => ({ ...world, prompt: help.promptTo(world.phone) }));
  }

  test.each(['the callbacks', 'the status query'])(
    'a payer whose digits another one has too; %s decide',
    async (decides) => {
      const till = await newTill();
      const [other, payer] = await twoAlike(till);
      if (!other || !payer) throw new Error('there are two');
      const { receipt, callback } = daraja.pay(payer.prompt);
      await confirm(till, receipt, masked(payer.phone));
      expect(await receiptsOf(till, receipt)).toMatchObject([{ status: 'UNMATCHED' }]);
      const cancelled = daraja.fail(other.prompt, 1032, 'Request cancelled by user');
      if (decides === 'the callbacks') {
        await post(payer.prompt.body.CallBackURL, callback);
        await post(other.prompt.body.CallBackURL, cancelled);
      }
      for (const { payment } of [other, payer]) await makeDue(payment);
      await sendPrompts(till);
      expect((await paymentOf(till, other.payment)).status).toBe('FAILED');
      expect((await paymentOf(till, payer.payment)).status).toBe('COMPLETED');
      expect(await receiptsOf(till, receipt)).toMatchObject([
        { status: 'MATCHED', paymentId: payer.payment.id, subscriberId: payer.subscriber.id },
      ]);
      expect(await countedMoney(till)).toBe(150_000);
    },
  );

  test('two payers alike who both pay, confirmed before their callbacks', async () => {
    const till = await newTill();
    const paid = (await twoAlike(till)).map((world) => ({ ...world, ...daraja.pay(world.prompt) }));
    for (const { receipt, phone } of paid) await confirm(till, receipt, masked(phone));
    for (const { prompt, callback } of paid) await post(prompt.body.CallBackURL, callback);
    for (const { payment } of paid) expect((await paymentOf(till, payment)).status).toBe('COMPLETED');
    expect(await countedMoney(till)).toBe(300_000);
  });

  test('money that was taken for another prompt is not credit of the payer whose callback names it', async () => {
    const till = await newTill();
    const end = String(randomInt(100, 1_000));
    const first = await help.prompted(till, { phone: `+254711122${end}` });
    await sendPrompts(till);
    const prompt = help.promptTo(first.phone);
    // A stranger with the same visible digits pays by hand.
    await confirm(till, daraja.newReceipt(), masked(first.phone));
    const second = await help.prompted(till, { phone: `+254733344${end}` });
    await sendPrompts(till);
    const { receipt, callback } = daraja.pay(prompt);
    await confirm(till, receipt, masked(second.phone));
    await post(prompt.body.CallBackURL, callback);
    expect(await receiptsOf(till, receipt)).toEqual([]);
    expect(await countedMoney(till)).toBe(300_000);
  });

  test('money that may be that of several prompts is not credit of whoever has the payer’s number', async () => {
    const till = await newTill();
    const bob = dataOf(await till.post('/v1/subscribers', bodies.subscriber({ phone: help.newPhone() })));
    const other = await help.prompted(till, { body: { phone: bob.phone } });
    await sendPrompts(till);
    // Cancelled, which is not reported yet.
    daraja.fail(help.promptTo(bob.phone), 1032, 'Request cancelled by user');
    const asked = await help.prompted(till, { body: { phone: bob.phone } });
    await sendPrompts(till);
    const paid = { ...asked, prompt: help.promptTo(bob.phone) };
    const { receipt, callback } = daraja.pay(paid.prompt);
    await confirm(till, receipt, bob.phone.slice(1));
    expect(await receiptsOf(till, receipt)).toMatchObject([{ status: 'UNMATCHED' }]);
    await post(paid.prompt.body.CallBackURL, callback);
    expect((await paymentOf(till, paid.payment)).status).toBe('COMPLETED');
    expect((await paymentOf(till, other.payment)).status).not.toBe('COMPLETED');
    expect(await countedMoney(till)).toBe(150_000);
  });

  test('money that waits is that of the prompt that is left once the others are over', async () => {
    const till = await newTill();
    const [other, payer] = await twoAlike(till);
    if (!other || !payer) throw new Error('there are two');
    const { receipt, callback } = daraja.pay(payer.prompt);
    await makeDue(payer.payment);
    await sendPrompts(till);
    expect(await rowOf(payer.payment)).toMatchObject({ status: 'OVER', transaction_id: null });
    await confirm(till, receipt, masked(payer.phone));
    expect(await receiptsOf(till, receipt)).toMatchObject([{ status: 'UNMATCHED' }]);
    await post(other.prompt.body.CallBackURL, daraja.fail(other.prompt, 1032, 'Request cancelled by user'));
    expect(await rowOf(payer.payment)).toMatchObject({ transaction_id: receipt });
    expect(await receiptsOf(till, receipt)).toMatchObject([
      { status: 'MATCHED', paymentId: payer.payment.id },
    ]);
    await post(payer.prompt.body.CallBackURL, callback);
    expect(await countedMoney(till)).toBe(150_000);
  });

  test.each([
    ['confirmation 0', 'query 1', 'callback 0', 'callback 1', 'query 0', 'confirmation 1'],
    ['confirmation 0', 'query 1', 'callback 1', 'query 0', 'callback 0'],
    ['query 0', 'confirmation 0', 'query 1', 'callback 0', 'callback 1'],
    ['query 0', 'query 1', 'confirmation 1', 'confirmation 0', 'callback 0'],
  ])('two payers alike who both pay, reported in the order %s, %s, %s, %s, %s', async (...order) => {
    const till = await newTill();
    const paid = (await twoAlike(till)).map((world) => ({ ...world, ...daraja.pay(world.prompt) }));
    for (const step of [...order, ...order]) {
      const [kind, n] = step.split(' ');
      const of = paid[Number(n)];
      if (!of) throw new Error('there are two');
      if (kind === 'confirmation') await confirm(till, of.receipt, masked(of.phone));
      else if (kind === 'callback') await post(of.prompt.body.CallBackURL, of.callback);
      else {
        await makeDue(of.payment);
        await sendPrompts(till);
      }
    }
    for (const { payment } of paid) expect((await paymentOf(till, payment)).status).toBe('COMPLETED');
    expect(await countedMoney(till)).toBe(300_000);
  });

  test.each([
    ['assign', 'query', 'callback'],
    ['assign', 'callback', 'query'],
    ['query', 'assign', 'callback'],
    ['assign to the other', 'query', 'callback'],
    ['assign to the other', 'callback', 'query'],
    ['assign to a third', 'query'],
  ])('staff assign the money of one of two payers alike, in the order %s, %s, %s', async (...order) => {
    const till = await newTill();
    const [payer, other] = await twoAlike(till);
    if (!other || !payer) throw new Error('there are two');
    const third = dataOf(await till.post('/v1/subscribers', bodies.subscriber()));
    const { receipt, callback } = daraja.pay(payer.prompt);
    const cancelled = daraja.fail(other.prompt, 1032, 'Request cancelled by user');
    await confirm(till, receipt, masked(payer.phone));
    const [waiting] = await receiptsOf(till, receipt);
    const chosen = { assign: payer.subscriber, 'assign to the other': other.subscriber };
    for (const step of order) {
      if (step?.startsWith('assign')) {
        const { id: subscriberId } = chosen[step as keyof typeof chosen] ?? third;
        const assign = () => till.post(`/v1/receipts/${waiting.id}/assign`, { subscriberId });
        expect(dataOf(await assign())).toMatchObject({ status: 'MATCHED', subscriberId });
        expect((await assign()).status).toBe(409);
      } else if (step === 'query') {
        await makeDue(payer.payment);
        await sendPrompts(till);
      } else if (step === 'callback') await post(payer.prompt.body.CallBackURL, callback);
    }
    await post(other.prompt.body.CallBackURL, cancelled);
    expect(await countedMoney(till)).toBe(150_000);
  });

  test.each(['query of the payer first', 'query of the other first', 'a callback after it'])(
    'staff assign the money of one of two payers alike who both paid to its payer: %s',
    async (order) => {
      const till = await newTill();
      const [payer, other] = (await twoAlike(till)).map((world) => ({
        ...world,
        ...daraja.pay(world.prompt),
      }));
      if (!other || !payer) throw new Error('there are two');
      for (const { receipt, phone } of [payer, other]) await confirm(till, receipt, masked(phone));
      const [waiting] = await receiptsOf(till, payer.receipt);
      await till.post(`/v1/receipts/${waiting.id}/assign`, { subscriberId: payer.subscriber.id });
      const asked = order === 'query of the payer first' ? [payer, other] : [other, payer, other];
      for (const { payment } of asked) {
        if ((await paymentOf(till, payment)).status !== 'PROCESSING') continue;
        await makeDue(payment);
        await sendPrompts(till);
      }
      if (order === 'a callback after it')
        for (const { prompt, callback } of [other, payer]) await post(prompt.body.CallBackURL, callback);
      expect(await countedMoney(till)).toBe(300_000);
      await advance(till, { hours: 1 });
      for (const { subscription } of [payer, other])
        expect(dataOf(await till.get(`/v1/subscriptions/${subscription.id}`)).status).toBe('ACTIVE');
      expect((await paymentOf(till, other.payment)).status).toBe('COMPLETED');
    },
  );

  test.each(['assign, query', 'query, assign'])(
    'staff assign money of which too little of the payer is shown, in the order %s',
    async (order) => {
      const till = await newTill();
      const { payment, prompt, subscriber } = await help.onThePhone(till);
      const { receipt } = daraja.pay(prompt);
      await confirm(till, receipt, '254 *****');
      const [waiting] = await receiptsOf(till, receipt);
      const assign = () => till.post(`/v1/receipts/${waiting.id}/assign`, { subscriberId: subscriber.id });
      if (order === 'assign, query') await assign();
      await makeDue(payment);
      await sendPrompts(till);
      if (order === 'query, assign')
        expect(dataOf(await assign())).toMatchObject({ status: 'MATCHED', paymentId: payment.id });
      expect(await countedMoney(till)).toBe(150_000);
    },
  );

  test.each(['the callback', 'the status query'])(
    'staff assign the money of the second of two debts to its payer before %s',
    async (reports) => {
      const till = await newTill();
      const phone = help.newPhone();
      const subscriber = dataOf(await till.post('/v1/subscribers', bodies.subscriber({ phone })));
      const asked = [];
      for (const result of ['cancelled', 'paid']) {
        const charge = { description: result, amount: 1_500, currency: 'KES' };
        const { id } = dataOf(await till.post(`/v1/subscribers/${subscriber.id}/charges`, charge));
        const payment = dataOf(await till.post('/v1/payments', { chargeId: id, rail: 'mpesa' }));
        await sendPrompts(till);
        const prompt = help.promptTo(phone);
        if (result === 'cancelled') daraja.fail(prompt, 1032, 'Request cancelled by user');
        asked.push({ payment, prompt });
      }
      const [, paid] = asked;
      if (!paid) throw new Error('there are two');
      const { receipt, callback } = daraja.pay(paid.prompt);
      await confirm(till, receipt, masked(phone));
      const [waiting] = await receiptsOf(till, receipt);
      await till.post(`/v1/receipts/${waiting.id}/assign`, { subscriberId: subscriber.id });
      if (reports === 'the callback') await post(paid.prompt.body.CallBackURL, callback);
      for (const { payment } of asked) await makeDue(payment);
      await sendPrompts(till);
      expect(await countedMoney(till)).toBe(150_000);
    },
  );

  test('the callback and the confirmation of another form at the same time', async () => {
    const till = await newTill();
    const { payment, prompt } = await help.onThePhone(till);
    const { receipt, callback } = daraja.pay(prompt);
    await Promise.all([
      confirm(till, receipt, '254 *****'),
      post(prompt.body.CallBackURL, callback),
      confirm(till, receipt, '254 *****'),
    ]);
    expect((await paymentOf(till, payment)).status).toBe('COMPLETED');
    for (const { paymentId } of await receiptsOf(till, receipt)) expect(paymentId).toBe(payment.id);
    expect(await countedMoney(till)).toBe(150_000);
  });

  test('money that became credit does not pay a prompt that reports it too', async () => {
    const till = await newTill();
    const { payment, prompt, subscriber, phone } = await help.onThePhone(till);
    const { receipt, callback } = daraja.pay(prompt);
    // No prompt had this phone when the money is confirmed.
    await api.sql`update prompt set phone = '+254700000000' where payment_id = ${payment.id}`;
    await confirm(till, receipt, phone.slice(1));
    expect(await receiptsOf(till, receipt)).toMatchObject([
      { status: 'MATCHED', subscriberId: subscriber.id },
    ]);
    await post(prompt.body.CallBackURL, callback);
    expect(await paymentOf(till, payment)).toMatchObject({ refundDue: false });
    expect(await countedMoney(till)).toBe(150_000);
    // The payer of the prompt pays by hand too.
    const byHand = daraja.newReceipt();
    await confirm(till, byHand, masked('+254700000000'));
    expect(await receiptsOf(till, byHand)).toMatchObject([{ status: 'UNMATCHED' }]);
  });

  test('money on account that became credit as a receipt ends its prompt', async () => {
    const till = await newTill();
    const phone = help.newPhone();
    const subscriber = dataOf(await till.post('/v1/subscribers', bodies.subscriber({ phone })));
    const onAccount = { subscriberId: subscriber.id, amount: 1_500, currency: 'KES', rail: 'mpesa' };
    const payment = dataOf(await till.post('/v1/payments', onAccount));
    await sendPrompts(till);
    const prompt = help.promptTo(phone);
    const { receipt, callback } = daraja.pay(prompt);
    await api.sql`update prompt set phone = '+254700000000' where payment_id = ${payment.id}`;
    await confirm(till, receipt, phone.slice(1));
    await post(prompt.body.CallBackURL, callback);
    await makeDue(payment);
    await sendPrompts(till);
    expect(await paymentOf(till, payment)).toMatchObject({ status: 'FAILED', refundDue: false });
    expect(await countedMoney(till)).toBe(150_000);
  });

  test.each([
    ['before the prompt', -3_600_000],
    ['within the minute before, by another clock', -30_000],
  ])('money that was paid %s', async (_, ms) => {
    const till = await newTill();
    const { payment, phone } = await help.onThePhone(till);
    const receipt = daraja.newReceipt();
    await confirm(till, receipt, masked(phone), new Date(Date.now() + ms));
    const isOfPrompt = ms > -60_000;
    expect((await paymentOf(till, payment)).status).toBe(isOfPrompt ? 'COMPLETED' : 'PROCESSING');
    expect(await receiptsOf(till, receipt)).toHaveLength(isOfPrompt ? 0 : 1);
  });

  test('money that the same payer sends after a status query completed the payment is a receipt', async () => {
    const till = await newTill();
    const { payment, prompt, phone } = await help.onThePhone(till);
    daraja.pay(prompt);
    await makeDue(payment);
    await sendPrompts(till);
    const receipt = daraja.newReceipt();
    await confirm(till, receipt, phone.slice(1), new Date(Date.now() + 600_000));
    expect(await receiptsOf(till, receipt)).toMatchObject([{ status: 'MATCHED' }]);
    expect(await countedMoney(till)).toBe(300_000);
  });
});

test('money with the reference of a prompt that a status query completed before is a receipt', async () => {
  const { payment, prompt, phone } = await help.onThePhone(partner);
  daraja.pay(prompt);
  await makeDue(payment);
  await sendPrompts(partner);
  const confirm = (receipt: string, paidAt: Date) =>
    post(
      partner.account.webhookUrl,
      daraja.confirm(partner.app, {
        ...{ receipt, amount: 1_500, phone: phone.slice(1), paidAt },
        reference: String(prompt.body.AccountReference),
      }),
    );
  const [byHand, own] = [daraja.newReceipt(), daraja.newReceipt()];
  await confirm(byHand, new Date(Date.now() + 600_000));
  expect(dataOf(await partner.get(`/v1/receipts?transactionId=${byHand}`))).toMatchObject([
    { status: 'MATCHED' },
  ]);
  await confirm(own, new Date());
  expect(await rowOf(payment)).toMatchObject({ transaction_id: own });
});

test('a refund is a reversal where the account has an initiator; its failure is shown', async () => {
  const own = await mpesaPartner({ initiator: 'apiop', securityCredential: 'c2VjcmV0' });
  expect(own.account).toMatchObject({ canRefund: true });
  const { payment, prompt } = await help.onThePhone(own);
  const { callback, receipt } = daraja.pay(prompt);
  await post(prompt.body.CallBackURL, callback);
  const { id } = dataOf(await own.post(`/v1/payments/${payment.id}/refunds`, {}));
  await submitDueRefunds({ providerId: own.providerId, budgetMs: 5_000 });
  const reversal = daraja.reversals.at(-1);
  if (!reversal) throw new Error('there is no reversal');
  expect(reversal.body).toMatchObject({ TransactionID: receipt, Amount: 1_500, Initiator: 'apiop' });
  // Hex spells no word that Daraja refuses in an address, whatever the random part.
  expect(prompt.body.CallBackURL).toMatch(/\/hooks\/pay\/[0-9a-f]{32}$/);
  expect(reversal.body.ResultURL).toMatch(/\/hooks\/pay\/[0-9a-f]+\/refunds\/[0-9a-f]+\/1$/);
  const row = async () => (await api.sql`select * from gateway_refund where id = ${id}`)[0];
  expect(await row()).toMatchObject({ gateway_id: reversal.ConversationID, failure: null });
  await post(reversal.body.ResultURL, daraja.reversalResult(reversal, 0, 'Processed'));
  expect((await row())?.submitted_at).not.toBeNull();
  const failed = daraja.reversalResult(reversal, 1, 'The balance is insufficient for the transaction.');
  expect(await post(reversal.body.ResultURL, failed)).toBe(200);
  expect(await post(reversal.body.ResultURL, failed)).toBe(200);
  expect(await row()).toMatchObject({ submitted_at: null, round: '2' });
  expect((await row())?.failure).toContain('The balance is insufficient');
  expect(await post(reversal.body.ResultURL, '{}')).toBe(400);
});

test('a refund with cents is refused before it is announced, because M-Pesa reverses whole shillings', async () => {
  const own = await mpesaPartner({ initiator: 'apiop', securityCredential: 'c2VjcmV0' });
  const { payment, prompt } = await help.onThePhone(own);
  await post(prompt.body.CallBackURL, daraja.pay(prompt).callback);
  const refund = (amount: number) => own.post(`/v1/payments/${payment.id}/refunds`, { amount });
  expectRefused(await refund(100.5), 400, { field: 'amount', code: 'INVALID_VALUE' });
  expect(dataOf(await own.get(`/v1/refunds?paymentId=${payment.id}`))).toEqual([]);
  expect(dataOf(await refund(100))).toMatchObject({ amount: 100 });
});

test('a payment that M-Pesa reversed before is that of a repeated refund, but not of a second one', async () => {
  const own = await mpesaPartner({ initiator: 'apiop', securityCredential: 'c2VjcmV0' });
  const { payment, prompt } = await help.onThePhone(own);
  await post(prompt.body.CallBackURL, daraja.pay(prompt).callback);
  const refunded = async (amount: number) => {
    const { id } = dataOf(await own.post(`/v1/payments/${payment.id}/refunds`, { amount }));
    await submitDueRefunds({ providerId: own.providerId, budgetMs: 5_000 });
    const reversal = daraja.reversals.at(-1);
    if (!reversal) throw new Error('there is no reversal');
    const text = 'The transaction has already been reversed.';
    const report = () => post(reversal.body.ResultURL, daraja.reversalResult(reversal, 'R000001', text));
    const row = async () => (await api.sql`select * from gateway_refund where id = ${id}`)[0];
    return { report, row };
  };
  const first = await refunded(400);
  // The answer of its first attempt was lost, and the reversal was made.
  expect(await first.report()).toBe(200);
  expect(await first.row()).toMatchObject({ failure: null });
  expect((await first.row())?.submitted_at).not.toBeNull();
  const second = await refunded(1_100);
  expect(await second.report()).toBe(200);
  expect(await second.row()).toMatchObject({ submitted_at: null, next_attempt_at: null });
  expect((await second.row())?.failure).toContain('reversed this one for another refund');
  expect(await first.report()).toBe(200);
  expect(await first.row()).toMatchObject({ failure: null });
});

test('without an initiator a refund is recorded, and the partner returns the money', async () => {
  const { payment, prompt } = await onThePhone();
  await post(prompt.body.CallBackURL, daraja.pay(prompt).callback);
  dataOf(await partner.post(`/v1/payments/${payment.id}/refunds`, {}));
  expect(await api.sql`select id from gateway_refund where payment_id = ${payment.id}`).toEqual([]);
  expect(await paymentOf(partner, payment)).toMatchObject({ refundedAmount: 1_500 });
});

test('money of another amount completes the payment as it arrived, once', async () => {
  const { payment, prompt } = await onThePhone();
  const { callback } = daraja.pay(prompt, { amount: 1_400 });
  expect(await Promise.all([1, 2].map(() => post(prompt.body.CallBackURL, callback)))).toEqual([200, 200]);
  expect(await paymentOf(partner, payment)).toMatchObject({ status: 'COMPLETED', amount: 1_400 });
});

test('the addresses of an account are registered with the save, and again after a failure', async () => {
  daraja.faults.push({
    status: 500,
    body: { errorCode: '500.003.1001', errorMessage: 'Internal Server Error' },
  });
  const own = await mpesaPartner();
  const register = () => registerDueAddresses({ providerId: own.providerId, budgetMs: 5_000 });
  await register();
  const read = async () =>
    (await api.sql`select * from gateway_account where provider_id = ${own.providerId}`)[0];
  expect(await read()).toMatchObject({ registered_at: null, registration_failure: 'Internal Server Error' });
  await api.sql`update gateway_account set next_attempt_at = now() - interval '1 second' where provider_id = ${own.providerId}`;
  await register();
  expect(await read()).toMatchObject({ registration_failure: null, next_attempt_at: null });
  expect(daraja.registered.get(own.app.shortCode)).toMatchObject({
    ResponseType: 'Completed',
    ConfirmationURL: own.account.webhookUrl,
    ValidationURL: `${own.account.webhookUrl}/validation`,
  });
  expect(await post(`${own.account.webhookUrl}/validation`, {})).toBe(200);
});

test('the test of an account gives the answer of M-Pesa, and no secret is in the answers', async () => {
  const own = await mpesaPartner();
  expect((await help.gatewayAccount('test', { gateway: 'mpesa' }, own)).data.isAccepted).toBe(true);
  const saved = await help.gatewayAccount(
    'save',
    { gateway: 'mpesa', ...own.app, consumerSecret: 'wrong' },
    own,
  );
  expect(saved.text).not.toContain(own.app.passkey);
  const refused = (await help.gatewayAccount('test', { gateway: 'mpesa' }, own)).data;
  expect(refused).toMatchObject({ isAccepted: false });
  expect(refused.answer).toContain('Invalid Authentication passed');
});
