import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectAccounts } from '../../server/demo/accounts.ts';
import { createDemoPages } from '../../server/demo/desk.ts';
import { demoKeys } from '../../server/demo/keys.ts';
import { payToPaybill } from '../../server/demo/outside/mpesa.ts';
import { type StandIns, startStandIns } from '../../server/demo/stand-ins.ts';
import { submitDueRefunds } from '../../server/domain/external/gateway/submit-refunds.ts';
import { pushDueServices } from '../../server/domain/external/outbound-sync/push-due.ts';
import { registerDueAddresses } from '../../server/domain/gateway-account/register-due.ts';
import { processDueEvents } from '../../server/domain/inbound-event/process-due.ts';
import { sendDueEmails } from '../../server/domain/messaging/email/send-due.ts';
import { sendDuePrompts } from '../../server/domain/payment/send-prompts.ts';
import { standInOf } from '../../server/stand-ins.ts';
import { transaction } from '../../server/work/transaction.ts';
import { eventually } from '../fixtures/eventually.ts';
import { useApi } from './api.ts';
import { bodies, dataOf, pendingSubscription } from './helpers.ts';
import { answerOf } from './message-helpers.ts';
import { besideMpesa } from './mpesa-helpers.ts';
import { callAs, origin, type Staff, signedInPartner } from './portal-helpers.ts';

let standIns: StandIns;
/** The networks that opened unknown checkouts. */
const strangers: string[] = [];
/** Takes two of them. */
const failed = {
  take: (network: string) =>
    strangers.push(network) > 2 ? { ok: false as const, retryAfterSeconds: 7 } : { ok: true as const },
};
const api = useApi({}, async (req, res) => {
  if (req.url?.startsWith('/demo')) createDemoPages(standIns, failed)(req, res);
  else await besideMpesa(req, res);
});
const log = { warn: () => {} };

let demo: Staff;
let other: Staff;
beforeAll(async () => {
  demo = await signedInPartner(api);
  other = await signedInPartner(api);
  standIns = await startStandIns({
    ...{ providerId: demo.providerId, origin: api.base, log, payerWaitsMs: 3_600_000 },
  });
  const caller = { type: 'system', name: 'test' } as const;
  await transaction({ providerId: demo.providerId, caller, correlationId: 'demo' }, connectAccounts);
});
afterAll(() => standIns.stop());

const budget = () => ({ providerId: demo.providerId, budgetMs: 10_000 });
const call = (name: string, input: object, as = demo) => callAs(api, as, { name, type: 'mutation' }, input);
const read = async ({ id }: { id: string }) => dataOf(await demo.get(`/v1/payments/${id}`));
const kes = { plan: { priceCurrency: 'KES', priceAmount: 1_500 } };
const newPhone = (end = '') => `+2547${String(randomInt(10 ** 7, 10 ** 8)).slice(end.length)}${end}`;

async function requested(rail: string) {
  const world = await pendingSubscription(demo, kes);
  const phone = rail === 'mpesa' ? { phone: newPhone() } : {};
  const payment = dataOf(
    await demo.post('/v1/payments', { subscriptionId: world.subscription.id, rail, ...phone }),
  );
  return { ...world, payment };
}

/** Submits a form of the demo's pages as the person who is signed in. */
const submit = (path: string, form: Record<string, string>, { cookie } = demo, from = origin) =>
  fetch(api.base + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin: from },
    body: new URLSearchParams(form),
  });

test('every account accepts its demo key, and refuses a wrong one', async () => {
  for (const gateway of ['stripe', 'paystack', 'mpesa']) {
    expect(answerOf(await call('gatewayAccount.test', { gateway })), gateway).toMatchObject({
      isAccepted: true,
    });
  }
  for (const gateway of ['africastalking', 'smtp']) {
    expect(answerOf(await call('messageAccount.test', { gateway })), gateway).toMatchObject({
      isAccepted: true,
    });
  }
  const { mpesa } = demoKeys(demo.providerId);
  await call('gatewayAccount.save', { gateway: 'mpesa', ...mpesa, consumerSecret: 'wrong' });
  expect(answerOf(await call('gatewayAccount.test', { gateway: 'mpesa' }))).toMatchObject({
    isAccepted: false,
  });
  await call('gatewayAccount.save', { gateway: 'mpesa', ...mpesa });
  await registerDueAddresses(budget());
  const [account] = await api.sql`
    select registered_at from gateway_account where provider_id = ${demo.providerId} and gateway = 'mpesa'`;
  expect(account?.registered_at).not.toBeNull();
});

describe('M-Pesa', () => {
  async function prompted() {
    const world = await requested('mpesa');
    await sendDuePrompts(budget());
    expect(await read(world.payment)).toMatchObject({ status: 'PROCESSING' });
    return world;
  }

  test.each([
    ['paid', { status: 'COMPLETED' }],
    ['cancelled', { status: 'FAILED', failureReason: 'PARTNER_REJECTED' }],
    ['no money', { status: 'FAILED', failureReason: 'INSUFFICIENT_FUNDS' }],
    ['unreachable', { status: 'FAILED', failureReason: 'TIMEOUT' }],
  ] as const)('a prompt is %s at the phone, once', async (answer, expected) => {
    const { payment } = await prompted();
    const form = { does: 'prompt', act: answer, payment: payment.id };
    expect((await submit('/demo', form)).headers.get('location')).toBe('/demo?done=done');
    expect(await read(payment)).toMatchObject(expected);
    expect((await submit('/demo', form)).headers.get('location')).toBe('/demo?done=refused');
    // The confirmation of the money counts it no second time.
    const receipts = await api.sql`select 1 from receipt where provider_id = ${demo.providerId}`;
    expect(receipts).toHaveLength(0);
  });

  test('a payer who does nothing pays, also after the process was started again', async () => {
    const { payment } = await prompted();
    standIns.outside.payerWaitsMs = 1_000;
    const next = await requested('mpesa');
    await sendDuePrompts(budget());
    await eventually(async () => expect(await read(next.payment)).toMatchObject({ status: 'COMPLETED' }));
    standIns.outside.payerWaitsMs = 3_600_000;
    // The query of a prompt that has had no report for a minute.
    await api.sql`update prompt set next_attempt_at = now() where payment_id = ${payment.id}`;
    await sendDuePrompts(budget());
    await eventually(async () => expect(await read(payment)).toMatchObject({ status: 'COMPLETED' }));
  });

  test('money on the paybill is a payment by the account number, and waits with another one', async () => {
    const { subscriber } = await pendingSubscription(demo, kes);
    const unknown = newPhone();
    const send = (account: string) =>
      payToPaybill(standIns.outside, { account, amount: 700, phone: unknown, payerName: 'Ann' });
    expect(await send(subscriber.accountNumber)).toBe(true);
    expect(await send('house 4')).toBe(true);
    const receipts = dataOf(await demo.get('/v1/receipts?limit=100'));
    const of = (account: string) =>
      receipts.find((each: { accountNumber: string }) => each.accountNumber === account);
    expect(of(subscriber.accountNumber)).toMatchObject({
      status: 'MATCHED',
      subscriberId: subscriber.id,
      amount: 700,
    });
    expect(of('house 4')).toMatchObject({ status: 'UNMATCHED' });
    const bad = { does: 'paybill', act: 'pay', account: 'x', amount: '0.5', phone: unknown };
    expect((await submit('/demo', bad)).headers.get('location')).toBe('/demo?done=amount');
  });
});

describe.each(['stripe', 'paystack'] as const)('%s', (rail) => {
  const visit = ({ checkoutUrl }: { checkoutUrl: string }) =>
    fetch(`${api.base}${new URL(checkoutUrl).pathname}/go`, { redirect: 'manual' });

  async function atCheckout() {
    const world = await requested(rail);
    const location = (await visit(world.payment)).headers.get('location') ?? '';
    return { ...world, page: new URL(location).pathname };
  }

  async function paid() {
    const world = await atCheckout();
    const answer = await submit(world.page, { act: 'pay' });
    expect(answer.headers.get('location')).toBe(`${new URL(world.payment.checkoutUrl).pathname}/thanks`);
    expect(await read(world.payment)).toMatchObject({ status: 'COMPLETED', amount: 1_500 });
    return world;
  }

  test('a payer pays on the page of the gateway, without an account of the portal, after a declined card', async () => {
    const { page, payment } = await atCheckout();
    expect(await (await fetch(api.base + page)).text()).toContain('1,500');
    const declined = await submit(page, { act: 'decline' }, { ...demo, cookie: '' });
    expect(await declined.text()).toContain('declined');
    expect(await read(payment)).toMatchObject({ status: 'PENDING' });
    // Browsers send no origin from the page of a payer.
    await submit(page, { act: 'pay' }, { ...demo, cookie: '' }, 'null');
    expect(await read(payment)).toMatchObject({ status: 'COMPLETED' });
    expect(await (await fetch(api.base + page)).text()).toContain('This checkout is over');
  });

  test('a refund is submitted to the gateway, and a repetition is the same refund', async () => {
    const { payment } = await paid();
    dataOf(await demo.post(`/v1/payments/${payment.id}/refunds`, { amount: 200 }));
    await submitDueRefunds(budget());
    const rows = () => api.sql`
      select gateway_id, submitted_at from gateway_refund where payment_id = ${payment.id}`;
    const [first] = await rows();
    expect(first).toMatchObject({ gateway_id: expect.any(String), submitted_at: expect.anything() });
    await api.sql`
      update gateway_refund set submitted_at = null, next_attempt_at = now() where payment_id = ${payment.id}`;
    await submitDueRefunds(budget());
    expect((await rows())[0]?.gateway_id).toBe(first?.gateway_id);
  });

  test('a refund in the dashboard becomes a refund here', async () => {
    const { payment } = await paid();
    await submit('/demo', { does: 'gateway', act: 'refund', payment: payment.id });
    expect(await read(payment)).toMatchObject({ refundedAmount: 1_500 });
    const again = await submit('/demo', { does: 'gateway', act: 'refund', payment: payment.id });
    expect(again.headers.get('location')).toBe('/demo?done=refused');
  });

  test.each(['won', 'lost'] as const)('a dispute that is %s', async (result) => {
    const { payment } = await paid();
    await submit('/demo', { does: 'gateway', act: 'open', payment: payment.id });
    expect(await read(payment)).toMatchObject({ dispute: { status: 'OPEN', amount: 1_500 } });
    await submit('/demo', { does: 'gateway', act: result, payment: payment.id });
    expect(await read(payment)).toMatchObject({
      dispute: { status: result.toUpperCase() },
      refundedAmount: result === 'lost' ? 1_500 : 0,
    });
  });
});

describe('messages', () => {
  const message = async (phone: string, over: object) => {
    const { id } = dataOf(await demo.post('/v1/subscribers', bodies.subscriber({ phone })));
    return dataOf(
      await demo.post('/v1/messages', { subscriberId: id, channel: 'SMS', text: 'The mast is up.', ...over }),
    );
  };
  const statusOf = async ({ id }: { id: string }) => {
    const [row] = await api.sql`select status from mail where id = ${id}`;
    return row?.status;
  };

  test('an SMS is delivered, one to a phone that is off fails, and an email is sent', async () => {
    const [delivered, off] = [await message(newPhone('22'), {}), await message(newPhone('13'), {})];
    const email = await message(newPhone('24'), { channel: 'EMAIL', subject: 'The mast' });
    expect(delivered.status).toBe('QUEUED');
    await sendDueEmails(budget());
    expect(await statusOf(email)).toBe('SENT');
    await eventually(async () => {
      expect(await statusOf(delivered)).toBe('DELIVERED');
      expect(await statusOf(off)).toBe('FAILED');
    });
  });

  test('the demo sends nothing through an account with other credentials, and another sandbox holds its messages', async () => {
    const account = { gateway: 'africastalking', user: 'isp', apiKey: 'a key of a real account' };
    await call('messageAccount.save', account);
    const waiting = await message(newPhone(), {});
    await sendDueEmails(budget());
    expect(await statusOf(waiting)).toBe('FAILED');
    await call('messageAccount.save', { gateway: 'africastalking', ...demoKeys(demo.providerId).sms });
    await call('messageAccount.save', account, other);
    const { id } = dataOf(await other.post('/v1/subscribers', bodies.subscriber({ phone: newPhone() })));
    const held = await other.post('/v1/messages', {
      subscriberId: id,
      channel: 'SMS',
      text: 'The mast is up.',
    });
    expect(dataOf(held).status).toBe('HELD');
  });
});

test('Splynx: a customer signs up there, and a subscription is pushed to it', async () => {
  const { plan, subscription } = await pendingSubscription(demo, kes);
  const { splynx: keys } = demoKeys(demo.providerId);
  const integration = dataOf(
    await demo.post('/v1/integrations', {
      ...{ name: 'Splynx', adapter: 'splynx', tariffMap: { 12: plan.id, 14: plan.id } },
    }),
  );
  const set = { id: integration.id, baseUrl: 'https://splynx.demo-isp.example', ...keys };
  answerOf(await call('outboundSync.set', set));
  for (const act of ['sign-up', 'tariff', 'stop']) {
    expect((await submit('/demo', { does: 'splynx', act })).headers.get('location')).toBe('/demo?done=done');
    await processDueEvents(budget());
  }
  const events = dataOf(await demo.get(`/v1/integrations/${integration.id}/inbound-events`));
  expect(events).toHaveLength(4);
  expect(events.map(({ status }: { status: string }) => status)).not.toContain('FAILED');

  const { subscriberId } = subscription;
  await api.sql`update subscriber set external_user_id = '77' where id = ${subscriberId}`;
  dataOf(await demo.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual' }));
  await pushDueServices(budget());
  const [pushed] = await api.sql`
    select failure, external_service_id from mirrored_service where subscription_id = ${subscription.id}`;
  expect(pushed).toMatchObject({ failure: null, external_service_id: expect.any(String) });
});

test('404 for an unknown checkout, and 429 after too many', async () => {
  const open = (end: string) => fetch(`${api.base}/demo/checkout/${end}`);
  const answers = [await open('cs_test_0'), await open('%'), await open('a/b')];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 429]);
  expect(answers[2]?.headers.get('retry-after')).toBe('7');
});

describe('the page', () => {
  const get = ({ cookie }: { cookie: string }) =>
    fetch(`${api.base}/demo`, { headers: { cookie }, redirect: 'manual' });

  test('it is for staff of the demo account only, and takes no form of another site', async () => {
    expect((await get({ cookie: '' })).headers.get('location')).toBe('/login?next=/demo');
    expect((await get(other)).status).toBe(403);
    expect((await submit('/demo', { does: 'splynx', act: 'sign-up' }, other)).status).toBe(403);
    const foreign = await submit('/demo', { does: 'splynx', act: 'sign-up' }, demo, 'https://evil.example');
    expect(foreign.status).toBe(403);
    const page = await get(demo);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    // Without it, browsers send no origin with the form.
    expect(page.headers.get('referrer-policy')).toBe('same-origin');
    const text = await page.text();
    expect(text).toContain(demoKeys(demo.providerId).stripe.secretKey);
  });

  test('the file to import has the columns of Splynx, and rows with mistakes', async () => {
    const csv = await (await fetch(`${api.base}/demo/customers.csv`)).text();
    expect(csv.split('\r\n')[0]).toBe('ID,Login,Name,Email,Phone,Street 1,City,Billing type');
    expect(csv).toContain('(at)');
  });
});

test('the keys of a demo reach nothing, and its messages are held, once its stand-ins have stopped', async () => {
  const { providerId } = other;
  const later = await startStandIns({ ...standIns.outside, providerId });
  const caller = { type: 'system', name: 'test' } as const;
  await transaction({ providerId, caller, correlationId: 'demo' }, connectAccounts);
  const { id: subscriberId } = dataOf(
    await other.post('/v1/subscribers', bodies.subscriber({ phone: newPhone() })),
  );
  const message = async () => {
    const text = 'The mast is up.';
    return dataOf(await other.post('/v1/messages', { subscriberId, channel: 'SMS', text })).status;
  };
  const { router, stripe } = demoKeys(providerId);
  expect(await message()).toBe('QUEUED');
  expect(standInOf(router)).toMatch(/^udp:/);
  expect(standInOf(stripe.secretKey)).toMatch(/^http:/);
  later.stop();
  expect(await message()).toBe('HELD');
  expect([standInOf(router), standInOf(stripe.secretKey)]).toEqual([undefined, undefined]);
  expect(standInOf(demoKeys(demo.providerId).router)).toMatch(/^udp:/);
});
