import postgres from 'postgres';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Prompt } from '../fakes/daraja.ts';
import { useApi } from './api.ts';
import { dataOf, pendingSubscription } from './helpers.ts';
import { besideMpesa, mpesaHelpers } from './mpesa-helpers.ts';
import { callAs } from './portal-helpers.ts';

const { daraja, paystack } = await vi.hoisted(async () => {
  vi.resetModules();
  const { startFakeDaraja } = await import('../fakes/daraja.ts');
  const { startFakePaystack } = await import('../fakes/paystack.ts');
  const fakes = { daraja: await startFakeDaraja(), paystack: await startFakePaystack() };
  process.env.MPESA_API_BASE = fakes.daraja.base;
  process.env.PAYSTACK_API_BASE = fakes.paystack.base;
  return fakes;
});
afterAll(() => Promise.all([daraja.close(), paystack.close()]));

const api = useApi({}, besideMpesa);
const help = mpesaHelpers(api, daraja);
let partner: Awaited<ReturnType<typeof help.mpesaPartner>>;
beforeAll(async () => {
  partner = await help.mpesaPartner();
  paystack.keys.add('sk_test_choice');
  await help.gatewayAccount('save', { gateway: 'paystack', secretKey: 'sk_test_choice' }, partner);
});

const pathOf = ({ checkoutUrl }: { checkoutUrl: string }) => new URL(checkoutUrl).pathname;
const open = (path: string, init: RequestInit = {}) =>
  fetch(api.base + path, { redirect: 'manual', ...init });
const choose = (path: string, form: Record<string, string>) =>
  open(path, { method: 'POST', body: new URLSearchParams(form) });
const asked = () => help.prompted(partner, { body: { rail: 'paystack' } });
const paymentsOf = async ({ id }: { id: string }) =>
  dataOf(await partner.get(`/v1/payments?subscriptionId=${id}&limit=100&sort=createdAt`));

test('the page offers every rail, and the paybill with account number and amount, before it contacts any gateway', async () => {
  const { payment, subscriber } = await asked();
  const before = paystack.requests.length;
  const answer = await open(pathOf(payment));
  const html = await answer.text();
  expect(answer.status).toBe(200);
  for (const text of ['Pay with Paystack', 'Pay with M-Pesa', 'Or pay to the paybill', 'Account number']) {
    expect(html).toContain(text);
  }
  expect(html).toContain(partner.app.shortCode);
  expect(html).toContain(subscriber.accountNumber);
  expect(html).toMatch(/KES\s?1,500|1,500/);
  expect(html).not.toContain(subscriber.phone);
  expect(answer.headers.get('content-security-policy')).toContain("form-action 'self' https:");
  expect(paystack.requests.length).toBe(before);
  expect((await open(`${pathOf(payment)}/go`)).headers.get('location')).toMatch(
    /^https:\/\/checkout\.paystack/,
  );
});

test('a payer who chooses the prompt gets one, however often the form is sent, and sees the outcome', async () => {
  const { payment, subscription, phone } = await asked();
  const first = await choose(pathOf(payment), { rail: 'mpesa', phone: '' });
  expect(first.status).toBe(303);
  const again = await choose(pathOf(payment), { rail: 'mpesa', phone: '' });
  expect(again.headers.get('location')).toBe(first.headers.get('location'));
  const [replaced, prompted, ...others] = await paymentsOf(subscription);
  expect(others).toEqual([]);
  expect(replaced).toMatchObject({ id: payment.id, status: 'EXPIRED' });
  expect(prompted).toMatchObject({ rail: 'mpesa', status: 'PENDING', amount: payment.amount });
  await help.sendPrompts(partner);
  const page = await (await open(first.headers.get('location') ?? '')).text();
  expect(page).toContain('Check your phone');
  expect(page).toContain(phone.slice(-3));
  const prompt = help.promptTo(phone);
  await help.post(prompt.body.CallBackURL, daraja.pay(prompt).callback);
  expect(await (await open(pathOf(prompted))).text()).toContain('This is paid');
});

test('forms that are sent at once begin one payment with one prompt', async () => {
  const { payment, subscriber, subscription } = await asked();
  const other = postgres(api.databaseUrl, { max: 1 });
  const forms = await other.begin(async (tx) => {
    await tx`select from subscriber where id = ${subscriber.id} for update`;
    const sent = Promise.all(
      Array.from({ length: 4 }, () => choose(pathOf(payment), { rail: 'mpesa', phone: help.newPhone() })),
    );
    const waiting = async () =>
      (
        await api.sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      ).length;
    await expect.poll(waiting).toBe(4);
    return { sent };
  });
  const answers = await forms.sent;
  await other.end();
  expect(new Set(answers.map((answer) => answer.headers.get('location'))).size).toBe(1);
  expect((await paymentsOf(subscription)).map(({ rail }: { rail: string }) => rail)).toEqual([
    'paystack',
    'mpesa',
  ]);
  const before = daraja.prompts.length;
  await help.sendPrompts(partner);
  expect(daraja.prompts.length - before).toBe(1);
});

test('a subscriber gets six prompts without money within an hour, for all that is owed', async () => {
  const { payment, subscriber } = await asked();
  const linkOfCharge = async () => {
    const charges = `/v1/subscribers/${subscriber.id}/charges`;
    const { id } = dataOf(
      await partner.post(charges, { description: 'Cable', amount: 200, currency: 'KES' }),
    );
    return pathOf(dataOf(await partner.post('/v1/payments', { chargeId: id, rail: 'paystack' })));
  };
  const prompted = async (path: string) => {
    const phone = help.newPhone();
    const answer = await choose(path, { rail: 'mpesa', phone });
    if (answer.status !== 303) return null;
    await help.sendPrompts(partner);
    return help.promptTo(phone);
  };
  const endOf = async (path: string, end: (prompt: Prompt) => object) => {
    const prompt = await prompted(path);
    if (!prompt) throw new Error('the prompt was refused');
    expect(await help.post(prompt.body.CallBackURL, end(prompt))).toBe(200);
  };
  await endOf(await linkOfCharge(), (prompt) => daraja.pay(prompt).callback);
  const links = [pathOf(payment), await linkOfCharge()];
  for (const link of [...links, ...links, ...links])
    await endOf(link, (prompt) => daraja.fail(prompt, 1032, 'Request cancelled by user'));
  for (const link of links) expect(await prompted(link)).toBeNull();
  // Another rail reaches no phone.
  expect((await choose(links[1] ?? '', { rail: 'paystack' })).status).toBe(303);
});

test('after a failed prompt the payer can try again, also with another number and on another rail', async () => {
  const { payment, phone, subscription } = await help.prompted(partner);
  await help.sendPrompts(partner);
  const prompt = help.promptTo(phone);
  await help.post(prompt.body.CallBackURL, daraja.fail(prompt, 1032, 'Request cancelled by user'));
  const failed = await (await open(pathOf(payment))).text();
  expect(failed).toContain('Request cancelled by user');
  expect(failed).toContain('Pay with M-Pesa');
  const own = help.newPhone();
  const retried = await choose(pathOf(payment), { rail: 'mpesa', phone: `0${own.slice(4)}` });
  expect(retried.status).toBe(303);
  await help.sendPrompts(partner);
  const second = help.promptTo(own);
  await help.post(second.body.CallBackURL, daraja.fail(second, 1, 'The balance is insufficient'));
  const onPaystack = await choose(pathOf(payment), { rail: 'paystack' });
  const session = await open(onPaystack.headers.get('location') ?? '');
  expect(session.headers.get('location')).toMatch(/^https:\/\/checkout\.paystack/);
  expect((await paymentsOf(subscription)).map(({ status }: { status: string }) => status)).toEqual([
    'FAILED',
    'FAILED',
    'PENDING',
  ]);
});

test('400 with the reason for a bad number, an unknown rail and too many attempts; 404 for an unknown link', async () => {
  const { payment, subscription, phone } = await asked();
  const refused = async (form: Record<string, string>, reason: string) => {
    const answer = await choose(pathOf(payment), form);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(reason);
  };
  for (const bad of ['+12025550123', 'abc', '<script>', '0'.repeat(300)]) {
    await refused({ rail: 'mpesa', phone: bad }, 'mobile number of Kenya');
  }
  for (const rail of ['manual', 'simulated', 'stripe', '', 'x'.repeat(100)])
    await refused({ rail }, 'not available');
  expect(await paymentsOf(subscription)).toHaveLength(1);
  expect((await choose(`/pay/${'0'.repeat(26)}`, { rail: 'mpesa' })).status).toBe(404);
  expect(
    (await open(pathOf(payment), { method: 'POST', body: 'x'.repeat(10_000) })).status,
  ).toBeGreaterThanOrEqual(400);

  for (let attempt = 2; attempt <= 6; attempt++) {
    expect((await choose(pathOf(payment), { rail: 'mpesa' })).status).toBe(303);
    await help.sendPrompts(partner);
    const prompt = help.promptTo(phone);
    await help.post(prompt.body.CallBackURL, daraja.fail(prompt, 1032, 'Request cancelled by user'));
  }
  await refused({ rail: 'mpesa' }, 'too often');
});

test('the link of a closed account begins nothing, and its prompts have no address', async () => {
  const isp = await help.mpesaPartner();
  const { payment, phone, subscription } = await help.prompted(isp);
  await help.sendPrompts(isp);
  const prompt = help.promptTo(phone);
  const set = (status: string) =>
    api.sql`update provider set status = ${status} where id = ${isp.providerId}`;
  await set('CLOSED');
  expect((await choose(pathOf(payment), { rail: 'mpesa' })).status).toBe(404);
  expect(await help.post(prompt.body.CallBackURL, daraja.pay(prompt).callback)).toBe(404);
  await set('ACTIVE');
  expect(dataOf(await isp.get(`/v1/payments?subscriptionId=${subscription.id}`))).toMatchObject([
    { id: payment.id, status: 'PROCESSING' },
  ]);
});

test('a paid debt cannot be paid again from the link', async () => {
  const { payment, subscription } = await asked();
  dataOf(await partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual' }));
  const answer = await choose(pathOf(payment), { rail: 'mpesa' });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('it is paid already');
});

test('the page is in the chosen language, else that of the subscriber, else that of the browser, with the outcome of a prompt', async () => {
  const { payment, phone, subscriber } = await asked();
  const path = pathOf(payment);
  const html = async (address: string, accepted: string, cookie = '') =>
    (await open(address, { headers: { 'accept-language': accepted, cookie } })).text();
  expect(await html(path, 'fr-CD')).toMatch(/lang="fr".*Comment voulez-vous payer.*1\s500,00\sKES/s);
  expect(await html(path, 'de')).toContain('lang="en"');
  // A token may end as the name of a language.
  expect(await html(path, 'en', `customer-page=%2Fc%2F${'0'.repeat(24)}fr`)).toContain(
    'Back to your account',
  );
  dataOf(await partner.patch(`/v1/subscribers/${subscriber.id}`, { language: 'sw' }));
  expect(await html(path, 'fr')).toMatch(/lang="sw".*Ungependa kulipa vipi/s);
  const french = await html(`${path}?lang=fr`, 'en');
  expect(french).toContain(`action="${path}?lang=fr"`);
  expect(french).not.toMatch(/>(How|Choose|For|Amount|Reference|Account number|Pay with)\b/);

  const refused = await choose(`${path}?lang=fr`, { rail: 'mpesa', phone: 'x' });
  expect(await refused.text()).toMatch(/lang="fr".*Indiquez un numéro de mobile du Kenya/s);
  const begun = (await choose(`${path}?lang=fr`, { rail: 'mpesa', phone: '' })).headers.get('location') ?? '';
  await help.sendPrompts(partner);
  expect(await html(begun, 'en')).toContain(`se termine par ${phone.slice(-3)}`);
  const prompt = help.promptTo(phone);
  await help.post(prompt.body.CallBackURL, daraja.fail(prompt, 1032, 'Request cancelled by user'));
  expect(await html(begun, 'en')).toContain(
    'Vous n’avez pas été débité. La demande a été annulée sur le téléphone. M-Pesa indique : Request cancelled by user',
  );
});

test('an amount that a rail cannot take is not offered on it', async () => {
  const plan = { priceCurrency: 'KES', priceAmount: 1_500.5 };
  const { subscription } = await pendingSubscription(partner, { plan });
  const payment = dataOf(
    await partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'paystack' }),
  );
  // Paystack is the only way left, so the link leads to it.
  expect((await open(pathOf(payment))).status).toBe(303);
});

test.each([
  [1, 'The balance is insufficient for the transaction.', 'The M-Pesa balance was too low.'],
  [1032, 'Request cancelled by user', 'The prompt was cancelled on the phone.'],
  [1037, 'DS timeout user cannot be reached', 'The phone was not reached, or no PIN was entered in time.'],
  [2001, 'The initiator information is invalid.', 'The PIN was wrong.'],
  [9999, 'Something of M-Pesa', 'You were not charged. M-Pesa says: Something of M-Pesa'],
])('the outcome %i is shown in words to the payer and to staff', async (code, text, words) => {
  const { payment, prompt } = await help.onThePhone(partner);
  await help.post(prompt.body.CallBackURL, daraja.fail(prompt, code, text));
  const page = await (await open(pathOf(payment))).text();
  expect(page).toContain(words);
  expect(page).toContain(`M-Pesa says: ${text}`);
  const gateway = { name: 'payment.gateway', type: 'query' } as const;
  expect((await callAs(api, partner, gateway, { id: payment.id })).data.prompt).toMatchObject({
    resultCode: String(code),
    resultText: text,
  });
});

test('money that comes after the payment has expired is said to be there', async () => {
  const { payment, prompt } = await help.onThePhone(partner);
  await api.sql`update payment set status = 'EXPIRED' where id = ${payment.id}`;
  expect(await (await open(pathOf(payment))).text()).toContain('This link is no longer valid');
  await help.post(prompt.body.CallBackURL, daraja.pay(prompt).callback);
  expect(dataOf(await partner.get(`/v1/payments/${payment.id}`))).toMatchObject({ refundDue: true });
  expect(await (await open(pathOf(payment))).text()).toContain('Your payment came late');
});

test('the paybill stands below the amount, with what to enter', async () => {
  const { payment, subscriber } = await asked();
  const html = await (await open(pathOf(payment))).text();
  const below = html.slice(html.indexOf('Or pay to the paybill'));
  expect(html.indexOf('Or pay to the paybill')).toBeGreaterThan(html.indexOf('<dt>Amount</dt>'));
  expect(below).toContain(`<dd>${partner.app.shortCode}</dd>`);
  expect(below).toContain(`<dd>${subscriber.accountNumber}</dd>`);
  expect(below).toContain('<dd>1500</dd>');
});
