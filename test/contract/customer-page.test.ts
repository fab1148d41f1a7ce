import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createCustomerPages } from '../../server/payer/customer.ts';
import { createLimiter } from '../../server/rest/rate-limit.ts';
import { useApi } from './api.ts';
import { advance, dataOf, pendingSubscription } from './helpers.ts';
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

const unlimited = createLimiter({ name: 'none', perMinute: 0 });
let limits = { page: unlimited, failed: unlimited };
const beside = async (req: IncomingMessage, res: ServerResponse) =>
  req.url?.startsWith('/c/') ? createCustomerPages(limits)(req, res) : besideMpesa(req, res);

const api = useApi({}, beside);
const help = mpesaHelpers(api, daraja);
let partner: Awaited<ReturnType<typeof help.mpesaPartner>>;
beforeAll(async () => {
  partner = await help.mpesaPartner();
  paystack.keys.add('sk_test_page');
  await help.gatewayAccount('save', { gateway: 'paystack', secretKey: 'sk_test_page' }, partner);
});

type Made = { id: string };
const linkOf = async ({ id }: Made) => {
  const { url } = dataOf(await partner.post(`/v1/subscribers/${id}/page-link`));
  return new URL(url).pathname as string;
};
const open = (path: string, init: RequestInit = {}) =>
  fetch(api.base + path, { redirect: 'manual', ...init });
const html = async (path: string, init: RequestInit = {}) => (await open(path, init)).text();
const pay = (path: string, form: Record<string, string>) =>
  open(path, { method: 'POST', body: new URLSearchParams(form) });
const customer = () =>
  pendingSubscription(partner, { plan: { priceCurrency: 'KES', priceAmount: 1_500, dataCapMb: 50_000 } });
const active = async () => {
  const made = await customer();
  dataOf(await partner.post('/v1/payments', { subscriptionId: made.subscription.id, rail: 'manual' }));
  return { ...made, path: await linkOf(made.subscriber) };
};
const paymentsOf = async ({ id }: Made) =>
  dataOf(await partner.get(`/v1/payments?subscriberId=${id}&limit=100&sort=createdAt`));

describe('the link', () => {
  test('is null before, made once, the same for concurrent requests, and another one after a revocation', async () => {
    const { subscriber } = await customer();
    const path = `/v1/subscribers/${subscriber.id}/page-link`;
    expect(dataOf(await partner.get(path))).toEqual({
      subscriberId: subscriber.id,
      url: null,
      createdAt: null,
    });
    const [first, second] = await Promise.all([partner.post(path), partner.post(path)]);
    expect(dataOf(first).url).toMatch(/\/c\/[0-9a-z]{26}$/);
    expect(dataOf(second)).toEqual(dataOf(first));
    expect(dataOf(await partner.get(path))).toEqual(dataOf(first));
    const { pathname } = new URL(dataOf(first).url);
    expect((await open(pathname)).status).toBe(200);
    expect(dataOf(await partner.delete(path))).toEqual({ id: subscriber.id, deleted: true });
    expect((await open(pathname)).status).toBe(404);
    expect(dataOf(await partner.get(path)).url).toBeNull();
    expect(dataOf(await partner.post(path)).url).not.toBe(dataOf(first).url);
    expect((await open(pathname)).status).toBe(404);
    const entries = await api.sql`
      select action from audit_entry where resource_id = ${subscriber.id} and action like '%page_link' order by id`;
    expect(entries.map(({ action }) => action)).toEqual([
      'subscriber.create_page_link',
      'subscriber.revoke_page_link',
      'subscriber.create_page_link',
    ]);
  });

  test('a revocation leaves the links of others', async () => {
    const [one, other] = [await customer(), await customer()];
    const [path, stays] = [await linkOf(one.subscriber), await linkOf(other.subscriber)];
    dataOf(await partner.delete(`/v1/subscribers/${one.subscriber.id}/page-link`));
    expect([(await open(path)).status, (await open(stays)).status]).toEqual([404, 200]);
  });

  test('its token is in no column, and roles without emails have no link', async () => {
    const { subscriber } = await customer();
    const key = `page-${subscriber.id}`;
    const { url } = dataOf(
      await partner.post(`/v1/subscribers/${subscriber.id}/page-link`, undefined, { key }),
    );
    const token = new URL(url).pathname.slice(3);
    await api.logRequests();
    const tables = await api.sql`
      select table_name from information_schema.columns
      where table_schema = 'public' and column_name = 'provider_id' and is_generated = 'NEVER'`;
    for (const { table_name: name } of tables) {
      const rows = await api.sql`select 1 from ${api.sql(name)} t where t::text like ${`%${token}%`}`;
      expect([name, rows.length]).toEqual([name, 0]);
    }
    const again = await partner.post(`/v1/subscribers/${subscriber.id}/page-link`, undefined, { key });
    expect(dataOf(again).url).toBe(url);
  });

  test('an unknown and a revoked link have one answer', async () => {
    const { subscriber } = await customer();
    const path = await linkOf(subscriber);
    await partner.delete(`/v1/subscribers/${subscriber.id}/page-link`);
    const unknown = `/c/${'0'.repeat(26)}`;
    for (const end of ['', '/invoices/inv_00000000000000000000000000.pdf']) {
      const [revoked, never] = await Promise.all([open(path + end), open(unknown + end)]);
      expect([revoked.status, await revoked.text()]).toEqual([404, await never.text()]);
    }
    expect((await pay(path, { debt: 'account' })).status).toBe(404);
    for (const bad of ['/c/', '/c/UPPER', `${unknown}/x`, `/c/${'a'.repeat(65)}`, '/c/%00', '/c/../c/x']) {
      expect((await open(bad)).status).toBe(404);
    }
  });

  test('is not in the page, in a referrer, in a cache or in a search engine, and the page has no script', async () => {
    const { path } = await active();
    const answer = await open(path);
    const text = await answer.text();
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'cache-control': 'no-store',
    });
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('script-src');
    expect(text).not.toMatch(/<script|onclick=|javascript:/i);
    expect(text.length).toBeLessThan(30_000);
  });

  test('429 with Retry-After beyond the limit of a page, and of unknown links from one address; other pages go on', async () => {
    const [one, two] = [await active(), await active()];
    limits = {
      page: createLimiter({ name: 'p', ratePerSecond: 0.001, burst: 2 }),
      failed: createLimiter({ name: 'f', perMinute: 2 }),
    };
    try {
      const statuses = async (path: string) => {
        const answers = [await open(path), await open(path), await open(path)];
        return answers.map(({ status }) => status);
      };
      expect(await statuses(one.path)).toEqual([200, 200, 429]);
      const refused = await open(`${one.path}?lang=sw`);
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(await refused.text()).toMatch(/lang="sw".*Tafadhali jaribu tena/s);
      expect(await statuses(`/c/${'0'.repeat(26)}`)).toEqual([404, 404, 429]);
      expect((await open(two.path)).status).toBe(200);
    } finally {
      limits = { page: unlimited, failed: unlimited };
    }
  });
});

describe('the page', () => {
  test('shows service, usage, account number, invoices and contact, and what is owed, like the API', async () => {
    const { path, subscriber, plan } = await active();
    const [payment] = await paymentsOf(subscriber);
    await callAs(
      api,
      partner,
      { name: 'organisation.update', type: 'mutation' },
      {
        phone: '+254700000001',
        email: 'help@isp.example',
        paymentInstructions: 'At the shop\nbeside <the> mast',
      },
    );
    const page = await html(path);
    for (const text of [
      plan.planName,
      'In service, paid until',
      '50 GB',
      subscriber.accountNumber,
      subscriber.firstName,
      'Nothing to pay',
      'tel:+254700000001',
      'mailto:help@isp.example',
      'beside &lt;the&gt; mast',
      partner.app.shortCode,
      'This is a test account',
    ])
      expect(page).toContain(text);
    const invoice = dataOf(await partner.get(`/v1/invoices/${payment.invoiceId}`));
    expect(page).toContain(invoice.number);
    const [, pdfPath = ''] = /href="([^"]+\.pdf)"/.exec(page) ?? [];
    const pdf = await open(pdfPath);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    const ofApi = await partner.get(`/v1/invoices/${invoice.id}/pdf`);
    expect(Buffer.from(await pdf.arrayBuffer()).equals(ofApi.bytes)).toBe(true);
  });

  test('says in words what holds: first payment, overdue, out of service, hold, ending, terminated', async () => {
    const { subscriber, subscription } = await customer();
    const path = await linkOf(subscriber);
    expect(await html(path)).toContain('Starts with the first payment');
    expect(await html(path)).toContain('Nothing to pay');
    dataOf(await partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual' }));
    dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/suspend`, { reason: 'a secret reason' }));
    const held = await html(path);
    expect(held).toContain('Your access is on hold');
    expect(held).not.toContain('a secret reason');
    dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/activate`));
    await advance(partner, { days: 30 });
    const { currentCycle } = dataOf(await partner.get(`/v1/subscriptions/${subscription.id}`));
    const ends = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long' });
    const overdue = await html(path);
    expect(overdue).toContain(`service stops on ${ends.format(new Date(currentCycle.graceEndsAt))}`);
    expect(overdue).toMatch(/To pay.*KES\s1,500\.00/s);
    await advance(partner, { days: 5 });
    expect(await html(path)).toContain('Out of service');
    dataOf(await partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual' }));
    dataOf(await partner.delete(`/v1/subscriptions/${subscription.id}`));
    expect(await html(path)).toContain('then it ends');
    dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/terminate`));
    const over = await html(path);
    expect(over).toContain('This account is closed');
    expect(over).not.toContain('Pay another amount');
  });

  test('describes ten services, the oldest first, and counts the others', async () => {
    const { subscriber, plan, point } = await customer();
    const path = await linkOf(subscriber);
    const add = async (externalReference: string) => {
      const named = { subscriberId: subscriber.id, planId: plan.id, demarcationPointId: point.id };
      dataOf(await partner.post('/v1/subscriptions', { ...named, externalReference }));
    };
    const shown = async () => [...(await html(path)).matchAll(/line \d+/g)].map(([name]) => name);
    for (let n = 2; n <= 10; n++) await add(`line ${n}`);
    expect(await shown()).toEqual(Array.from({ length: 9 }, (_, i) => `line ${i + 2}`));
    expect(await html(path)).not.toMatch(/and \d+ more/);
    for (let n = 11; n <= 12; n++) await add(`line ${n}`);
    expect(await shown()).toHaveLength(9);
    expect(await html(path)).toContain('and 2 more');
  });

  test('is in the language of the browser or the chosen one, with the formats of that language', async () => {
    const { path, subscriber } = await active();
    dataOf(await chargeFor(subscriber));
    const inLanguage = (language: string) => html(path, { headers: { 'accept-language': language } });
    expect(await inLanguage('sw-KE,en;q=0.5')).toMatch(/lang="sw".*Nambari ya akaunti/s);
    expect(await inLanguage('de,fr;q=0.5')).toMatch(/lang="fr".*Numéro de compte.*2[\s\u202f]500,00\sKES/s);
    expect(await inLanguage('de')).toContain('lang="en"');
    expect(await html(`${path}?lang=sw`)).toMatch(/lang="sw"/);
    expect(await html(`${path}?lang=xx`)).toMatch(/lang="en"/);
    dataOf(await partner.patch(`/v1/subscribers/${subscriber.id}`, { language: 'sw' }));
    expect(await inLanguage('fr')).toMatch(/lang="sw"/);
    const chosen = await html(`${path}?lang=fr`, { headers: { 'accept-language': 'en' } });
    expect(chosen).toContain(`action="${path}?lang=fr"`);
  });

  test('has older invoices behind a link, each once', async () => {
    const { subscriber, subscription } = await customer();
    const path = await linkOf(subscriber);
    dataOf(await partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual' }));
    for (let i = 0; i < 13; i++) {
      await advance(partner, { days: 30 });
      dataOf(await partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual' }));
    }
    const numbersIn = (page: string) => [...page.matchAll(/\.pdf">([^ ]+)/g)].map(([, number]) => number);
    const first = await html(path);
    const [, older = ''] = /href="([^"]+before=[^"]+)"/.exec(first) ?? [];
    const second = await html(older);
    const shown = [...numbersIn(first), ...numbersIn(second)];
    const all = dataOf(await partner.get(`/v1/invoices?subscriberId=${subscriber.id}&limit=100`));
    expect(numbersIn(first)).toHaveLength(12);
    expect(shown).toEqual(all.map(({ number }: { number: string }) => number));
    expect(second).not.toContain('before=');
  });

  test('markup in names does nothing', async () => {
    const { subscriber } = await customer();
    const { email, phone } = subscriber;
    dataOf(
      await partner.put(`/v1/subscribers/${subscriber.id}`, {
        ...{ email, phone, firstName: '<img src=x onerror=alert(1)>', lastName: '"><script>' },
      }),
    );
    const page = await html(await linkOf(subscriber));
    expect(page).toContain('&lt;img src=x');
    expect(page).not.toMatch(/<img|<script/);
  });
});

describe('a payment from the page', () => {
  test('by prompt: one for a form that is sent twice, its outcome on the page of the payment, and the way back', async () => {
    const { subscriber, subscription } = await customer();
    const path = await linkOf(subscriber);
    const form = { debt: subscription.id, rail: 'mpesa', phone: '' };
    const [first, second] = await Promise.all([pay(`${path}?lang=sw`, form), pay(`${path}?lang=sw`, form)]);
    expect([first.status, second.status]).toEqual([303, 303]);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    const [payment, ...others] = await paymentsOf(subscriber);
    expect(others).toEqual([]);
    expect(payment).toMatchObject({ rail: 'mpesa', amount: 1_500, subscriptionId: subscription.id });
    const cookie = first.headers.get('set-cookie') ?? '';
    const own = new URL(payment.checkoutUrl).pathname;
    expect(cookie).toContain(`Path=${own};`);
    expect(cookie).toContain('HttpOnly; SameSite=Lax');
    await help.sendPrompts(partner);
    const phone = subscriber.phone as string;
    const prompted = await html(first.headers.get('location') ?? '', {
      headers: { cookie: cookie.split(';', 1)[0] ?? '' },
    });
    expect(prompted).toContain(`href="${path}?lang=sw"`);
    expect(prompted).toContain('Rudi kwenye akaunti yako');
    expect(prompted).toMatch(/lang="sw".*Angalia simu yako/s);
    expect(await html(own)).not.toContain(path);
    expect(await html(path)).toContain('Payment on its way');
    const prompt = help.promptTo(phone);
    await help.post(prompt.body.CallBackURL, daraja.pay(prompt).callback);
    expect(await html(own)).toContain('This is paid');
    const after = await html(path);
    expect(after).toContain('In service, paid until');
    expect(after).not.toContain('Payment on its way');
  });

  test('for one of several debts on a hosted page, and on account', async () => {
    const { subscriber, subscription } = await customer();
    const charge = await chargeFor(subscriber);
    const path = await linkOf(subscriber);
    const page = await html(path);
    expect(page).toContain('What do you want to pay?');
    expect(page).toContain(`value="${subscription.id}"`);
    const hosted = await pay(path, { debt: dataOf(charge).id, rail: 'paystack' });
    expect(hosted.status).toBe(303);
    expect((await open(hosted.headers.get('location') ?? '')).headers.get('location')).toMatch(
      /^https:\/\/checkout\.paystack/,
    );
    const account = { debt: 'account', currency: 'KES', rail: 'paystack' };
    expect((await pay(path, { ...account, amount: '750' })).status).toBe(303);
    const made = await paymentsOf(subscriber);
    const onAccount = new URL(made[1].checkoutUrl).pathname;
    expect(await html(`${onAccount}?lang=fr`)).toContain('<dd>Paiement sur le compte</dd>');
    expect(
      made.map(({ chargeId, amount }: { chargeId: string; amount: number }) => [chargeId, amount]),
    ).toEqual([
      [dataOf(charge).id, dataOf(charge).amount],
      [null, 750],
    ]);
    for (const amount of ['', '0', '-5', '1e3', '1,000', '0.001', '9'.repeat(12), 'x']) {
      const refused = await pay(path, { ...account, amount });
      expect([amount, refused.status]).toEqual([amount, 400]);
      expect(await refused.text()).toContain('Enter an amount above 0.');
    }
    expect((await pay(path, { ...account, amount: '5', currency: 'XYZ' })).status).toBe(400);
    expect(await paymentsOf(subscriber)).toHaveLength(2);
  });

  test('is refused in words for a bad phone, a rail that is none, too many attempts and too long a form', async () => {
    const { subscriber, subscription } = await customer();
    const path = await linkOf(subscriber);
    const refused = async (form: Record<string, string>, text: string) => {
      const answer = await pay(`${path}?lang=fr`, { debt: subscription.id, ...form });
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(text)]);
    };
    await refused({ rail: 'mpesa', phone: '+12025550123' }, 'Indiquez un numéro de mobile du Kenya');
    for (const rail of ['manual', 'simulated', 'stripe', '']) await refused({ rail }, 'pas disponible');
    await refused({ debt: 'chg_00000000000000000000000000', rail: 'paystack' }, 'pas disponible');
    expect(await paymentsOf(subscriber)).toEqual([]);
    for (let i = 0; i < 6; i++)
      expect((await pay(path, { debt: subscription.id, rail: 'paystack' })).status).toBe(303);
    await refused({ rail: 'paystack' }, 'Trop de tentatives');
    const long = await open(path, { method: 'POST', body: 'x'.repeat(10_000) });
    expect(long.status).toBeGreaterThanOrEqual(400);
    expect((await open(path, { method: 'PUT' })).status).toBe(405);
  });
});

test('a customer reaches nothing of another customer, whatever the path and the form name', async () => {
  const [own, other] = [await active(), await active()];
  const charge = dataOf(await chargeFor(other.subscriber));
  const foreign = await pendingSubscription(await api.partner());
  const { data: invoices } = (await partner.get(`/v1/invoices?subscriberId=${other.subscriber.id}`)).body;
  const page = await html(own.path);
  for (const secret of [
    ...[
      other.subscriber.phone.slice(4),
      other.subscriber.accountNumber,
      other.plan.planName,
      other.subscription.id,
    ],
    ...[invoices[0].number, charge.description, charge.id],
  ])
    expect(page).not.toContain(secret);
  const pdf = await open(`${own.path}/invoices/${invoices[0].id}.pdf`);
  expect(pdf.status).toBe(404);
  expect(await html(`${own.path}?before=${invoices[0].id}`)).not.toContain(invoices[0].number);
  for (const debt of [charge.id, other.subscription.id, foreign.subscription.id, other.subscriber.id]) {
    expect((await pay(own.path, { debt, rail: 'paystack' })).status).toBe(400);
  }
  expect(await paymentsOf(other.subscriber)).toHaveLength(1);
});

test('reading a page changes nothing', async () => {
  const { path, subscriber } = await active();
  const count = async () =>
    (
      await api.sql`select (select count(*) from event) + (select count(*) from audit_entry) + (select count(*) from payment) as n`
    )[0]?.n;
  const before = await count();
  await html(path);
  await open(path, { method: 'HEAD' });
  expect(await count()).toBe(before);
  expect(subscriber.id).toMatch(/^sub_/);
});

function chargeFor({ id }: Made) {
  return partner.post(`/v1/subscribers/${id}/charges`, {
    ...{ amount: 2_500, currency: 'KES', description: `Router ${id.slice(-6)}` },
  });
}
